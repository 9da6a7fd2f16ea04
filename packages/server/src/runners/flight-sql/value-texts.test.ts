import { IntervalUnit, TimeUnit } from 'apache-arrow'
import { describe, expect, it } from 'vitest'
import { dateText, decimalText, durationText, intervalText, timestampText, timeText } from './value-texts.ts'

describe('texts of values of Arrow (OPEN-560)', () => {
  it('have all digits of decimals', () => {
    expect(decimalText(-150n, 2)).toBe('-1.50')
    expect(decimalText(-5n, 3)).toBe('-0.005')
    expect(decimalText(0n, 2)).toBe('0.00')
    expect(decimalText(12n, -3)).toBe('12000')
    expect(decimalText(0n, -3)).toBe('0')
    expect(decimalText(10n ** 76n - 1n, 1)).toBe(`${'9'.repeat(75)}.9`)
  })

  it('have dates of both units', () => {
    expect(dateText(-719_162)).toBe('0001-01-01')
    expect(dateText(19_782)).toBe('2024-02-29')
    expect(dateText(-1n)).toBe('1969-12-31')
  })

  it('have all digits of timestamps, before 1970 too, and a Z for those with a zone', () => {
    expect(timestampText(-1n, TimeUnit.NANOSECOND, false)).toBe('1969-12-31 23:59:59.999999999')
    expect(timestampText(1_709_296_200_250n, TimeUnit.MILLISECOND, true)).toBe('2024-03-01 12:30:00.25Z')
    expect(timestampText(0n, TimeUnit.SECOND, false)).toBe('1970-01-01 00:00:00')
  })

  it('show a timestamp beyond the calendar as its number', () => {
    expect(timestampText(2n ** 63n - 1n, TimeUnit.MICROSECOND, false)).toBe(String(2n ** 63n - 1n))
    expect(dateText(2 ** 31 - 1)).toBe(String(2 ** 31 - 1))
  })

  it('have times of day', () => {
    expect(timeText(86_399_999_999_999n, TimeUnit.NANOSECOND)).toBe('23:59:59.999999999')
    expect(timeText(0n, TimeUnit.SECOND)).toBe('00:00:00')
  })

  it('have spans of time in ISO 8601', () => {
    expect(durationText(5_400_500n, TimeUnit.MILLISECOND)).toBe('PT1H30M0.5S')
    expect(durationText(-1n, TimeUnit.SECOND)).toBe('PT-1S')
    expect(durationText(0n, TimeUnit.NANOSECOND)).toBe('PT0S')
    expect(intervalText(Int32Array.of(-14), IntervalUnit.YEAR_MONTH)).toBe('P-1Y-2M')
    expect(intervalText(Int32Array.of(3, 500), IntervalUnit.DAY_TIME)).toBe('P3DT0.5S')
    // 2 months, -1 day, and 2^32 + 1 nanoseconds.
    expect(intervalText(Int32Array.of(2, -1, 1, 1), IntervalUnit.MONTH_DAY_NANO)).toBe('P2M-1DT4.294967297S')
    expect(intervalText(Int32Array.of(0, 0, -1, -1), IntervalUnit.MONTH_DAY_NANO)).toBe('PT-0.000000001S')
  })
})
