import { describe, expect, it } from 'vitest'
import { ColumnBuffer } from './column-buffer.ts'
import * as values from './text-values.ts'

/** Decodes a value in the midst of others. */
const decodeWithin = (decode: values.ValueDecoder, value: Buffer, out: ColumnBuffer) =>
  decode(Buffer.concat([Buffer.from('-1'), value, Buffer.from('9')]), 2, 2 + value.length, out)

/** The bytes of a column with these values, one after another. */
function decoded(decode: values.ValueDecoder, ...sent: (string | Buffer)[]): DataView {
  const out = new ColumnBuffer()
  for (const value of sent) expect(decodeWithin(decode, Buffer.from(value), out), String(value)).toBe(true)
  const { values: bytes } = out.take(sent.length)
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}
const all = <Value>(view: DataView, size: number, read: (at: number) => Value) =>
  Array.from({ length: view.byteLength / size }, (_, index) => read(index * size))
const int32s = (view: DataView) => all(view, 4, (at) => view.getInt32(at, true))
const int64s = (view: DataView) => all(view, 8, (at) => view.getBigInt64(at, true))
/** 16 bytes, big-endian. */
const decimals = (view: DataView) => all(view, 16, (at) => (view.getBigInt64(at) << 64n) + view.getBigUint64(at + 8))
const refused = (decode: values.ValueDecoder, value: string) => {
  const out = new ColumnBuffer()
  return [decodeWithin(decode, Buffer.from(value), out), out.length]
}

it.each<[string, values.ValueDecoder, string, number]>([
  ['int32', values.int32, '1', 4],
  ['int64', values.int64, '1', 8],
  ['double', values.double, '1', 8],
  ['decimal', values.decimal, '1', 16],
  ['bits', values.bits, '1', 8],
  ['wideBits', values.wideBits, '1', 16],
  ['date', values.date, '2024-02-29', 4],
  ['datetime', values.datetime, '2024-02-29 12:34:56', 8],
  ['text', values.text, 'x', 4 + 1],
  ['hex', values.hex, 'x', 4 + 2],
])('a column has room for any number of values: %s', (_, decode, value, size) => {
  expect(decoded(decode, ...Array<string>(2000).fill(value)).byteLength).toBe(2000 * size)
})

describe('integers in text format', () => {
  it('are read up to both limits of 32 bits', () => {
    expect(int32s(decoded(values.int32, '0', '-1', '42', '2147483647', '-2147483648'))).toEqual([
      0, -1, 42, 2147483647, -2147483648,
    ])
  })

  it('are read up to both limits of 64 bits', () => {
    const texts = [
      '0',
      '-1',
      '4294967295',
      '4294967296',
      '-4294967297',
      '123456789012345',
      '-12345678901234',
      '1234567890123456',
      '9007199254740993',
      '9223372036854775807',
      '-9223372036854775808',
    ]
    expect(int64s(decoded(values.int64, ...texts))).toEqual(texts.map(BigInt))
  })
})

describe('fractions in text format', () => {
  it('are read as doubles', () => {
    const view = decoded(values.double, '1.5', '-0.1', '1e308', '5e-324')
    expect(all(view, 8, (at) => view.getFloat64(at, true))).toEqual([1.5, -0.1, 1e308, 5e-324])
  })

  it('are stored as unscaled decimals', () => {
    const texts = [
      '12.50',
      '-0.01',
      '0.00',
      '-1',
      '4294967296',
      '-4294967296.5',
      '1234567890123.5',
      '-1234567890123.45',
      '99999999999999999999999999999999999.999',
      '-99999999999999999999999999999999999.999',
    ]
    expect(decimals(decoded(values.decimal, ...texts))).toEqual(texts.map((text) => BigInt(text.replace('.', ''))))
  })
})

describe('bits', () => {
  it('are read as a number, the highest byte first', () => {
    expect(int64s(decoded(values.bits, Buffer.from([1, 2]), Buffer.from([0]), Buffer.from([0x7f, 0xff])))).toEqual([
      258n,
      0n,
      32767n,
    ])
  })

  it('are read as an unsigned number if there are 64', () => {
    expect(decimals(decoded(values.wideBits, Buffer.alloc(8, 0xff), Buffer.from([1, 0])))).toEqual([2n ** 64n - 1n, 256n])
    const used = new ColumnBuffer()
    used.bytes.fill(0xff)
    decodeWithin(values.wideBits, Buffer.from([1, 0]), used)
    expect(Buffer.from(used.take(1).values).toString('hex')).toBe('0100'.padStart(32, '0'))
  })
})

describe('dates and times in text format', () => {
  const micros = (text: string) => BigInt(Date.parse(`${text}Z`)) * 1000n

  it('are counted from 1970, also in the first century', () => {
    expect(int32s(decoded(values.date, '1970-01-01', '1969-12-31', '2024-02-29', '0001-01-01', '9999-12-31'))).toEqual([
      0, -1, 19782, -719162, 2932896,
    ])
  })

  it('are read as microseconds, with any number of decimals', () => {
    expect(
      int64s(
        decoded(
          values.datetime,
          '1970-01-01 00:00:00',
          '2024-02-29 12:34:56',
          '2024-02-29 12:34:56.5',
          '2024-02-29 12:34:56.123456',
          '1969-12-31 23:59:59.5',
          '0099-01-01 00:00:00',
        ),
      ),
    ).toEqual([
      0n,
      micros('2024-02-29T12:34:56'),
      micros('2024-02-29T12:34:56') + 500_000n,
      micros('2024-02-29T12:34:56') + 123_456n,
      -500_000n,
      micros('0099-01-01T00:00:00'),
    ])
  })

  it('are exact where a double is not', () => {
    expect(
      int64s(decoded(values.datetime, '2300-01-01 00:00:00.000001', '9999-12-31 23:59:59.999999', '1000-01-01 00:00:00.1')),
    ).toEqual([
      micros('2300-01-01T00:00:00') + 1n,
      micros('9999-12-31T23:59:59') + 999_999n,
      micros('1000-01-01T00:00:00') + 100_000n,
    ])
  })

  it.each(['0000-00-00', '2024-00-10', '2024-10-00'])('are refused for %s, and nothing is written', (day) => {
    expect(refused(values.date, day)).toEqual([false, 0])
    expect(refused(values.datetime, `${day} 10:00:00`)).toEqual([false, 0])
  })
})

describe('strings and bytes', () => {
  it('are written with their length, bytes in hexadecimal', () => {
    const view = decoded(values.text, 'é', '')
    expect(Buffer.from(view.buffer, view.byteOffset, view.byteLength)).toEqual(
      Buffer.from([2, 0, 0, 0, 0xc3, 0xa9, 0, 0, 0, 0]),
    )
    const hex = decoded(values.hex, Buffer.from([0, 0xab]))
    expect(hex.getUint32(0, true)).toBe(4)
    expect(Buffer.from(hex.buffer, hex.byteOffset + 4, 4).toString()).toBe('00ab')
  })
})
