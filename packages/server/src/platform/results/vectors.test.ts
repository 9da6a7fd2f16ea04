import { describe, expect, it } from 'vitest'
import type { Storage } from './batch.ts'
import { cellsOf, decimalText, numberCell } from './cells.ts'
import { firstRows, VectorBuilder } from './vectors.ts'

function cellsFrom(storage: Storage, fill: (builder: VectorBuilder) => void) {
  const builder = new VectorBuilder(storage)
  fill(builder)
  const { rowCount } = builder
  const column = { name: 'x', type: null, storage, sourceType: '' }
  return cellsOf([column], { rowCount, vectors: [builder.take()] }, rowCount).map(([cell]) => cell)
}

describe('a vector builder', () => {
  it('rounds digits to the scale of a decimal, half away from zero', () => {
    const digits = ['1.005', '-1.005', '1e2', '.5', '7.', '1.5e-1']
    const cells = cellsFrom({ kind: 'decimal', precision: 10, scale: 2 }, (builder) => {
      for (const text of digits) builder.appendDigits(text)
    })
    expect(cells).toEqual([1.01, -1.01, 100, 0.5, 7, 0.15])
  })

  it.each([
    [{ kind: 'decimal', precision: 3, scale: 1 }, '100.0'],
    [{ kind: 'decimal', precision: 3, scale: 1 }, 'NaN'],
    [{ kind: 'int32' }, '2147483648'],
    [{ kind: 'int64' }, '9223372036854775808'],
    [{ kind: 'int64' }, '1.5'],
    [{ kind: 'double' }, 'many'],
    [{ kind: 'text' }, '1'],
  ] as [Storage, string][])('refuses what a column of %j cannot hold: %s', (storage, digits) => {
    expect(() => new VectorBuilder(storage).appendDigits(digits)).toThrow()
  })

  it('refuses values of the wrong width, which would shift all that follow', () => {
    expect(() => new VectorBuilder({ kind: 'int32' }).appendDouble(1)).toThrow('A column of int32 takes no value of 8 bytes.')
    expect(() => new VectorBuilder({ kind: 'int32' }).appendText('1')).toThrow('A column of int32 takes no text.')
  })

  it('splits integers into halves without loss', () => {
    const integers = [0, -1, 2 ** 31, -(2 ** 31) - 1, 2 ** 32, Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER]
    const cells = cellsFrom({ kind: 'int64' }, (builder) => {
      for (const value of integers) builder.appendInteger(value)
    })
    expect(cells).toEqual(integers)
  })

  it('starts empty after each take and leaves taken vectors unchanged', () => {
    const builder = new VectorBuilder({ kind: 'text' })
    builder.appendText('first')
    builder.appendNull()
    const taken = builder.take()
    builder.appendText('other')
    expect(builder.rowCount).toBe(1)
    expect(Buffer.from(taken.values).toString('latin1')).toBe('\x05\0\0\0first')
    expect(taken.validity).toEqual(Uint8Array.of(1, 0))
    expect(builder.take().validity).toBeNull()
  })

  it('has values in the rows after the last null', () => {
    const count = 5000
    const cells = cellsFrom({ kind: 'int32' }, (builder) => {
      for (let n = 0; n < count; n++) n === 3 ? builder.appendNull() : builder.appendInt32(n)
    })
    expect(cells).toEqual(Array.from({ length: count }, (_, n) => (n === 3 ? null : n)))
  })
})

it('cuts the first rows of a vector between values, also after nulls', () => {
  const builder = new VectorBuilder({ kind: 'text' })
  builder.appendText('ä')
  builder.appendNull()
  builder.appendText('long')
  const first = firstRows('text', builder.take(), 2)
  expect(first.values).toHaveLength(4 + 2)
  expect(first.validity).toEqual(Uint8Array.of(1, 0))
})

it.each([
  ['9007199254740991', 9007199254740991],
  ['9007199254740993', '9007199254740993'],
  ['0.1000000000000000', 0.1],
  ['1234567890.12345', 1234567890.12345],
  ['1234567890.123456', '1234567890.123456'],
  ['-0.000000000000001234', -0.000000000000001234],
  ['1e400', '1e400'],
  ['Infinity', null],
  ['-inf', null],
  ['NaN', null],
])('converts the digits %s to a number only if that is exact', (digits, cell) => {
  expect(numberCell(digits)).toBe(cell)
})

it('puts the decimal point of a decimal where its scale says', () => {
  expect(decimalText(-5n, 3)).toBe('-0.005')
  expect(decimalText(12345n, 2)).toBe('123.45')
  expect(decimalText(0n, 0)).toBe('0')
})
