import { expect, it } from 'vitest'
import { rowsOf } from '../../testing/rows-of.ts'
import { json, stubbedSource } from '../../testing/stubbed-source.ts'
import prometheus from './index.ts'

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
