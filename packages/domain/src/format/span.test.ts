import { describe, expect, it } from 'vitest'
import { spanText } from './span.ts'

describe('a span of time', () => {
  it.each([
    [0, '0s'],
    [0.0004, '0.4ms'],
    [0.25, '250ms'],
    [0.9996, '1s'],
    [4.25, '4.25s'],
    [42, '42s'],
    [59.999, '1m'],
    [65, '1m 05s'],
    [3599.7, '1h'],
    [3900, '1h 05m'],
    [86_399, '1d'],
    [273_600, '3d 04h'],
    [-3900, '-1h 05m'],
  ])('of %d seconds is %s (CHART-65)', (seconds, text) => {
    expect(spanText(seconds)).toBe(text)
  })

  it('has the decimal separator of the organization (CHART-65)', () => {
    expect(spanText(4.25, ',')).toBe('4,25s')
  })
})
