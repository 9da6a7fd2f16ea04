import type { BriefProfile } from '@sightline/contract/result-profiles.ts'
import type { Cell } from '@sightline/contract/results.ts'
import { BoundStrings } from './bound-strings.ts'
import { type SqlColumn, textSql } from './column-sql.ts'
import { shownAlike } from './distinct.ts'
import type { Engine } from './engine.ts'
import { matchingRows } from './matching-rows.ts'
import { FEW_ROWS, MAX_FREQUENT, MAX_TEXT } from './profile-totals.ts'
import type { Profiled } from './profiled-column.ts'
import { RESULT_TABLE, ROW_NUMBER } from './result-table.ts'
import type { ProfilesRequest, StoredResult } from './results.ts'
import { conditionSql } from './windows.ts'

/** The rows that tell whether a column seems to have few different values. */
const PROBED_ROWS = 20_000
/** More values than this among them are not few. */
const MAX_PROBED = PROBED_ROWS / 10

/**
 * The texts and booleans that seem to have few different values, which are quicker to count at once than to estimate first. What is
 * counted is exact even if they have many: the first rows only tell what takes less time.
 */
export async function fewValued(
  engine: Engine,
  path: string,
  result: StoredResult,
  ask: ProfilesRequest,
  columns: readonly Profiled[],
): Promise<Profiled[]> {
  const values = columns.filter(({ kind }) => kind === 'value')
  if (result.rowCount <= FEW_ROWS) return values
  const probed = values.filter(({ column }) => column.storage.kind !== 'boolean')
  if (probed.length === 0) return values
  const texts = new BoundStrings()
  const refs = [...new Set(probed.map(({ column }) => column.ref))]
  const where = conditionSql(result.columns, ask, texts)
  // Without a condition, DuckDB reads only the pages with the first rows.
  const some = where === '' ? `WHERE ${ROW_NUMBER} < ${PROBED_ROWS}` : `${where} LIMIT ${PROBED_ROWS}`
  const counts = await engine.all(
    `SELECT ${probed.map(({ column }) => `count(DISTINCT ${column.ref})::INTEGER`).join(', ')}
     FROM (SELECT ${refs.join(', ')} FROM ${RESULT_TABLE} ${some})`,
    [path, ...texts.values],
  )
  const many = new Set(probed.filter((_, at) => Number(counts[at]?.[0]) > MAX_PROBED))
  return values.filter((one) => !many.has(one))
}

/** The profiles of texts and booleans, of which all values are counted. */
export async function groupedProfiles(
  engine: Engine,
  path: string,
  result: StoredResult,
  ask: ProfilesRequest,
  columns: readonly Profiled[],
): Promise<BriefProfile[]> {
  const profiles = columns.map(
    (): BriefProfile => ({
      ...{ rows: 0, nulls: 0, distinct: 0, is_distinct_exact: true },
      ...{ min: null, max: null, bars: [], frequent: [] },
    }),
  )
  if (columns.length === 0) return profiles
  const texts = new BoundStrings()
  const { before, name } = matchingRows(result, ask, columns, texts)
  const parts = columns.map(({ column }, at) => groupsSql(column, name, at))
  const [places = [], ...found] = await engine.all(`${before} ${parts.join(' UNION ALL ')}`, [path, ...texts.values])
  for (const [row, place] of places.entries()) {
    const [profile, column] = [profiles[Number(place)], columns[Number(place)]?.column]
    if (profile === undefined || column === undefined) continue
    const [count, rows, distinct, text] = found.map((values) => values[row] ?? null)
    profile.rows = Number(rows)
    profile.distinct = Number(distinct)
    if (typeof text !== 'string') profile.nulls = Number(count)
    else if (text.length <= MAX_TEXT) profile.frequent.push({ value: cellOf(text, column), count: Number(count) })
  }
  for (const { frequent } of profiles) frequent.sort((one, other) => other.count - one.count)
  return profiles
}

const cellOf = (text: string, { storage }: SqlColumn): Cell => (storage.kind === 'boolean' ? text === 'true' : text)

/** The cells without a value and the frequent values: the place of the column, their rows, all rows, all values, and the text. */
function groupsSql(column: SqlColumn, from: string, at: number): string {
  if (column.storage.kind === 'boolean') return booleansSql(column.ref, from, at)
  const text = textSql({ ref: 'value', storage: column.storage })
  return `(SELECT ${at} AS place, n, rows, total, ${text} AS text FROM (
      SELECT value, count(*)::INTEGER AS n, (sum(count(*)) OVER ())::INTEGER AS rows, (count(value) OVER ())::INTEGER AS total
      FROM (SELECT ${shownAlike(column)} AS value FROM ${from}) GROUP BY value)
    ORDER BY value IS NOT NULL, length(${text}) > ${MAX_TEXT}, n DESC, value LIMIT ${MAX_FREQUENT + 1})`
}

/** As `groupsSql`, of booleans, which are counted in a third of the time without groups. */
const booleansSql = (ref: string, from: string, at: number): string =>
  `(SELECT ${at} AS place, n, rows, total, text FROM (
      SELECT rows, (yes > 0)::INTEGER + (yes < filled)::INTEGER AS total,
        unnest([rows - filled, yes, filled - yes]) AS n, unnest([NULL, 'true', 'false']) AS text
      FROM (SELECT count(*)::INTEGER AS rows, count(${ref})::INTEGER AS filled, count_if(${ref})::INTEGER AS yes FROM ${from}))
    WHERE n > 0 ORDER BY text IS NOT NULL, n DESC, text)`
