import type { GroupsRequest, TimeUnit } from '@sightline/contract/results.ts'
import { isTimeZone } from '@sightline/domain/format/time-zone.ts'
import { AppError } from '../http/errors.ts'
import type { Column, Storage } from './batch.ts'
import type { BoundStrings } from './bound-strings.ts'
import { localTime, wallClock } from './column-sql.ts'
import { sqlColumns } from './result-table.ts'

/** A value by which rows are grouped. */
export interface Key {
  /** SQL expression of the value. */
  value: string
  /** How the value would be stored in a file. */
  storage: Storage
}

type Units = Pick<GroupsRequest, 'units' | 'time_zone'>

/**
 * The keys that cut dates and times to the start of a unit, by the index of their column.
 * @param texts collects the time zone as a bound parameter
 * @throws AppError `invalid_input` if a column does not exist or has no dates and times, or if the time zone is unknown
 */
export function unitCuts(columns: readonly Column[], { units = [], time_zone }: Units, texts: BoundStrings): Map<number, Key> {
  const timeZone = time_zone ?? 'UTC'
  if (!isTimeZone(timeZone)) throw invalid(`"${timeZone}" is not the name of a time zone, such as Europe/Berlin.`)
  const inSql = sqlColumns(columns)
  return new Map(
    units.map(({ column: index, unit }) => {
      const [column, sql] = [columns[index], inSql[index]]
      if (!column || !sql) throw invalid(`Column ${index} does not exist; the result has ${columns.length}.`)
      return [index, cut(column, sql.ref, unit, { timeZone, texts })]
    }),
  )
}

function cut(column: Column, ref: string, unit: TimeUnit, zone: { timeZone: string; texts: BoundStrings }): Key {
  const { kind } = column.storage
  if (kind === 'instant') return cutInstant(ref, unit, zone)
  if (kind === 'date' || kind === 'timestamp') return cutLocal(ref, unit)
  // Some sources send dates and times as texts.
  const isTime = column.type === 'date' || column.type === 'datetime'
  if (kind !== 'text' || !isTime) throw invalid(`Column "${column.name}" has no dates or times that a unit could cut.`)
  return cutLocal(`try_cast(${ref} AS TIMESTAMP)`, unit)
}

function cutLocal(time: string, unit: TimeUnit): Key {
  const start = `date_trunc('${unit}', ${time})`
  return unit === 'hour'
    ? { value: `${start}::TIMESTAMP`, storage: { kind: 'timestamp' } }
    : { value: `${start}::DATE`, storage: { kind: 'date' } }
}

function cutInstant(ref: string, unit: TimeUnit, { timeZone, texts }: { timeZone: string; texts: BoundStrings }): Key {
  const local = localTime(ref, timeZone, texts)
  if (unit !== 'hour') return cutLocal(local, unit)
  // When clocks are set back, the same hour of the clock is two hours: each keeps its own instant.
  const utc = wallClock(ref)
  const value = timeZone === 'UTC' ? `date_trunc('hour', ${utc})` : `${utc} - (${local} - date_trunc('hour', ${local}))`
  return { value, storage: { kind: 'instant' } }
}

const invalid = (reason: string) => new AppError('invalid_input', { reason })
