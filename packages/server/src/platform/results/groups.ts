import type { GroupsRequest, ResultGroups } from '@sightline/contract/result-groups.ts'
import type { RowFilter } from '@sightline/contract/results.ts'
import { BoundStrings } from './bound-strings.ts'
import { cellSql, type SqlColumn, sortKeys } from './column-sql.ts'
import { shownAlike } from './distinct.ts'
import type { Engine } from './engine.ts'
import { oneOf } from './filter-sql.ts'
import { noColumn } from './invalid-read.ts'
import { type MeasureSql, measureSql } from './measure-sql.ts'
import { numberDivisions } from './number-bins.ts'
import { cellOf, RESULT_TABLE, sqlColumnAt } from './result-table.ts'
import type { RowSearch, StoredResult } from './results.ts'
import type { TimeRanges } from './time-ranges.ts'
import { type Key, unitCuts } from './time-units.ts'
import { conditionSql } from './windows.ts'

type Sets = ResultGroups['sets']

interface GroupReader {
  engine: Engine
  /** The ranges of times that are known. */
  ranges: TimeRanges
}

/**
 * Groups the rows that pass the filters and match the search, once for each set of columns. Groups are sorted by their first measure, largest first,
 * unless another order is requested. The file is read once for all sets.
 * @throws AppError `invalid_input` for a unit of a column without dates and times, ranges of a column without numbers, an unknown
 * time zone, or an invalid filter
 */
export async function readGroups(
  { engine, ranges }: GroupReader,
  path: string,
  result: StoredResult,
  ask: GroupsRequest,
  filters: RowFilter[],
  search: RowSearch = { search: '', searchColumns: null },
): Promise<ResultGroups> {
  const columnAt = (index: number) => sqlColumnAt(result.columns, index)
  // The columns of all sets, in order of first occurrence.
  const indexes = [...new Set(ask.sets.flat())]
  const texts = new BoundStrings()
  const cuts = await unitCuts(result.columns, ask, texts, (ref) => ranges.of(result.file, path, ref))
  const divisions = await numberDivisions(result.columns, ask.bins, (number) =>
    extentOf(engine, path, result, { ...search, filters }, number),
  )
  const keys = indexes.map((index): Key => cuts.get(index) ?? divisions.get(index)?.key ?? wholeValue(columnAt(index)))
  const measures = ask.measures.map(({ kind, column }) => measureSql(kind, column === null ? null : columnAt(column)))
  const sets = ask.sets.map((set) => set.map((index) => indexes.indexOf(index)))
  const where = conditionSql(result.columns, { ...search, filters }, texts)
  const order = [ask.order ?? { by: 'measure' as const, index: 0, descending: true }].flat().map(({ across, ...by }) => {
    if (across === undefined) return by
    // Only the keys of a single set are sorted by, which are all keys in their order.
    const [key, column] = [keys[across.index], result.columns[indexes[across.index] ?? -1]]
    if (key === undefined || column === undefined) throw noColumn(across.index, keys.length)
    const isValue = oneOf({ column, sql: keyColumn(key, across.index), texts }, [across.value])
    return { ...by, across: { index: across.index, isValue } }
  })
  const [places = [], totals = [], ...cells] = await engine.all(
    groupsSql({ keys, measures, sets, order, limit: ask.limit, where }),
    [path, ...texts.values],
  )
  return {
    total: result.rowCount,
    sets: sets.map((set, place): Sets[number] => {
      const first = places.indexOf(place)
      const own = (at: number) => (first === -1 ? [] : (cells[at] ?? []).slice(first, places.lastIndexOf(place) + 1))
      return {
        total: first === -1 ? 0 : Number(totals[first]),
        keys: set.flatMap((at) => {
          const key = keys[at]
          return key ? [own(at).map((value) => cellOf(value, keyColumn(key, at)))] : []
        }),
        measures: measures.map(({ read }, at) => own(keys.length + at).map(read)),
      }
    }),
    ...(ask.bins && { bins: [...divisions.values()].map(({ bins }) => bins) }),
  }
}

/** The least and the greatest number in the rows that match the search and the filters; null if there is none. */
async function extentOf(
  engine: Engine,
  path: string,
  { columns }: StoredResult,
  asked: RowSearch & { filters: RowFilter[] },
  number: string,
): Promise<[number, number] | null> {
  const texts = new BoundStrings()
  const where = conditionSql(columns, asked, texts)
  const [[least] = [], [greatest] = []] = await engine.all(
    `SELECT min(n), max(n) FROM (SELECT ${number} AS n FROM ${RESULT_TABLE} ${where})`,
    [path, ...texts.values],
  )
  return typeof least === 'number' && typeof greatest === 'number' ? [least, greatest] : null
}

const wholeValue = (column: SqlColumn): Key => ({ value: shownAlike(column), storage: column.storage })

/** The column of the values of a key, in the groups. */
const keyColumn = ({ storage }: Key, place: number): SqlColumn => ({ ref: `k${place}`, storage })

interface Grouping {
  keys: Key[]
  measures: MeasureSql[]
  /** Indexes into `keys`. */
  sets: number[][]
  /** Keys are those of the only set. */
  order: {
    by: 'key' | 'measure'
    index: number
    descending: boolean
    /** The key that is the only difference between the groups of a line, and the condition that one of them meets. */
    across?: { index: number; isValue: string }
  }[]
  /** Maximum number of groups per set. */
  limit: number
  /** SQL `WHERE` clause; '' for all rows. */
  where: string
}

/**
 * For each group the statement selects the index of its set, the number of groups in that set, the keys (null for columns that
 * are not part of the set), and the measures.
 */
function groupsSql({ keys, measures, sets, order: chosen, limit, where }: Grouping): string {
  const names = keys.map((_, place) => `k${place}`)
  const keyed = ['*', ...keys.map(({ value }, place) => `${value} AS k${place}`)]
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
  const sortKeysAt = (place: number) => keys.slice(place, place + 1).flatMap((key) => sortKeys(keyColumn(key, place)))
  const ofLine = (key: string, { index, isValue }: { index: number; isValue: string }) => {
    const line = names.toSpliced(index, 1)
    return `max(${key}) FILTER (WHERE ${isValue}) OVER (${line.length === 0 ? '' : `PARTITION BY ${line.join(', ')}`})`
  }
  const order = [
    ...chosen.flatMap(({ by, index, descending, across }) => {
      const sorted = by === 'key' ? sortKeysAt(sets[0]?.[index] ?? -1) : (measures[index]?.order(`m${index}`) ?? [])
      return sorted.map(
        (key) => `${across === undefined ? key : ofLine(key, across)} ${descending ? 'DESC' : 'ASC'} NULLS LAST`,
      )
    }),
    ...names.flatMap((_, place) => sortKeysAt(place).map((key) => `${key} NULLS LAST`)),
  ].join(', ')
  const kept = sets.map((set, place) => {
    const own = `FROM found WHERE which = ${whichOf(set, keys.length)}`
    return `(SELECT ${place} AS place, (SELECT count(*) ${own}) AS total, * ${own} ORDER BY ${order} LIMIT ${limit})`
  })
  const shown = [
    ...keys.map((key, place) => cellSql(keyColumn(key, place))),
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
