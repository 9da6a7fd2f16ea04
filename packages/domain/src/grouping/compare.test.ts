import { describe, expect, it } from 'vitest'
import { compareCells } from './compare.ts'

const sorted = (cells: (string | number | boolean | null)[], areNumbers = false) =>
  cells.toSorted((a, b) => compareCells(a, b, areNumbers))

describe('cells', () => {
  it('are sorted by value or, if they are texts, by their bytes in UTF-8, with empty ones last', () => {
    expect(sorted([10, null, 9])).toEqual([9, 10, null])
    expect(sorted(['b', 'ab', 'a', 'Z', ''])).toEqual(['', 'Z', 'a', 'ab', 'b'])
    expect(sorted(['😀', '｡', '😀a', 'z'])).toEqual(['z', '｡', '😀', '😀a'])
    expect(sorted([true, false])).toEqual([false, true])
    expect(compareCells('😀', '😀')).toBe(0)
  })

  it('are sorted as numbers, digit by digit, if digits stand for numbers', () => {
    const digits = ['9007199254740995', '-9007199254740995', '9007199254740993', '-9007199254740993', '0.50', '7']
    expect(sorted([...digits, 8], true)).toEqual([
      '-9007199254740995',
      '-9007199254740993',
      '0.50',
      '7',
      8,
      '9007199254740993',
      '9007199254740995',
    ])
    expect(sorted(['0.12345678901234567892', '0.1234567890123456789'], true)).toEqual([
      '0.1234567890123456789',
      '0.12345678901234567892',
    ])
    expect(compareCells('1.0', '1.00', true)).toBe(0)
    expect(sorted(['x', '5'], true)).toEqual(['5', 'x'])
  })
})
