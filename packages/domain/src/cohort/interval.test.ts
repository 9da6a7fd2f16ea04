import { describe, expect, it } from 'vitest'
import { intervalOf } from './interval.ts'

describe('the interval of cohort groups', () => {
  it('is monthly, weekly or daily by their dates (COHORT-08)', () => {
    expect(intervalOf(['2026-01-01', '2026-02-01', '2026-04-01'])).toBe('monthly')
    expect(intervalOf(['2026-06-30T22:00:00Z', '2026-10-31T23:00:00Z'])).toBe('monthly')
    expect(intervalOf(['2026-01-05', '2026-01-12', '2026-02-02'])).toBe('weekly')
    expect(intervalOf(['2026-01-01', '2026-01-02', '2026-02-01'])).toBe('daily')
  })

  it('is unknown without two different dates (COHORT-08)', () => {
    expect(intervalOf(['2026-01-01', '2026-01-01'])).toBeNull()
    expect(intervalOf(['soon', 'late'])).toBeNull()
  })
})
