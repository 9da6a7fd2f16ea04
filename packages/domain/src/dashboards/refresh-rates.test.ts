import { describe, expect, it } from 'vitest'
import { DEFAULT_DASHBOARD_RATES, offeredRates, rateInAddress } from './refresh-rates.ts'

describe('the refresh rates of dashboards', () => {
  it('OPEN-05 are seven, from a minute to a day', () => {
    expect(DEFAULT_DASHBOARD_RATES).toEqual([60, 300, 600, 1800, 3600, 43_200, 86_400])
  })

  it('DASH-31 OPEN-06 are disabled where the policy does not allow them', () => {
    const hourly = { allowsInterval: (seconds: number) => seconds >= 3600 }
    expect(offeredRates([60, 3600], hourly)).toEqual([
      { seconds: 60, isAllowed: false },
      { seconds: 3600, isAllowed: true },
    ])
    expect(offeredRates(DEFAULT_DASHBOARD_RATES).every(({ isAllowed }) => isAllowed)).toBe(true)
  })

  it.each([
    ['60', 60],
    ['30', 30],
    ['29', 30],
    ['0', 30],
    ['45.9', 45],
  ])('DASH-20 SHARE-15 an address that asks for %s seconds gets %d', (text, seconds) => {
    expect(rateInAddress(text)).toBe(seconds)
  })

  it.each([undefined, '', 'often', '-60', '1e3', '99999999'])('DASH-33 an address with %j asks for none', (text) => {
    expect(rateInAddress(text)).toBeNull()
  })
})
