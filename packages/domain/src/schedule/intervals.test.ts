import { describe, expect, it } from 'vitest'
import { DEFAULT_REFRESH_INTERVALS, offeredIntervals, usableIntervals } from './intervals.ts'

describe('the refresh intervals', () => {
  it('are these, in seconds, unless an installation names others (OPEN-04)', () => {
    expect(DEFAULT_REFRESH_INTERVALS).toEqual([
      60, 300, 600, 900, 1800, 3600, 7200, 10800, 14400, 18000, 21600, 25200, 28800, 32400, 36000, 39600, 43200, 86400, 604800,
      1209600, 2592000,
    ])
  })

  it('leave out what is under 30 seconds (OPEN-04, SCHED-04)', () => {
    expect(usableIntervals([3600, 29, 30, 1, 0, 3600])).toEqual([30, 3600])
    expect(offeredIntervals([1, 29, 30], null)).toEqual([null, 30])
  })

  it('are those configured, narrowed by the shortest that the installation allows (SCHED-05, OPEN-06)', () => {
    expect(offeredIntervals([60, 3600, 86400], null)).toEqual([null, 60, 3600, 86400])
    expect(offeredIntervals(DEFAULT_REFRESH_INTERVALS, null)).toEqual([null, ...DEFAULT_REFRESH_INTERVALS])
    expect(offeredIntervals([60, 3600, 86400], null, 3600)).toEqual([null, 3600, 86400])
  })

  it('keep the one in force, so that a schedule can be seen and saved as it is (SCHED-05)', () => {
    expect(offeredIntervals([60, 3600], 120, 3600)).toEqual([null, 120, 3600])
    expect(offeredIntervals([60, 3600], 60)).toEqual([null, 60, 3600])
  })
})
