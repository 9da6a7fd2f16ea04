import { describe, expect, it } from 'vitest'
import {
  DEFAULT_DASHBOARD_RATES,
  DEFAULT_REFRESH_INTERVALS,
  offeredIntervals,
  offeredRates,
  rateInUrl,
  usableIntervals,
} from './intervals.ts'

describe('the refresh intervals', () => {
  it('are the default ones, in seconds, unless others are configured (OPEN-04)', () => {
    expect(DEFAULT_REFRESH_INTERVALS).toEqual([
      60, 300, 600, 900, 1800, 3600, 7200, 10800, 14400, 18000, 21600, 25200, 28800, 32400, 36000, 39600, 43200, 86400, 604800,
      1209600, 2592000,
    ])
  })

  it('do not include less than 30 seconds (OPEN-04, SCHED-04)', () => {
    expect(usableIntervals([3600, 29, 30, 1, 0, 3600])).toEqual([30, 3600])
    expect(offeredIntervals([1, 29, 30], null)).toEqual([null, 30])
  })

  it('are the configured ones, limited by the configured minimum (SCHED-05, OPEN-06)', () => {
    expect(offeredIntervals([60, 3600, 86400], null)).toEqual([null, 60, 3600, 86400])
    expect(offeredIntervals(DEFAULT_REFRESH_INTERVALS, null)).toEqual([null, ...DEFAULT_REFRESH_INTERVALS])
    expect(offeredIntervals([60, 3600, 86400], null, 3600)).toEqual([null, 3600, 86400])
  })

  it('include the current one, so that a schedule can be displayed and saved unchanged (SCHED-05)', () => {
    expect(offeredIntervals([60, 3600], 120, 3600)).toEqual([null, 120, 3600])
    expect(offeredIntervals([60, 3600], 60)).toEqual([null, 60, 3600])
  })
})

describe('the refresh rates of dashboards', () => {
  it('are seven by default, from a minute to a day (OPEN-05)', () => {
    expect(DEFAULT_DASHBOARD_RATES).toEqual([60, 300, 600, 1800, 3600, 43_200, 86_400])
  })

  it('are disabled if they are below the configured minimum (DASH-31, OPEN-06)', () => {
    expect(offeredRates([60, 3600], 3600)).toEqual([
      { seconds: 60, isAllowed: false },
      { seconds: 3600, isAllowed: true },
    ])
    expect(offeredRates(DEFAULT_DASHBOARD_RATES, 30)).toEqual(
      DEFAULT_DASHBOARD_RATES.map((seconds) => ({ seconds, isAllowed: true })),
    )
  })

  it('are at least 30 seconds, whatever the URL requests (DASH-20, SHARE-15)', () => {
    expect(['60', '30', '45.9'].map((text) => rateInUrl(text, 30))).toEqual([60, 30, 45])
    expect(['29', '1', '0'].map((text) => rateInUrl(text, 30))).toEqual([30, 30, 30])
    expect(['60', '300'].map((text) => rateInUrl(text, 120))).toEqual([120, 300])
  })

  it('are null if the URL requests none, or if the value is not a number of seconds (DASH-33)', () => {
    for (const text of [undefined, '', 'often', '-60', '1e3', '99999999']) expect(rateInUrl(text, 30), text).toBeNull()
  })
})
