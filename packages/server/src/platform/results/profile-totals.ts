import type { Cell } from '@sightline/contract/results.ts'
import { BoundStrings } from './bound-strings.ts'
import { numberCell } from './cells.ts'
import { finiteNumber, isNullSql, type SqlColumn, tryNumber } from './column-sql.ts'
import { hashesBelow, sampledSql } from './different-values.ts'
import type { Engine, Selected } from './engine.ts'
import { matchingRows } from './matching-rows.ts'
import { areFiniteSql, endsSql } from './profile-bars.ts'
import type { Profiled, Totals } from './profiled-column.ts'
import { ROW_NUMBER } from './result-table.ts'
import type { ProfilesRequest, StoredResult } from './results.ts'

/** The most frequent values of a column. */
export const MAX_FREQUENT = 5
/** Characters of a frequent value: longer texts, such as documents, would make large answers of what a head has no room for. */
export const MAX_TEXT = 500
/** Up to this many rows, all different values are counted. */
export const FEW_ROWS = 100_000
/** The rows of the result among which values are looked for that are frequent in a column of very many. */
const CANDIDATE_ROWS = 10_000
/** So many more of them are read if a condition leaves out some. */
const MORE_IF_SEARCHED = 4
/** So often a value occurs among them if it is worth counting. */
const MIN_OCCURRENCES = 3

/** Counts the rows and nulls of columns, finds their ends and samples their different values. */
export async function readTotals(
  engine: Engine,
  path: string,
  result: StoredResult,
  ask: ProfilesRequest,
  columns: readonly Profiled[],
): Promise<Totals[]> {
  const totals = await selectTotals(engine, path, result, ask, columns, true)
  const others = columns.filter((_, at) => totals[at]?.areFinite === false)
  if (others.length === 0) return totals
  const mended = new Map((await selectTotals(engine, path, result, ask, others, false)).map((one, at) => [others[at], one]))
  return columns.map((column, at) => mended.get(column) ?? totals[at] ?? none)
}

/**
 * The totals, in one statement.
 * @param areFinite expects finite numbers and times only, which takes less time; where there are others, `areFinite` is false in
 * the totals, which are wrong
 */
async function selectTotals(
  engine: Engine,
  path: string,
  result: StoredResult,
  ask: ProfilesRequest,
  columns: readonly Profiled[],
  areFinite: boolean,
): Promise<Totals[]> {
  if (columns.length === 0) return []
  const texts = new BoundStrings()
  const rows = matchingRows(result, ask, columns, texts)
  const sampled = CANDIDATE_ROWS * (rows.before === '' ? 1 : MORE_IF_SEARCHED)
  const isCandidate = `hash(${ROW_NUMBER}) < ${hashesBelow(sampled / result.rowCount)}`
  const areFew = result.rowCount <= FEW_ROWS
  const parts = columns.map(
    (profiled, at) => `SELECT ${at} AS place, ${totalsSql(profiled, rows.name, { areFew, areFinite, isCandidate })}`,
  )
  const found = await engine.all(`${rows.before} ${parts.join(' UNION ALL ')}`, [path, ...texts.values])
  const totals = columns.map(() => none)
  for (const [row, place] of (found[0] ?? []).entries()) {
    const [count, nulls, low, high, are, different, candidates] = found.slice(1).map((column) => column[row] ?? null)
    totals[Number(place)] = {
      ...{ rows: Number(count), nulls: Number(nulls), ends: [endOf(low), endOf(high)], areFinite: are === true },
      ...{ sampled: Number(different), candidates: typeof candidates === 'string' ? candidates.split(',') : [] },
    }
  }
  return totals
}

const none: Totals = { rows: 0, nulls: 0, ends: [null, null], areFinite: true, sampled: 0, candidates: [] }

/** Numbers are selected as texts, with all digits. */
const endOf = (value: Selected | undefined): Cell => (typeof value === 'string' ? numberCell(value) : null)

/** The columns that are read of the only row of a table of aggregates. */
function totalsSql(
  profiled: Profiled,
  rows: string,
  { areFew, areFinite, isCandidate }: { areFew: boolean; areFinite: boolean; isCandidate: string },
): string {
  const { column, kind } = profiled
  const { ref, storage } = column
  // Values that several aggregates read are computed once.
  const shared =
    storage.kind === 'number_text'
      ? [`${areFinite ? tryNumber(ref) : finiteNumber(ref)} AS number`]
      : kind === 'value'
        ? [`hash(${ref}) AS hash`, `${candidateSql(column, isCandidate)} AS candidate`]
        : []
  const from = shared.length > 0 ? `(SELECT ${ref}, ${shared.join(', ')} FROM ${rows})` : rows
  const [low, high] = endsSql(profiled, areFinite)
  return `n, nulls, low, high, are_finite, different, ${kind === 'value' ? CANDIDATES : 'NULL'} AS candidates
    FROM (SELECT count(*)::INTEGER AS n, ${nullsSql(column, areFinite)}::INTEGER AS nulls,
      (${low})::VARCHAR AS low, (${high})::VARCHAR AS high, ${areFinite ? areFiniteSql(profiled) : 'false'} AS are_finite,
      ${areFew ? '0' : sampledSql(profiled, areFinite)} AS different,
      ${kind === 'value' ? 'list(candidate) FILTER (WHERE candidate IS NOT NULL)' : 'NULL'} AS hashes
      FROM ${from})`
}

/** An SQL aggregate of the number of cells without a value. */
function nullsSql(column: SqlColumn, areFinite: boolean): string {
  if (areFinite) return `(count(*) - count(${column.ref}))`
  const isNull = isNullSql(column)
  return `count(*) FILTER (WHERE ${column.storage.kind === 'number_text' ? `CASE WHEN number IS NULL THEN ${isNull} ELSE false END` : isNull})`
}

/** The hash of a text in some of the rows; lengths are computed of these rows only. */
const candidateSql = ({ ref }: SqlColumn, isCandidate: string): string =>
  `CASE WHEN ${isCandidate} AND length(${ref}) <= ${MAX_TEXT} THEN hash(${ref}) END`

/** The hashes that are frequent among those of some rows. */
const CANDIDATES = `(SELECT string_agg(hash, ',') FROM (
  SELECT hash FROM (SELECT unnest(hashes) AS hash) WHERE hash IS NOT NULL
  GROUP BY hash HAVING count(*) >= ${MIN_OCCURRENCES} ORDER BY count(*) DESC, hash LIMIT ${MAX_FREQUENT}))`
