import type { BriefProfile, Cell } from '@sightline/contract/results.ts'
import { isTimeZone } from '@sightline/domain/format/time-zone.ts'
import { AppError } from '../http/errors.ts'
import { BoundStrings } from './bound-strings.ts'
import { numberCell } from './cells.ts'
import { isNullSql, type SqlColumn, textSql } from './column-sql.ts'
import { shownAlike } from './distinct.ts'
import type { Engine, Selected } from './engine.ts'
import { type Bars, barsOf, barsSql, endsSql, type Profiled } from './profile-bars.ts'
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
/** Comparing is quicker than dividing. */
const SAMPLED_HASHES = 2n ** 64n / BigInt(SAMPLED)
/** If there are more values than this among those, their number is an estimate, which is off by less than 2 % as a rule. */
const MAX_COUNTED = 4000
/** The rows among which frequent values are looked for if a column has very many values. */
const CANDIDATE_ROWS = 10_000
/** So often a value occurs among them if it is worth counting. */
const MIN_OCCURRENCES = 3

/** The findings of the first statement in a column. */
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
 * Brief profiles of columns, in the order of the request. Each statement reads all columns, and evaluates a search and filters once.
 * @throws AppError `invalid_input` for an unknown time zone or an invalid filter
 */
export async function briefProfiles(
  engine: Engine,
  path: string,
  result: StoredResult,
  ask: ProfilesRequest,
): Promise<BriefProfile[]> {
  if (!isTimeZone(ask.timeZone))
    throw new AppError('invalid_input', { reason: `"${ask.timeZone}" is not the name of a time zone.` })
  const columns = ask.columns.map((index): Profiled => {
    const column = sqlColumnAt(result.columns, index)
    return { index, column, kind: kindOf(column, result.columns[index]?.type ?? null) }
  })
  const totals = await readTotals(engine, path, result, ask, columns)
  const [scales, values] = await Promise.all([
    readScales(engine, path, result, ask, columns, totals),
    readValues(engine, path, result, ask, columns, totals),
  ])
  return columns.map((_, at): BriefProfile => {
    const { rows = 0, nulls = 0, many = null } = totals[at] ?? {}
    const { distinct, ...scale } = scales[at] ?? noScale
    const { total = 0, frequent = [] } = values.get(at) ?? {}
    return { rows, nulls, distinct: many ?? distinct ?? total, is_distinct_exact: many === null, ...scale, frequent }
  })
}

