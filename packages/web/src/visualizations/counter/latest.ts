import type { Cell } from '@sightline/contract/results.ts'
import { endOfLastPeriod } from '@sightline/domain/chart-data/missing-dates.ts'
import { positionOf } from '@sightline/domain/chart-data/scale.ts'
import { earlier, isMonthEnd } from '@sightline/domain/chart-data/shift-time.ts'
import { formatDate } from '@sightline/domain/format/date.ts'
import { areWholeDays } from '@sightline/domain/format/days.ts'
import { wallTime } from '@sightline/domain/format/time-zone.ts'
import { i18n } from '@sightline/domain/language/i18n.ts'
import type { ColumnData, Formats } from '../visualization.ts'
import { numberOf } from './figure.ts'
import type { CounterOptions } from './options.ts'

interface TimedValue {
  /** Milliseconds on the clock of the reader. */
  time: number
  cell: string
  value: number
}

/** The latest value of a column over time, and the one that it is compared with. */
export interface Latest {
  value: number
  /** Null if there is no value at that time. */
  before: number | null
  /** The times as texts: of the value, of the one before it, and of the first one. */
  at: string
  beforeAt: string | null
  firstAt: string
  /** The cell of its time. */
  cell: string
  /** Whether its day, week, month or longer period is not over. */
  isIncomplete: boolean
  /** All values in the order of their times. */
  values: number[]
}

/**
 * Finds the latest value over time. Rows without a time or a number are left out.
 * @param now milliseconds
 * @returns a sentence if there is none
 */
export function latestOf(data: ColumnData, options: CounterOptions, formats: Formats, now: number): Latest | string {
  const { timeColumn, counterColName, comparedWith } = options
  if (data.shown < data.total)
    return i18n._('A number with a trend needs fewer rows: group them by day, week or month in the query.')
  const placeOf = (wanted: string | null) => data.columns.findIndex(({ name }) => name === wanted)
  const column = data.columns[placeOf(timeColumn)]
  const zone = column?.type === 'datetime' ? formats.timeZone : 'UTC'
  const points = timedValues(data.values[placeOf(timeColumn)] ?? [], data.values[placeOf(counterColName)] ?? [], zone)
  const times = points.map(({ time }) => time)
  const [first, latest] = [points[0], points.at(-1)]
  if (!column || !first || !latest)
    return i18n._('No row has both a time in “{timeColumn}” and a number in “{valueColumn}”.', {
      timeColumn: timeColumn ?? '',
      valueColumn: counterColName ?? '',
    })
  if (new Set(times).size < times.length) {
    return i18n._('Several rows have the same time in “{timeColumn}”; add them up in the query, so that each time has one.', {
      timeColumn: timeColumn ?? '',
    })
  }
  const yearBefore = earlier(latest.time, 1, 'year', times.every(isMonthEnd))
  const before = comparedWith === 'year' ? points.find(({ time }) => time === yearBefore) : points.at(-2)
  const end = endOfLastPeriod(times, zone)
  const clock = wallTime(formats.timeZone, now)
  const names = points.map(({ cell }) => cell)
  const pattern = column.type === 'date' || areWholeDays(names, zone) ? formats.dateFormat : formats.dateTimeFormat
  const write = (cell: string) => formatDate(cell, pattern, zone) ?? cell
  return {
    value: latest.value,
    before: before?.value ?? null,
    at: write(latest.cell),
    beforeAt: before === undefined ? null : write(before.cell),
    firstAt: write(first.cell),
    cell: latest.cell,
    isIncomplete: end !== null && latest.time <= clock && clock < end,
    values: points.map(({ value }) => value),
  }
}

function timedValues(times: readonly Cell[], values: readonly Cell[], zone: string): TimedValue[] {
  const points = times.flatMap((cell, row): TimedValue[] => {
    const time = positionOf(cell, 'datetime', zone)
    const value = numberOf(values[row] ?? null)
    return typeof time !== 'number' || typeof cell !== 'string' || value === null ? [] : [{ time, cell, value }]
  })
  return points.sort((a, b) => a.time - b.time)
}
