import { describe, expect, it } from 'vitest'
import { type Decimal, isZero, parseDecimal, round, shift } from './decimal.ts'

const decimal = (integer: string, fraction = '', negative = false): Decimal => ({ negative, integer, fraction })

describe('parseDecimal', () => {
  it.each<[number | string, Decimal]>([
    [0, decimal('0')],
    [-0.5, decimal('0', '5', true)],
    [' 12 ', decimal('12')],
    ['+007.50', decimal('7', '50')],
    ['.5', decimal('0', '5')],
    ['5.', decimal('5')],
    ['-.25', decimal('0', '25', true)],
    ['1e3', decimal('1000')],
    ['1.5E+1', decimal('15')],
    ['12e-1', decimal('1', '2')],
    ['1e-2', decimal('0', '01')],
    [1e21, decimal('1000000000000000000000')],
  ])('reads %j digit by digit', (value, expected) => {
    expect(parseDecimal(value)).toEqual(expected)
  })

  it.each(['', ' ', '.', '-', 'e5', '1 2', 'x1', '1x', '1.2.3', '1e', '1e12345', '1,5', '0x10', 'NaN', 'Infinity'])(
    'does not read %j as a number',
    (text) => {
      expect(parseDecimal(text)).toBeNull()
    },
  )
})

describe('shift', () => {
  it('moves the point to the right and fills in zeros', () => {
    expect(shift(decimal('1', '5'), 3)).toEqual(decimal('1500'))
    expect(shift(decimal('0', '005'), 2)).toEqual(decimal('0', '5'))
  })

  it('moves the point to the left and fills in zeros', () => {
    expect(shift(decimal('12'), -2)).toEqual(decimal('0', '12'))
    expect(shift(decimal('12'), -4)).toEqual(decimal('0', '0012'))
    expect(shift(decimal('123', '4', true), -1)).toEqual(decimal('12', '34', true))
  })
})

describe('round', () => {
  it('rounds halves away from zero, and carries over nines', () => {
    expect(round(decimal('0', '44'), 1)).toEqual(decimal('0', '4'))
    expect(round(decimal('0', '45'), 1)).toEqual(decimal('0', '5'))
    expect(round(decimal('2', '5', true), 0)).toEqual(decimal('3', '', true))
    expect(round(decimal('199', '96'), 1)).toEqual(decimal('200', '0'))
    expect(round(decimal('99', '5'), 0)).toEqual(decimal('100'))
    expect(round(decimal('909', '9'), 0)).toEqual(decimal('910'))
  })

  it('appends zeros if there are fewer digits', () => {
    expect(round(decimal('7'), 2)).toEqual(decimal('7', '00'))
  })
})

describe('isZero', () => {
  it('checks every digit on both sides of the point', () => {
    expect(isZero(decimal('0'))).toBe(true)
    expect(isZero(decimal('0', '000', true))).toBe(true)
    expect(isZero(decimal('0', '001'))).toBe(false)
    expect(isZero(decimal('10', '0'))).toBe(false)
  })
})
