import { z } from 'zod'
import { placeOf } from '../http/places.ts'
import { QueryError, type RunContext, type RunnerResult } from '../runner.ts'
import { parseJson } from '../values/cells.ts'
import { type DeclaredColumn, type Row, rowsResult } from '../values/rows.ts'
import type { PrometheusOptions } from './options.ts'
import { prometheusQuery } from './query.ts'
import { prometheusClient } from './server.ts'

const Sample = z.tuple([z.number(), z.string()])
const Labels = z.record(z.string(), z.string())
const Series = z.object({
  metric: Labels,
  value: Sample.optional(),
  values: z.array(Sample).optional(),
  /** What a native histogram holds at one time, and at several. */
  histogram: z.unknown().optional(),
  histograms: z.array(z.unknown()).optional(),
})
const Answer = z.object({
  data: z.discriminatedUnion('resultType', [
    z.object({ resultType: z.literal(['vector', 'matrix']), result: z.array(Series) }),
    z.object({ resultType: z.literal(['scalar', 'string']), result: Sample }),
  ]),
  warnings: z.array(z.string()).optional(),
})
type Series = z.output<typeof Series>

/** Series sent at once: an answer that is large is cut up between them. */
const GROUP_SERIES = 200

export async function run(text: string, { config, signal }: RunContext<PrometheusOptions>): Promise<RunnerResult> {
  const { isRange, params } = prometheusQuery(text, Date.now() / 1000)
  const path = isRange ? '/api/v1/query_range' : '/api/v1/query'
  const expression = params.get('query') ?? ''
  const answer = await prometheusClient({ config, signal })
    .ask({ path, body: params })
    .catch((error) => {
      throw placed(error, text, expression)
    })
  const { data, warnings = [] } = Answer.parse(parseJson(await answer.text()))
  const isNumber = data.resultType !== 'string'
  const series = seriesOf(data)
  if (series.length === 0) throw new QueryError('query result is empty.')
  const labels = [...new Set(series.flatMap(({ metric }) => Object.keys(metric)))]
  const columns: DeclaredColumn[] = [
    { name: 'timestamp', as: 'instant' },
    { name: 'value', as: isNumber ? 'float' : 'text' },
    ...labels.map((name): DeclaredColumn => ({ name, as: 'text' })),
  ]
  return rowsResult(columns, groupsOf(series, labels), { log: () => [...warnings, ...histogramsIn(series)] })
}

/** A native histogram is many numbers, and a row has room for one. */
function histogramsIn(series: readonly Series[]): string[] {
  const { length } = series.filter(({ histogram, histograms }) => histogram !== undefined || histograms !== undefined)
  if (length === 0) return []
  return [`Native histograms of ${length} series are left out: take numbers from them, as with histogram_quantile().`]
}

/** A scalar or a text is a series without labels. */
function seriesOf(data: z.output<typeof Answer>['data']): Series[] {
  switch (data.resultType) {
    case 'scalar':
    case 'string':
      return [{ metric: {}, value: data.result }]
    default:
      return data.result
  }
}

function* groupsOf(series: readonly Series[], labels: readonly string[]): Generator<Row[], void, undefined> {
  for (let start = 0; start < series.length; start += GROUP_SERIES)
    yield series.slice(start, start + GROUP_SERIES).flatMap((one) => rowsOfSeries(one, labels))
}

function rowsOfSeries({ metric, value, values }: Series, labels: readonly string[]): Row[] {
  const named = labels.map((label) => metric[label])
  return (values ?? (value ? [value] : [])).map(([seconds, sample]) => [new Date(Math.round(seconds * 1000)), sample, ...named])
}

/** The server tells line and column of the expression, which is somewhere in the text. */
function placed(error: unknown, text: string, expression: string): unknown {
  if (!(error instanceof QueryError)) return error
  const [, line, column] = /\b(\d+):(\d+): parse error/.exec(error.message) ?? []
  const start = text.indexOf(expression)
  if (line === undefined || start < 0) return error
  return new QueryError(error.message, { cause: error, position: start + placeOf(expression, line, column ?? 1) })
}
