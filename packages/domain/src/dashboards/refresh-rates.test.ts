import { describe, expect, it } from 'vitest'
import { DEFAULT_DASHBOARD_RATES, offeredRates, rateInUrl } from './refresh-rates.ts'

describe('the refresh rates of dashboards', () => {
  it('are seven, from a minute to a day (OPEN-05)', () => {
    expect(DEFAULT_DASHBOARD_RATES).toEqual([60, 300, 600, 1800, 3600, 43_200, 86_400])
  })

  it('are disabled where the installation allows none so short (DASH-31, OPEN-06)', () => {
    expect(offeredRates([60, 3600], 3600)).toEqual([
      { seconds: 60, isAllowed: false },
      { seconds: 3600, isAllowed: true },
    ])
    expect(offeredRates(DEFAULT_DASHBOARD_RATES, 30).every(({ isAllowed }) => isAllowed)).toBe(true)
  })

  it('are at least 30 seconds, whatever the URL asks for (DASH-20, SHARE-15)', () => {
    expect(['60', '30', '45.9'].map((text) => rateInUrl(text, 30))).toEqual([60, 30, 45])
    expect(['29', '1', '0'].map((text) => rateInUrl(text, 30))).toEqual([30, 30, 30])
    expect(['60', '300'].map((text) => rateInUrl(text, 120))).toEqual([120, 300])
  })

  it('are null where the URL asks for none, or for what is no number of seconds (DASH-33)', () => {
    for (const text of [undefined, '', 'often', '-60', '1e3', '99999999']) expect(rateInUrl(text, 30), text).toBeNull()
  })
})
