import { describe, expect, it } from 'vitest'
import { rowsOf } from '../../testing/rows-of.ts'
import { json, stubbedSource } from '../../testing/stubbed-source.ts'
import prometheus, { prometheusQuery } from './index.ts'

it('warns about native histograms, which have no single value', async () => {
  const result = [
    { metric: { job: 'a' }, value: [1, '2'] },
    { metric: { job: 'b' }, histogram: [1, { count: '3', sum: '4', buckets: [[0, '0', '1', '3']] }] },
  ]
  const { run } = await stubbedSource(
    prometheus,
    ({ url }) => ({ url }),
    () => json({ status: 'success', data: { resultType: 'vector', result } }),
  )
  const answer = await run('rate(took_seconds[5m])')
  expect(await rowsOf(answer)).toEqual([['1970-01-01T00:00:01.000', 2, 'a']])
  expect(answer.log?.()).toEqual([
    'Native histograms of 1 series are left out: take numbers from them, as with histogram_quantile().',
  ])
})

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
