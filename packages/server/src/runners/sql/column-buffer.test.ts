import { describe, expect, it } from 'vitest'
import { ColumnBuffer } from './column-buffer.ts'

describe('the buffer of a column', () => {
  it('keeps its content when it grows, however much is added at once', () => {
    const out = new ColumnBuffer()
    out.text(Buffer.from('first'))
    out.text(Buffer.alloc(5000, 7))
    const { values } = out.take(2)
    expect(values).toHaveLength(5013)
    expect(Buffer.from(values.subarray(0, 9))).toEqual(Buffer.from([5, 0, 0, 0, ...Buffer.from('first')]))
    expect(values.subarray(13).every((byte) => byte === 7)).toBe(true)
  })

  it('has room for a text of any length', () => {
    for (let length = 1010; length < 1030; length++) {
      const out = new ColumnBuffer()
      out.text(Buffer.alloc(length, 7))
      expect(out.take(1).values).toEqual(new Uint8Array([length & 255, length >> 8, 0, 0, ...Array(length).fill(7)]))
    }
  })

  it('does not grow while there is room', () => {
    const out = new ColumnBuffer()
    const { bytes } = out
    out.reserve(bytes.length)
    expect(out.bytes).toBe(bytes)
    out.length = 1
    out.reserve(bytes.length)
    expect(out.bytes.length).toBe(bytes.length * 2)
  })

  it('marks nulls by the rows of the batch, also late ones', () => {
    const out = new ColumnBuffer()
    out.setNull(1)
    out.setNull(3000)
    const { validity } = out.take(3002)
    expect(validity).toHaveLength(3002)
    expect([...(validity ?? [])].flatMap((valid, row) => (valid === 0 ? [row] : []))).toEqual([1, 3000])
  })

  it('extends its validity to the rows of the batch', () => {
    const out = new ColumnBuffer()
    out.setNull(0)
    const { validity } = out.take(2000)
    expect([validity?.length, validity?.[0], validity?.[1], validity?.[1999]]).toEqual([2000, 0, 1, 1])
  })

  it('has no validity without nulls, and starts the next batch empty', () => {
    const out = new ColumnBuffer()
    out.setNull(0)
    const first = out.take(1)
    out.text(Buffer.from('next'))
    expect(first.values).toHaveLength(0)
    expect(out.take(1)).toMatchObject({ validity: null })
    expect([out.length, out.take(0).values.length]).toEqual([0, 0])
  })

  it('does not change a batch when the next one is written', () => {
    const out = new ColumnBuffer()
    out.text(Buffer.from('one'))
    const { values } = out.take(1)
    out.text(Buffer.from('two'))
    expect(Buffer.from(values.subarray(4)).toString()).toBe('one')
  })
})
