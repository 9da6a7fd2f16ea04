import { describe, expect, it } from 'vitest'
import { digitsAt, parseDecimal } from './decimal-digits.ts'

const at = (text: string, scale: number, rounding: 'up' | 'down') => {
  const decimal = parseDecimal(text)
  return decimal && digitsAt(decimal, scale, rounding)
}

describe('a decimal number', () => {
  it.each([
    ['1.25', 1, '1.2', '1.3'],
    ['-1.25', 1, '-1.3', '-1.2'],
    ['-0.01', 1, '-0.1', '0.0'],
    ['5', 2, '5.00', '5.00'],
    ['.5', 0, '0', '1'],
    ['1e3', 0, '1000', '1000'],
    ['1.5e-3', 3, '0.001', '0.002'],
    ['+7.', 0, '7', '7'],
    ['12345678901234567890.1', 0, '12345678901234567890', '12345678901234567891'],
  ])('%s with %i digits after the decimal point is %s rounded down and %s rounded up', (text, scale, down, up) => {
    expect([at(text, scale, 'down'), at(text, scale, 'up')]).toEqual([down, up])
  })

  it('is null if an exact conversion would lose significant digits', () => {
    const decimal = parseDecimal('1.25') ?? expect.fail()
    expect(digitsAt(decimal, 1, 'exact')).toBeNull()
    expect(digitsAt(decimal, 2, 'exact')).toBe('1.25')
  })

  it.each(['', '.', '-', '1,5', '0x10', '1e', '1e99999', 'NaN', ' 1', '1 '])('cannot be parsed from %j', (text) => {
    expect(parseDecimal(text)).toBeNull()
  })
})
