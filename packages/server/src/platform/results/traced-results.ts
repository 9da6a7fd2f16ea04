import type { Readable } from 'node:stream'
import { finished } from 'node:stream'
import type { Tracing } from '../tracing/tracing.ts'
import type { Results } from './results.ts'

/** The same results, which record a span for each read of a file; that of a stream ends with the stream. */
export function tracedResults(results: Results, tracing: Tracing): Results {
  if (!tracing.isOn) return results

  const facts = (read: string) => ({ name: 'result read', attributes: { 'sightline.result.read': read } })
  const traced =
    <Args extends unknown[], Value>(read: string, work: (...args: Args) => Promise<Value>) =>
    (...args: Args) =>
      tracing.within(facts(read), () => work(...args))
  const streamed =
    <Args extends unknown[]>(read: string, open: (...args: Args) => Readable) =>
    (...args: Args) => {
      const span = tracing.begin(facts(read))
      const stream = span.enter(() => open(...args))
      finished(stream, (error) => {
        if (error) span.fail('code' in error && typeof error.code === 'string' ? error.code : error.name)
        span.end()
      })
      return stream
    }

  return {
    check: results.check,
    window: traced('window', results.window),
    distinct: traced('distinct', results.distinct),
    pairs: traced('pairs', results.pairs),
    profile: traced('profile', results.profile),
    profiles: traced('profiles', results.profiles),
    extremes: traced('extremes', results.extremes),
    columns: traced('columns', results.columns),
    groups: traced('groups', results.groups),
    jsonRows: streamed('json', results.jsonRows),
    delimited: streamed('delimited', results.delimited),
    workbook: traced('workbook', results.workbook),
    parquet: traced('parquet', results.parquet),
    answers: results.answers,
    close: results.close,
  }
}
