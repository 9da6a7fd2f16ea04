import type { GroupsRequest, TimeUnit } from '@sightline/contract/result-groups.ts'
import { clockChanges, isTimeZone, notATimeZone } from '@sightline/domain/format/time-zone.ts'
import { i18n } from '@sightline/domain/language/i18n.ts'
import type { Column, Storage } from './batch.ts'
import type { BoundStrings } from './bound-strings.ts'
import { localTime, wallClock } from './column-sql.ts'
import { daysOfInstants } from './instant-days.ts'
import { invalid, noColumn } from './invalid-read.ts'
import { sqlColumns } from './result-table.ts'

/** A value by which rows are grouped. */
export interface Key {
  /** SQL expression of the value. */
  value: string
  /** How the value would be stored in a file. */
  storage: Storage
}

type Units = Pick<GroupsRequest, 'units' | 'time_zone'>

/** The earliest and the latest instant of a column, in milliseconds; null if it has none. */
export type RangeOf = (ref: string) => Promise<readonly [first: number, last: number] | null>

/**
 * The keys that cut dates and times to the start of a unit, by the index of their column.
 * @param texts collects the time zone as a bound parameter
 * @throws AppError `invalid_input` if a column does not exist or has no dates and times, or if the time zone is unknown
 */
export async function unitCuts(
  columns: readonly Column[],
  { units = [], time_zone }: Units,
  texts: BoundStrings,
  rangeOf: RangeOf,
): Promise<Map<number, Key>> {
  const timeZone = knownTimeZone(time_zone ?? 'UTC')
  const inSql = sqlColumns(columns)
  const cuts = new Map<number, Key>()
  for (const { column: index, unit } of units) {
    const [column, sql] = [columns[index], inSql[index]]
    if (!column || !sql) throw noColumn(index, columns.length)
    const isInstant = column.storage.kind === 'instant'
    const days = isInstant ? daysOfInstants(sql.ref, unit, timeZone, await rangeOf(sql.ref)) : null
    if (days !== null) {
      cuts.set(index, { value: days, storage: { kind: 'date' } })
      continue
    }
    const time = await clockTimeOf(column, sql.ref, { timeZone, texts, rangeOf })
    cuts.set(index, isInstant && unit === 'hour' ? hourOfInstant(sql.ref, time, timeZone) : cut(time, unit))
  }
  return cuts
}

/** @returns the same time zone @throws AppError `invalid_input` for an unknown one */
export function knownTimeZone(timeZone: string): string {
  if (!isTimeZone(timeZone)) throw invalid(notATimeZone(timeZone))
  return timeZone
}

interface Zone {
  timeZone: string
  /** Collects the time zone as a bound parameter. */
  texts: BoundStrings
  rangeOf: RangeOf
}

/**
 * The values of a column as dates or times of a clock, in SQL.
 * @throws AppError `invalid_input` if the column has no dates or times
 */
export async function clockTimeOf(column: Column, ref: string, zone: Zone): Promise<string> {
  const { kind } = column.storage
  if (kind === 'instant') return clockTime(ref, zone)
  if (kind === 'date' || kind === 'timestamp') return ref
  // Some sources send dates and times as texts.
  const isTime = column.type === 'date' || column.type === 'datetime'
  if (kind !== 'text' || !isTime)
    throw invalid(i18n._('Column "{name}" has no dates or times that a unit could cut.', { name: column.name }))
  return `try_cast(${ref} AS TIMESTAMP)`
}

/** The number of days since a unit started. A subtraction of days is quicker than DuckDB's `date_trunc`. */
const daysInto: Partial<Record<TimeUnit, (day: string) => string>> = {
  year: (day) => `dayofyear(${day})`,
  month: (day) => `day(${day})`,
  week: (day) => `isodow(${day})`,
}

function cut(time: string, unit: TimeUnit): Key {
  if (unit === 'hour') return { value: `date_trunc('hour', ${time})::TIMESTAMP`, storage: { kind: 'timestamp' } }
  const day = `(${time})::DATE`
  const into = daysInto[unit]?.(day)
  // Infinities have no days to count.
  const first = into === undefined ? `date_trunc('${unit}', ${day})::DATE` : `coalesce(${day} - (${into} - 1)::INTEGER, ${day})`
  return { value: unit === 'day' ? day : first, storage: { kind: 'date' } }
}

/** When clocks are set back, the same hour of the clock is two hours: each keeps its own instant. */
function hourOfInstant(ref: string, time: string, timeZone: string): Key {
  const utc = wallClock(ref)
  const value = timeZone === 'UTC' ? `date_trunc('hour', ${utc})` : `${utc} - (${time} - date_trunc('hour', ${time}))`
  return { value, storage: { kind: 'instant' } }
}

/** A longer range has too many changes of the clock for a CASE. */
const MAX_RANGE_MS = 20 * 365 * 86_400_000

/**
 * Converts an instant to a time on the clock of a time zone. DuckDB's own function calls its calendar library for each value, which
 * takes four times as long as adding the offsets that the clock had.
 */
async function clockTime(ref: string, { timeZone, texts, rangeOf }: Zone): Promise<string> {
  if (timeZone === 'UTC') return wallClock(ref)
  const range = await rangeOf(ref)
  if (range === null || range[1] - range[0] > MAX_RANGE_MS) return localTime(ref, timeZone, texts)
  const changes = clockChanges(timeZone, ...range)
  const later = changes
    .slice(1)
    .map(({ from }, at) => `WHEN ${ref} < make_timestamptz(${from}000) THEN ${changes[at]?.offset}000`)
  const last = `${changes.at(-1)?.offset}000`
  const offset = later.length === 0 ? last : `CASE ${later.join(' ')} ELSE ${last} END`
  // DuckDB cannot take microseconds of infinities.
  return `coalesce(make_timestamp(epoch_us(${ref}) + ${offset}), ${ref}::TIMESTAMP)`
}
