import type { BriefProfile, Cell } from '@sightline/contract/results.ts'
import { BoundStrings } from './bound-strings.ts'
import { numberCell } from './cells.ts'
import { isNullSql, type SqlColumn, textSql } from './column-sql.ts'
import { shownAlike } from './distinct.ts'
import type { Engine, Selected } from './engine.ts'
import { numberSql } from './measure-sql.ts'
import { type Bars, barsOf, barsSql, clockSql } from './profile-bars.ts'
import { RESULT_TABLE, ROW_NUMBER, sqlColumnAt } from './result-table.ts'
import type { ProfilesRequest, StoredResult } from './results.ts'
import { conditionSql } from './windows.ts'

const MAX_FREQUENT = 5
/** Characters of a frequent value: longer texts, such as documents, would make large answers of what a head has no room for. */
const MAX_TEXT = 500
/** Up to this many rows, all different values are counted. */
const FEW_ROWS = 100_000
/** Otherwise the values with one hash of so many are counted first; they are sampled alike, however often each occurs. */
const SAMPLED = 16
/** If there are more values than this among those, their number is an estimate, which is off by less than 2 % as a rule. */
const MAX_COUNTED = 4000
/** The rows among which frequent values are looked for if a column has very many values. */
const CANDIDATE_ROWS = 10_000
/** So often a value occurs among them if it is worth counting. */
const MIN_OCCURRENCES = 3

/** A requested column. */
export interface Profiled {
  index: number
  column: SqlColumn
  kind: 'number' | 'time' | 'value'
}

/** What the first statement finds in a column. */
interface Totals {
  rows: number
  nulls: number
  /** Numbers, or microseconds of times; null without any. */
  low: number | null
  high: number | null
  /** An estimate of the number of different values; null if they are few, and are counted. */
  many: number | null
}

/**
 * Brief profiles of columns, in the order of the request. Two statements read all columns, each of which evaluates a search and
 * filters once.
 * @throws AppError `invalid_input` for an unknown time zone or an invalid filter
 */
export async function briefProfiles(
  engine: Engine,
  path: string,
  result: StoredResult,
  ask: ProfilesRequest,
): Promise<BriefProfile[]> {
  const columns = ask.columns.map((index): Profiled => {
    const column = sqlColumnAt(result.columns, index)
    return { index, column, kind: kindOf(column, result.columns[index]?.type ?? null) }
  })
  const totals = await readTotals(engine, path, result, ask, columns)
  const texts = new BoundStrings()
  const bars: (Bars | null)[] = []
  for (const [at, profiled] of columns.entries())
    bars.push(await barsOf(result.columns, profiled, totals[at] ?? noTotals, ask.timeZone, texts))
  const rows = rowsSql(result, ask, columns, texts)
  const parts = columns.flatMap(({ column, kind }, at) => {
    const { many, rows: count } = totals[at] ?? noTotals
    const drawn = bars[at] ?? null
    return [
      ...(drawn === null ? [] : [barsSql(drawn, column, rows.name, at)]),
      ...(kind === 'value'
        ? [many === null ? valuesSql(column, rows.name, at) : frequentSql(column, rows.name, at, count)]
        : []),
      ...(kind !== 'value' && many === null ? [differentSql(column, rows.name, at)] : []),
    ]
  })
  const found =
    parts.length === 0 ? [] : await engine.all(`${rows.before} ${parts.join(' UNION ALL ')}`, [path, ...texts.values])
  return columns.map((profiled, at) => profileOf(profiled, totals[at] ?? noTotals, bars[at] ?? null, foundAt(found, at)))
}

const noTotals: Totals = { rows: 0, nulls: 0, low: null, high: null, many: null }

function kindOf({ storage }: SqlColumn, type: string | null): Profiled['kind'] {
  switch (storage.kind) {
    case 'date':
    case 'timestamp':
    case 'instant':
      return 'time'
    case 'text':
      // Some sources send dates and times as texts.
      return type === 'date' || type === 'datetime' ? 'time' : 'value'
    case 'json':
    case 'boolean':
      return 'value'
    default:
      return 'number'
  }
}

/** The rows that match, as a table with these columns. A condition is evaluated once for all columns of a statement. */
function rowsSql(result: StoredResult, ask: ProfilesRequest, columns: readonly Profiled[], texts: BoundStrings) {
  const where = conditionSql(result.columns, ask, texts)
  if (where === '') return { before: '', name: RESULT_TABLE }
  const refs = [...new Set([...columns.map(({ column }) => column.ref), ROW_NUMBER])]
  return { before: `WITH matching AS MATERIALIZED (SELECT ${refs.join(', ')} FROM ${RESULT_TABLE} ${where})`, name: 'matching' }
}

