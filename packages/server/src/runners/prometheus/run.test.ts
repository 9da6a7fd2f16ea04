import { describe, expect, it } from 'vitest'
import { prometheusQuery } from './run.ts'

const NOW = 1_700_000_000
const read = (text: string) => {
  const { isRange, params } = prometheusQuery(text, NOW)
  return { isRange, ...Object.fromEntries(params) }
}

describe('the query of Prometheus', () => {
  it('is an expression alone', () => {
    expect(read(' up{job="a"} ')).toEqual({ isRange: false, query: 'up{job="a"}' })
  })

  it('is one over a range with a step, which ends now unless it says when', () => {
    expect(read('query=up&start=1699990000&step=15s')).toEqual({
      isRange: true,
      query: 'up',
      start: '1699990000',
      step: '15s',
      end: String(NOW),
    })
    expect(read('query=up&step=15s&end=5')).toMatchObject({ end: '5' })
    expect(read('query=up&time=5')).toEqual({ isRange: false, query: 'up', time: '5' })
  })

  it('may stand on several lines', () => {
    expect(read('query=sum(\n  up\n)&step= 1m ')).toMatchObject({ query: 'sum( up )', step: '1m' })
  })

  it.each([
    ['now', String(NOW)],
    ['2023-11-14', '1699920000'],
    ['2023-11-14 22:13:20', '1700000000.000'],
    ['2023-11-14T22:13:20.5Z', '1700000000.500'],
    ['2023-11-14T23:13:20 01:00', '1700000000.000'],
    ['2023-11-14T21:13:20-01:00', '1700000000.000'],
    [' 1700000000.25 ', '1700000000.25'],
  ])('takes %j for a time', (text, seconds) => {
    for (const name of ['start', 'end', 'time'])
      expect(Object.fromEntries(prometheusQuery(`query=up&${name}=${text}`, NOW).params)[name], name).toBe(seconds)
    expect(Object.fromEntries(prometheusQuery(`query=up&timeout=${text}`, NOW).params).timeout).toBe(text.trim())
  })
})
