import type { GroupsRequest, ResultGroups, RowFilter } from '@sightline/contract/results.ts'
import { BoundStrings } from './bound-strings.ts'
import { cellSql, type SqlColumn, sortKeys } from './column-sql.ts'
import { shownAlike } from './distinct.ts'
import type { Engine } from './engine.ts'
import { filterSql } from './filter-sql.ts'
import { type MeasureSql, measureSql } from './measure-sql.ts'
import { cellOf, RESULT_TABLE, sqlColumnAt } from './result-table.ts'
import type { StoredResult } from './results.ts'

type Sets = ResultGroups['sets']

/**
 * Groups the rows that pass the filters, once for each set of columns. Groups are sorted by their first measure, largest first.
 * The file is read once for all sets.
 */
export async function readGroups(
  engine: Engine,
  path: string,
  result: StoredResult,
  ask: GroupsRequest,
  filters: readonly RowFilter[],
): Promise<ResultGroups> {
  const columnAt = (index: number) => sqlColumnAt(result.columns, index)
  // The columns of all sets, in order of first occurrence.
  const indexes = [...new Set(ask.sets.flat())]
  const keys = indexes.map(columnAt)
  const measures = ask.measures.map(({ kind, column }) => measureSql(kind, column === null ? null : columnAt(column)))
  const sets = ask.sets.map((set) => set.map((index) => indexes.indexOf(index)))
  const texts = new BoundStrings()
  const conditions = filterSql(result.columns, filters, texts)
  const where = conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`
  const [places = [], totals = [], ...cells] = await engine.all(groupsSql({ keys, measures, sets, limit: ask.limit, where }), [
    path,
    ...texts.values,
  ])
  return {
    total: result.rowCount,
    sets: sets.map((set, place): Sets[number] => {
      const first = places.indexOf(place)
      const own = (at: number) => (first === -1 ? [] : (cells[at] ?? []).slice(first, places.lastIndexOf(place) + 1))
      return {
        total: first === -1 ? 0 : Number(totals[first]),
        keys: set.flatMap((at) => {
          const key = keys[at]
          return key ? [own(at).map((value) => cellOf(value, key))] : []
        }),
        measures: measures.map(({ read }, at) => own(keys.length + at).map(read)),
      }
    }),
  }
}

interface Grouping {
  keys: SqlColumn[]
  measures: MeasureSql[]
  /** Indexes into `keys`. */
  sets: number[][]
  /** Maximum number of groups per set. */
  limit: number
  /** SQL `WHERE` clause; '' for all rows. */
  where: string
}

/**
 * For each group the statement selects the index of its set, the number of groups in that set, the keys (null for columns that
 * are not part of the set), and the measures.
 */
function groupsSql({ keys, measures, sets, limit, where }: Grouping): string {
  const names = keys.map((_, place) => `k${place}`)
  const keyed = ['*', ...keys.map((column, place) => `${shownAlike(column)} AS k${place}`)]
  // Equal sets are grouped once, whatever the order of their columns.
  const distinct = [...new Set(sets.map((set) => names.filter((_, place) => set.includes(place)).join()))]
  const found = stepwise(
    `SELECT ${[
      `${keys.length === 0 ? 0 : `grouping(${names})`} AS which`,
      ...names,
      ...measures.map(({ aggregate }, place) => `${aggregate} AS m${place}`),
    ].join(', ')}
    FROM (SELECT ${keyed.join(', ')} FROM ${RESULT_TABLE} ${where})
    GROUP BY GROUPING SETS (${distinct.map((set) => `(${set})`).join(', ')})`,
    ['which', ...names],
    measures,
  )
  const largest = measures[0]?.order('m0').map((key) => `${key} DESC NULLS LAST`) ?? []
  const byKeys = keys.flatMap(({ storage }, place) => sortKeys({ ref: `k${place}`, storage }))
  const order = [...largest, ...byKeys.map((key) => `${key} NULLS LAST`)].join(', ')
  const kept = sets.map((set, place) => {
    const own = `FROM found WHERE which = ${whichOf(set, keys.length)}`
    return `(SELECT ${place} AS place, (SELECT count(*) ${own}) AS total, * ${own} ORDER BY ${order} LIMIT ${limit})`
  })
  const shown = [
    ...keys.map(({ storage }, place) => cellSql({ ref: `k${place}`, storage })),
    ...measures.map(({ cell }, place) => cell(`m${place}`)),
  ]
  return `WITH found AS MATERIALIZED (${found})
    SELECT ${['place', 'total::INTEGER', ...shown].join(', ')} FROM (${kept.join(' UNION ALL ')}) ORDER BY place, ${order}`
}

/** Applies the steps of the measures, each as a subquery. @param others columns that are passed through */
function stepwise(from: string, others: readonly string[], measures: readonly MeasureSql[]): string {
  const most = Math.max(...measures.map(({ steps }) => steps.length))
  let sql = from
  for (let step = 0; step < most; step++) {
    const next = measures.map(({ steps }, place) => `${steps[step]?.(`m${place}`) ?? `m${place}`} AS m${place}`)
    sql = `SELECT ${[...others, ...next].join(', ')} FROM (${sql})`
  }
  return sql
}

/**
 * The value of `grouping()` for a set: one bit per column, the first column being the highest bit, 1 if the column is not in the
 * set.
 */
const whichOf = (places: readonly number[], count: number) =>
  Array.from({ length: count }, (_, place) => (places.includes(place) ? 0 : 2 ** (count - 1 - place))).reduce(
    (a, b) => a + b,
    0,
  )
