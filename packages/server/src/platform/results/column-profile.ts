import type { ColumnProfile } from '@sightline/contract/result-profiles.ts'
import { BoundStrings } from './bound-strings.ts'
import { cellSql, isNullSql, type SqlColumn } from './column-sql.ts'
import { shownAlike } from './distinct.ts'
import type { Engine, Parameter } from './engine.ts'
import { type MeasureSql, measureSql, numberSql } from './measure-sql.ts'
import { cellOf, RESULT_TABLE, sqlColumnAt } from './result-table.ts'
import type { ProfileRequest, StoredResult } from './results.ts'
import { conditionSql } from './windows.ts'

/** Bars of a histogram, unless there are fewer whole numbers or days from the smallest to the largest. */
const BINS = 20
const MAX_FREQUENT = 5

/** The contents of a column, in the rows that match a search and filters. */
export async function columnProfile(
  engine: Engine,
  path: string,
  result: StoredResult,
  ask: ProfileRequest,
): Promise<ColumnProfile> {
  const column = sqlColumnAt(result.columns, ask.column)
  const texts = new BoundStrings()
  const from = `${RESULT_TABLE} ${conditionSql(result.columns, ask, texts)}`
  const rows: Rows = { engine, from, parameters: [path, ...texts.values] }
  const [{ low, high, ...totals }, values] = await Promise.all([readTotals(rows, column), readFrequent(rows, column)])
  return { ...totals, ...values, histogram: low === null || high === null ? [] : await readHistogram(rows, column, low, high) }
}

/** The rows of a result that match. */
interface Rows {
  engine: Engine
  /** SQL of the table with its condition. */
  from: string
  parameters: Parameter[]
}

/** A place on a scale: a number, days or microseconds; null for columns without an order that a histogram could show. */
function placeSql(column: SqlColumn): string | null {
  const { ref, storage } = column
  switch (storage.kind) {
    case 'date':
      return `CASE WHEN isfinite(${ref}) THEN date_diff('day', DATE '1970-01-01', ${ref})::DOUBLE END`
    case 'timestamp':
    case 'instant':
      return `CASE WHEN isfinite(${ref}) THEN epoch_us(${ref})::DOUBLE END`
    case 'text':
    case 'json':
    case 'boolean':
      return null
    default:
      return numberSql(column)
  }
}

async function readTotals({ engine, from, parameters }: Rows, column: SqlColumn) {
  const place = placeSql(column)
  const measures = place === null ? [] : (['min', 'max', 'avg', 'median'] as const).map((kind) => measureSql(kind, column))
  const aggregates = [
    'count(*)::INTEGER AS rows',
    `count(*) FILTER (WHERE ${isNullSql(column)})::INTEGER AS nulls`,
    ...(place === null ? [] : [`min(${place}) AS low`, `max(${place}) AS high`]),
    ...measures.map(({ aggregate }, at) => `${aggregate} AS m${at}`),
  ]
  const selected = ['rows', 'nulls', ...(place === null ? [] : ['low', 'high']), ...measures.map(shownMeasure)]
  const [rows = [], nulls = [], low = [], high = [], ...values] = await engine.all(
    `SELECT ${selected.join(', ')} FROM (SELECT ${aggregates.join(', ')} FROM ${from})`,
    parameters,
  )
  const [min = null, max = null, mean = null, median = null] = measures.map(({ read }, at) => read(values[at]?.[0] ?? null))
  return {
    rows: Number(rows[0]),
    nulls: Number(nulls[0]),
    low: numberOf(low[0]),
    high: numberOf(high[0]),
    min,
    max,
    mean: numberOf(mean),
    median: numberOf(median),
  }
}

const numberOf = (value: unknown): number | null => (typeof value === 'number' ? value : null)

/** The expression that is selected for a measure, after all of its steps. */
const shownMeasure = ({ steps, cell }: MeasureSql, at: number): string => cell(steps.reduce((ref, step) => step(ref), `m${at}`))

async function readFrequent({ engine, from, parameters }: Rows, column: SqlColumn) {
  const order = 'rows DESC, value'
  const [totals = [], counts = [], values = []] = await engine.all(
    `WITH found AS MATERIALIZED (
       SELECT value, count(*) AS rows FROM (SELECT ${shownAlike(column)} AS value FROM ${from}) WHERE value IS NOT NULL GROUP BY value
     )
     SELECT (SELECT count(*) FROM found)::INTEGER, rows::INTEGER, ${cellSql({ ref: 'value', storage: column.storage })}
     FROM (FROM found ORDER BY ${order} LIMIT ${MAX_FREQUENT}) ORDER BY ${order}`,
    parameters,
  )
  return {
    distinct: Number(totals[0] ?? 0),
    frequent: values.map((value, index) => ({ value: cellOf(value, column), count: Number(counts[index]) })),
  }
}

/** The number of values in equal ranges between two places. */
async function readHistogram(
  { engine, from, parameters }: Rows,
  column: SqlColumn,
  low: number,
  high: number,
): Promise<number[]> {
  const place = placeSql(column)
  const span = high - low
  // The distance between the smallest and the largest double is infinite.
  if (place === null || !Number.isFinite(span)) return []
  const isWhole = ['int32', 'int64', 'date'].includes(column.storage.kind)
  const bins = span === 0 ? 1 : isWhole && span < BINS ? span + 1 : BINS
  const offset = `(place - ${low}::DOUBLE)`
  const bin = bins === span + 1 ? offset : `least(${bins - 1}, floor(${offset} / ${span}::DOUBLE * ${bins}))`
  const [at = [], counts = []] = await engine.all(
    `SELECT (${bin})::INTEGER AS bin, count(*)::INTEGER FROM (SELECT ${place} AS place FROM ${from})
     WHERE place IS NOT NULL GROUP BY bin`,
    parameters,
  )
  const histogram = Array.from({ length: bins }, () => 0)
  for (const [index, one] of at.entries()) histogram[Number(one)] = Number(counts[index])
  return histogram
}
