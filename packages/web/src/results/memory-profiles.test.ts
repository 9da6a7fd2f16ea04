import type { Cell } from '@sightline/contract/results.ts'
import { describe, expect, it } from 'vitest'
import { briefProfile } from './memory-profiles.ts'

const counts = (cells: readonly Cell[], type: 'integer' | 'float' | 'date' | 'datetime', timeZone = 'UTC') =>
  briefProfile(cells, type, timeZone).bars.map(({ count }) => count)

describe('the brief profile of rows at hand (OPEN-236)', () => {
  it('has bars of numbers with the values that each begins and ends with, and leaves out what is not finite', () => {
    expect(briefProfile([1, 3, 3, null, 'NaN'], 'integer', 'UTC')).toEqual({
      ...{ rows: 5, nulls: 2, distinct: 2, is_distinct_exact: true, min: 1, max: 3, frequent: [] },
      bars: [
        { count: 1, min: 1, max: 1 },
        { count: 0, min: 2, max: 2 },
        { count: 2, min: 3, max: 3 },
      ],
    })
    expect(briefProfile([0, '12345678901234567890'], 'float', 'UTC')).toMatchObject({ min: 0, max: '12345678901234567890' })
    expect(counts([0, 1], 'float')).toHaveLength(20)
  })

  it('has bars of days on the clock of the reader, and equal ranges of times within less than two days', () => {
    const times = ['2024-03-30T22:30:00Z', '2024-03-30T23:30:00Z', '2024-04-02T12:00:00Z']
    expect(counts(times, 'datetime')).toEqual([2, 0, 0, 1])
    expect(counts(times, 'datetime', 'Europe/Berlin')).toEqual([1, 1, 0, 1])
    expect(counts(times.slice(0, 2), 'datetime')).toHaveLength(20)
    expect(briefProfile(['2024-01-01', '2024-12-01', 'unknown'], 'date', 'UTC')).toMatchObject({
      ...{ min: '2024-01-01', max: '2024-12-01', distinct: 3 },
      bars: { length: 12, 0: { count: 1, min: '2024-01-01', max: '2024-01-31' } },
    })
  })

  it('has the frequent values of texts and booleans', () => {
    expect(briefProfile(['b', 'a', 'b', null], 'string', 'UTC')).toMatchObject({
      ...{ nulls: 1, distinct: 2, bars: [], min: null },
      frequent: [
        { value: 'b', count: 2 },
        { value: 'a', count: 1 },
      ],
    })
    expect(briefProfile([null], 'boolean', 'UTC')).toMatchObject({ rows: 1, nulls: 1, distinct: 0, frequent: [] })
    expect(briefProfile([], 'integer', 'UTC')).toMatchObject({ rows: 0, bars: [], min: null })
  })
})