const noScale = { distinct: null, min: null, max: null, bars: [] }

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
function rowsSql(
  result: StoredResult,
  ask: ProfilesRequest,
  columns: readonly Pick<Profiled, 'column'>[],
  texts: BoundStrings,
) {
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
  const selected = columns.map((profiled) => {
    const { column } = profiled
    return [
      `count(*) FILTER (WHERE ${isNullSql(column)})::INTEGER`,
      ...endsSql(profiled),
      result.rowCount <= FEW_ROWS ? '0' : differentSql(column, true),
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

/** The bars of numbers and times with their ends, and the numbers of different ones that are few; null for other columns. */
async function readScales(
  engine: Engine,
  path: string,
  result: StoredResult,
  ask: ProfilesRequest,
  columns: readonly Profiled[],
  totals: readonly Totals[],
): Promise<(Pick<BriefProfile, 'min' | 'max' | 'bars'> & { distinct: number | null })[]> {
  const texts = new BoundStrings()
  const all: (Bars | null)[] = []
  for (const [at, profiled] of columns.entries()) {
    const { low, high } = totals[at] ?? { low: null, high: null }
    all.push(await barsOf(result.columns, profiled, { low, high }, ask.timeZone, texts))
  }
  const selected = columns.map(({ column, kind }, at) => {
    const bars = all[at] ?? null
    const { ref, storage } = column
    // Numbers in texts are compared as numbers.
    const [least, greatest] =
      storage.kind === 'number_text'
        ? ['arg_min', 'arg_max'].map((end) => `${end}(${ref}, ${bars?.value})`)
        : ['min', 'max'].map((end) => `${end}(${shownAlike(column)})`)
    const text = (end: string | undefined) =>
      bars === null || bars.ends !== null ? 'NULL' : textSql({ ref: `(${end})`, storage })
    return [
      bars === null ? 'NULL' : barsSql(bars),
      text(least),
      text(greatest),
      kind === 'value' || totals[at]?.many !== null ? 'NULL' : differentSql(column, false),
    ]
  })
  if (selected.flat().every((one) => one === 'NULL')) return columns.map(() => noScale)
  const where = conditionSql(result.columns, ask, texts)
  const cells = await engine.all(`SELECT ${selected.flat().join(', ')} FROM ${RESULT_TABLE} ${where}`, [path, ...texts.values])
  return columns.map(({ column }, at) => {
    const [json = null, least = null, greatest = null, distinct = null] = cells
      .slice(4 * at, 4 * at + 4)
      .map(([cell = null]) => cell)
    const cell = (text: Selected) => (typeof text === 'string' ? cellOfText(text, column) : null)
    const counts: number[] = typeof json === 'string' ? JSON.parse(json) : []
    const ends = all[at]?.ends ?? [cell(least), cell(greatest)]
    return {
      ...{ min: ends[0], max: ends[1], distinct: typeof distinct === 'number' ? distinct : null },
      bars: (all[at]?.bars ?? []).map((bar, place) => ({ ...bar, count: counts[place] ?? 0 })),
    }
  })
}

/** The frequent values of the other columns by their places, with the number of different ones if all are counted. */
async function readValues(
  engine: Engine,
  path: string,
  result: StoredResult,
  ask: ProfilesRequest,
  columns: readonly Profiled[],
  totals: readonly Totals[],
): Promise<Map<number, { total: number; frequent: BriefProfile['frequent'] }>> {
  const values = columns.flatMap(({ column, kind }, at) => (kind === 'value' ? [{ column, at }] : []))
  const found = new Map(values.map(({ at }) => [at, { total: 0, frequent: [] as BriefProfile['frequent'] }]))
  if (values.length === 0) return found
  const texts = new BoundStrings()
  const rows = rowsSql(result, ask, values, texts)
  const parts = values.map(({ column, at }) => {
    const { many = null, rows: count = 0 } = totals[at] ?? {}
    return many === null ? valuesSql(column, rows.name, at) : frequentSql(column, rows.name, at, count)
  })
  const [places = [], counts = [], different = [], shown = []] = await engine.all(
    `${rows.before} ${parts.join(' UNION ALL ')}`,
    [path, ...texts.values],
  )
  for (const [row, place] of places.entries()) {
    const [of, text] = [found.get(Number(place)), shown[row]]
    const column = columns[Number(place)]?.column
    if (of === undefined || column === undefined) continue
    of.total = Number(different[row] ?? 0)
    if (typeof text === 'string' && text.length <= MAX_TEXT)
      of.frequent.push({ value: cellOfText(text, column), count: Number(counts[row]) })
  }
  for (const { frequent } of found.values()) frequent.sort((one, other) => other.count - one.count)
  return found
}

/** Frequent values, with the number of different ones. Selects the place of the column, rows, that number, and the text. */
function valuesSql(column: SqlColumn, from: string, at: number): string {
  const text = textSql({ ref: 'value', storage: column.storage })
  return `(SELECT ${at} AS place, n, total, ${text} AS text FROM (
      SELECT value, count(*)::INTEGER AS n, (count(*) OVER ())::INTEGER AS total
      FROM (SELECT ${shownAlike(column)} AS value FROM ${from}) WHERE value IS NOT NULL GROUP BY value)
    ORDER BY length(${text}) > ${MAX_TEXT}, n DESC, value LIMIT ${MAX_FREQUENT})`
}

/** Frequent values of a column with very many: some rows tell which they are, and all rows how frequent. */
function frequentSql(column: SqlColumn, from: string, at: number, rows: number): string {
  const value = shownAlike(column)
  const step = Math.max(1, Math.floor(rows / CANDIDATE_ROWS))
  return `SELECT ${at} AS place, count(*)::INTEGER AS n, NULL::INTEGER AS total, ${textSql({ ref: 'value', storage: column.storage })} AS text
    FROM (SELECT ${value} AS value FROM ${from}) WHERE value IN (
      SELECT value FROM (SELECT ${value} AS value FROM ${from} WHERE hash(${ROW_NUMBER}) % ${step} = 0)
      WHERE length(value) <= ${MAX_TEXT} GROUP BY value HAVING count(*) >= ${MIN_OCCURRENCES}
      ORDER BY count(*) DESC, value LIMIT ${MAX_FREQUENT})
    GROUP BY value`
}

/** An SQL aggregate of the number of different values. @param isSample whether only those with some hashes are counted */
function differentSql(column: SqlColumn, isSample: boolean): string {
  const { ref, storage } = column
  const isTime = storage.kind === 'timestamp' || storage.kind === 'instant'
  // Quicker than the text of a value, and infinities have no milliseconds.
  const far = `CASE WHEN ${ref} IS NOT NULL THEN CASE WHEN ${ref}::VARCHAR = 'infinity' THEN 9e18 ELSE -9e18 END::BIGINT END`
  const value = isTime ? `coalesce(epoch_ms(${ref}), ${far})` : storage.kind === 'double' ? ref : shownAlike(column)
  const conditions = [
    ...(storage.kind === 'double' ? [`isfinite(${ref})`] : []),
    ...(isSample ? [`hash(${value}) < ${SAMPLED_HASHES}`] : []),
  ]
  const filter = conditions.length === 0 ? '' : ` FILTER (WHERE ${conditions.join(' AND ')})`
  return `count(DISTINCT ${value})${filter}::INTEGER`
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