async function readTotals(
  engine: Engine,
  path: string,
  result: StoredResult,
  ask: ProfilesRequest,
  columns: readonly Profiled[],
): Promise<Totals[]> {
  const texts = new BoundStrings()
  const where = conditionSql(result.columns, ask, texts)
  const selected = columns.map(({ column, kind }) => {
    const place = kind === 'number' ? numberSql(column) : kind === 'time' ? clockSql(column) : 'NULL::DOUBLE'
    const value = shownAlike(column)
    return [
      `count(*) FILTER (WHERE ${isNullSql(column)})::INTEGER`,
      `min(${place})::DOUBLE`,
      `max(${place})::DOUBLE`,
      result.rowCount <= FEW_ROWS ? '0' : `count(DISTINCT ${value}) FILTER (WHERE hash(${value}) % ${SAMPLED} = 0)::INTEGER`,
    ]
  })
  const [[rows = 0] = [], ...cells] = await engine.all(
    `SELECT ${['count(*)::INTEGER', ...selected.flat()].join(', ')} FROM ${RESULT_TABLE} ${where}`,
    [path, ...texts.values],
  )
  const cell = (at: number) => cells[at]?.[0] ?? null
  return columns.map((_, at): Totals => {
    const [nulls, low, high, sampled] = [0, 1, 2, 3].map((offset) => cell(4 * at + offset))
    const filled = Number(rows) - Number(nulls)
    return {
      rows: Number(rows),
      nulls: Number(nulls),
      low: typeof low === 'number' ? low : null,
      high: typeof high === 'number' ? high : null,
      many: Number(sampled) <= MAX_COUNTED ? null : Math.min(filled, Number(sampled) * SAMPLED),
    }
  })
}

/** All frequent values with the number of different ones: those that the statement selects are place, bar, rows, total and two texts. */
function valuesSql(column: SqlColumn, from: string, at: number): string {
  const text = textSql({ ref: 'value', storage: column.storage })
  return `(SELECT ${at}, NULL, n, total, ${text}, NULL FROM (
      SELECT value, count(*)::INTEGER AS n, (count(*) OVER ())::INTEGER AS total
      FROM (SELECT ${shownAlike(column)} AS value FROM ${from}) WHERE value IS NOT NULL GROUP BY value)
    ORDER BY length(${text}) > ${MAX_TEXT}, n DESC, value LIMIT ${MAX_FREQUENT})`
}

/** Frequent values of a column with very many: some rows tell which they are, and all rows how frequent. */
function frequentSql(column: SqlColumn, from: string, at: number, rows: number): string {
  const value = shownAlike(column)
  const step = Math.max(1, Math.floor(rows / CANDIDATE_ROWS))
  return `SELECT ${at}, NULL, count(*)::INTEGER, NULL, ${textSql({ ref: 'value', storage: column.storage })}, NULL
    FROM (SELECT ${value} AS value FROM ${from}) WHERE value IN (
      SELECT value FROM (SELECT ${value} AS value FROM ${from} WHERE hash(${ROW_NUMBER}) % ${step} = 0)
      WHERE length(value) <= ${MAX_TEXT} GROUP BY value HAVING count(*) >= ${MIN_OCCURRENCES}
      ORDER BY count(*) DESC, value LIMIT ${MAX_FREQUENT})
    GROUP BY value`
}

const differentSql = (column: SqlColumn, from: string, at: number): string =>
  `SELECT ${at}, NULL, NULL, count(DISTINCT ${shownAlike(column)})::INTEGER, NULL, NULL FROM ${from}`

/** A row that the second statement selects. */
interface Found {
  bar: number | null
  count: number
  /** The number of different values; null if it is not counted here. */
  total: number | null
  /** A value, or the smallest and the largest one of a bar. */
  texts: [string | null, string | null]
}

function foundAt(selected: readonly Selected[][], at: number): Found[] {
  const [places = [], bars = [], counts = [], totals = [], firsts = [], lasts = []] = selected
  const numberOf = (value: Selected | undefined) => (typeof value === 'number' ? value : null)
  const textOf = (value: Selected | undefined) => (typeof value === 'string' ? value : null)
  return places.flatMap((place, row) =>
    place === at
      ? {
          bar: numberOf(bars[row]),
          count: Number(counts[row] ?? 0),
          total: numberOf(totals[row]),
          texts: [textOf(firsts[row]), textOf(lasts[row])] as [string | null, string | null],
        }
      : [],
  )
}

function profileOf({ column, kind }: Profiled, totals: Totals, bars: Bars | null, found: readonly Found[]): BriefProfile {
  const cell = (text: string | null) => (text === null ? null : cellOfText(text, column))
  const counted = found.find(({ total }) => total !== null)?.total ?? null
  const drawn = drawnBars(bars, found, cell)
  return {
    rows: totals.rows,
    nulls: totals.nulls,
    distinct: totals.many ?? counted ?? 0,
    is_distinct_exact: totals.many === null,
    min: bars?.ends[0] ?? drawn.at(0)?.min ?? null,
    max: bars?.ends[1] ?? drawn.at(-1)?.max ?? null,
    bars: drawn,
    frequent: (kind === 'value' ? found : [])
      .filter(({ texts: [text] }) => text !== null && text.length <= MAX_TEXT)
      .map(({ texts: [text], count }) => ({ value: cell(text), count }))
      .sort((one, other) => other.count - one.count),
  }
}

function drawnBars(bars: Bars | null, found: readonly Found[], cell: (text: string | null) => Cell): BriefProfile['bars'] {
  if (bars === null) return []
  const byBar = new Map(found.flatMap((one) => (one.bar === null ? [] : [[one.bar, one] as const])))
  return Array.from({ length: bars.count }, (_, at) => {
    const { count = 0, texts = [null, null] } = byBar.get(at) ?? {}
    const days = bars.kind === 'days' ? bars.days.bars[at] : undefined
    return { count, ...(days ?? { min: cell(texts[0]), max: cell(texts[1]) }) }
  })
}

/** The cell of a value, from its text. */
function cellOfText(text: string, { storage }: SqlColumn): Cell {
  switch (storage.kind) {
    case 'int32':
    case 'int64':
    case 'decimal':
    case 'number_text':
      return numberCell(text)
    case 'double':
      return Number(text)
    case 'boolean':
      return text === 'true'
    default:
      return text
  }
}
