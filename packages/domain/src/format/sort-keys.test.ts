import { describe, expect, it } from 'vitest'
import { plainMarks } from './number.ts'
import { sortKeys } from './sort-keys.ts'

const plain = { numberMarks: plainMarks, datePatterns: ['DD/MM/YY', 'DD/MM/YY HH:mm'] }
const german = { numberMarks: { thousands: '.', decimal: ',' }, datePatterns: ['DD.MM.YYYY'] }

describe('the sort keys of formatted values', () => {
  it('are the numbers that they stand for, in the marks of the organization and with equal units (OPEN-488)', () => {
    expect(sortKeys(['1,000', '9', '-5.25', ''], plain)).toEqual([1000, 9, -5.25, null])
    expect(sortKeys(['1.234.567,50', '9,25'], german)).toEqual([1234567.5, 9.25])
    expect(sortKeys(['€ 12', '-€ 3', '€ -1,200'], plain)).toEqual([12, -3, -1200])
    expect(sortKeys(['12.5%', '7%'], plain)).toEqual([12.5, 7])
  })

  it('are the times of dates in their format (OPEN-488)', () => {
    expect(sortKeys(['31/01/26', '01/02/26'], plain)).toEqual([Date.UTC(2026, 0, 31), Date.UTC(2026, 1, 1)])
    expect(sortKeys(['31/01/26 08:30'], plain)).toEqual([Date.UTC(2026, 0, 31, 8, 30)])
    expect(sortKeys(['31.01.2026', '01.12.2025'], german)).toEqual([Date.UTC(2026, 0, 31), Date.UTC(2025, 11, 1)])
  })

  it('are missing where one of the values is a word or has another unit (OPEN-488)', () => {
    for (const texts of [['12', 'Bern'], ['1.2k', '900'], ['2026-01-31'], ['', ''], []])
      expect(sortKeys(texts, german)).toEqual(texts.map(() => null))
  })
})
