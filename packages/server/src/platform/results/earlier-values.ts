import type { Cell, EarlierValue } from '@sightline/contract/results.ts'
import { BoundStrings } from './bound-strings.ts'
import { cellSql } from './column-sql.ts'
import { shownAlike } from './distinct.ts'
import type { Engine } from './engine.ts'
import { RESULT_TABLE, ROW_NUMBER, readCells, shownCells, sqlColumnAt } from './result-table.ts'
import type { EarlierValues, StoredResult } from './results.ts'
import type { TimeRanges } from './time-ranges.ts'
import { clockTimeOf, knownTimeZone } from './time-units.ts'

/** The engine and the ranges with which the values of earlier rows are read. */
export interface EarlierReader {
  engine: Engine
  /** The ranges of times that are known. */
  ranges: TimeRanges
}

interface ReadRows {
  rows: Cell[][]
  /** The number of each row, from 0 in the order of the result. */
  rowNumbers: readonly number[]
  earlier: EarlierValues | undefined
}

/**
 * The rows, each followed by the requested values of earlier rows of the whole result. A value is null if there is no such row, or
 * more than one.
 * @throws AppError `invalid_input` for a time column without dates and times, or an unknown time zone
 */
export async function withEarlierValues(
  reader: EarlierReader,
  path: string,
  result: StoredResult,
  { rows, rowNumbers, earlier }: ReadRows,
): Promise<Cell[][]> {
  if (earlier === undefined || earlier.values.length === 0 || rows.length === 0) return rows
  const timeZone = knownTimeZone(earlier.timeZone)
  const found: ReadonlyMap<number, Cell>[] = []
  for (const value of earlier.values) found.push(await earlierCells({ ...reader, path, result, timeZone }, value, rowNumbers))
  return rows.map((row, index) => [...row, ...found.map((cells) => cells.get(rowNumbers[index] ?? -1) ?? null)])
}

interface Place extends EarlierReader {
  path: string
  result: StoredResult
  timeZone: string
}

/** The values of the earlier rows by the numbers of the rows. */
async function earlierCells(place: Place, asked: EarlierValue, rowNumbers: readonly number[]): Promise<Map<number, Cell>> {
  const { engine, path, result } = place
  const column = sqlColumnAt(result.columns, asked.column)
  const toCell = shownCells(result.columns)
  if (asked.step === 'row' && asked.group === null) {
    const above = rowNumbers.map((row) => row - 1)
    const read = await readCells(engine, path, [column], `IN (${above.join(', ')})`, toCell)
    return new Map(read.rowNumbers.map((row, index) => [row + 1, read.columns[0]?.[index] ?? null]))
  }
  const texts = new BoundStrings()
  const selected = await earlierSql(place, asked, rowNumbers.join(', '), texts)
  const [numbers = [], values = []] = await engine.all(
    `SELECT n::INTEGER, ${cellSql({ ref: 'x', storage: column.storage })} FROM (${selected})`,
    [path, ...texts.values],
  )
  return new Map(numbers.map((row, index) => [Number(row), toCell(values[index] ?? null, column)]))
}

/** A statement that selects the number `n` of each wanted row, and the value `x` of the earlier one. */
async function earlierSql(place: Place, asked: EarlierValue, wanted: string, texts: BoundStrings): Promise<string> {
  const { columns, file } = place.result
  const { ref } = sqlColumnAt(columns, asked.column)
  const group = asked.group === null ? 'NULL::INTEGER' : shownAlike(sqlColumnAt(columns, asked.group))
  const timed = asked.time === null ? undefined : columns[asked.time]
  if (asked.time === null || timed === undefined)
    return `SELECT n, x FROM (
      SELECT ${ROW_NUMBER} AS n, lag(${ref}) OVER (PARTITION BY ${group} ORDER BY ${ROW_NUMBER}) AS x FROM ${RESULT_TABLE}
    ) WHERE n IN (${wanted})`
  const rangeOf = (instant: string) => place.ranges.of(file, place.path, instant)
  const time = await clockTimeOf(timed, sqlColumnAt(columns, asked.time).ref, { timeZone: place.timeZone, texts, rangeOf })
  const times = `WITH times AS (
    SELECT * FROM (SELECT ${ROW_NUMBER} AS n, ${ref} AS x, ${group} AS g, (${time})::TIMESTAMP AS t FROM ${RESULT_TABLE}) WHERE isfinite(t)
  )`
  // One of several rows at a time would be an arbitrary choice.
  const single = 'CASE WHEN count(*) = 1 THEN first(times.x) END AS x'
  if (asked.step === 'row' || asked.step === 'time')
    return `${times}, before AS (
      SELECT g, t, lag(x) OVER (PARTITION BY g ORDER BY t) AS x FROM (SELECT g, t, ${single} FROM times GROUP BY g, t)
    ) SELECT n, before.x FROM times JOIN before ON times.g IS NOT DISTINCT FROM before.g AND times.t = before.t WHERE n IN (${wanted})`
  return `${times}, wanted AS (SELECT n, g, ${timeEarlier(asked.step)} AS t FROM times WHERE n IN (${wanted}))
    SELECT wanted.n, ${single} FROM wanted
    JOIN times ON times.g IS NOT DISTINCT FROM wanted.g AND times.t = wanted.t GROUP BY wanted.n`
}

/**
 * The time one month or year earlier, in SQL. The last day of a month goes back to that of another if all times are such days;
 * otherwise a day that the other month does not have has no earlier one.
 */
function timeEarlier(step: 'month' | 'year'): string {
  const earlier = `(t - INTERVAL 1 ${step.toUpperCase()})`
  return `CASE
    WHEN (SELECT bool_and(t::DATE = last_day(t)) FROM times) THEN last_day(${earlier}) + (t - date_trunc('day', t))
    WHEN day(${earlier}) = day(t) THEN ${earlier} END`
}
