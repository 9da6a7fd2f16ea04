import type { Cell } from '@sightline/contract/results.ts'
import { toNumber } from '@sightline/domain/chart-data/scale.ts'
import { formatDate, parseDate } from '@sightline/domain/format/date.ts'
import { formatNumber } from '@sightline/domain/format/number.ts'
import { i18n } from '@sightline/domain/language/i18n.ts'
import type { SourceColumn } from '../../ui/data-table/row-source.ts'
import { figureText } from '../cell-label.ts'
import { goneSentence, isNumeric, isTime, measureColumns } from '../column-choice.ts'
import { plainTable, type TableRows } from '../echarts/table-rows.ts'
import { joinedNotes } from '../joined-notes.ts'
import { dayText, isFromTo, markOf } from '../picked-mark.ts'
import type { Formats, GroupData, Needs, PickedMark } from '../visualization.ts'
import type { CalendarOptions } from './options.ts'

export interface Day {
  /** Milliseconds of its start in UTC. */
  time: number
  /** In the format of the installation. */
  name: string
  value: number
}
export interface Calendar {
  kind: 'calendar'
  /** The days with a value, in their order. */
  days: Day[]
  /** The years that are shown, the first one on top. */
  years: number[]
  low: number
  high: number
  note: string | null
}
export type Prepared = { kind: 'nothing'; reason: string } | Calendar

const chooseText = (): string => i18n._('Choose a column of dates or times.')
const MAX_DAYS = 20_000
const DAY_MS = 86_400_000
/** More years would have days that are too small to be seen. */
const MAX_YEARS = 10

/** The sums of all days, on the clock of the reader. */
export function needs(
  { dateColumn, valueColumn }: CalendarOptions,
  _: unknown,
  { timeZone }: Pick<Formats, 'timeZone'>,
): Needs {
  if (dateColumn === null) return { kind: 'columns', columns: [], extreme: null }
  return {
    kind: 'groups',
    sets: [[dateColumn]],
    measures: [valueColumn === null ? { kind: 'count', column: null } : { kind: 'sum', column: valueColumn }],
    limit: MAX_DAYS,
    without: [],
    days: { columns: [dateColumn], timeZone },
  }
}

export function problem({ dateColumn, valueColumn }: CalendarOptions, columns: readonly SourceColumn[]): string | null {
  if (dateColumn === null) return chooseText()
  const gone = goneSentence([dateColumn, valueColumn], columns)
  if (gone !== null) return gone
  const column = columns.find(({ name }) => name === dateColumn)
  return column && !isTime(column)
    ? `${i18n._('There are no dates in “{column}”.', { column: dateColumn })} ${chooseText()}`
    : null
}

/** Suggests the first column with dates or times, and the first one of numbers. */
export function suggest(columns: readonly SourceColumn[]): Partial<CalendarOptions> {
  const date = columns.find(isTime)
  const [value] = measureColumns(columns).filter(isNumeric)
  return date ? { dateColumn: date.name, ...(value && { valueColumn: value.name }) } : {}
}

/** On fewer days a line shows more. */
const LEAST_DAYS = 20

/** A calendar of the first column with dates, if most days between the first and the last one have rows. @param rows the first rows */
export function thumbnails(columns: readonly SourceColumn[], rows: readonly Cell[][]): Partial<CalendarOptions>[] {
  const options = suggest(columns)
  const place = columns.findIndex(({ name }) => name === options.dateColumn)
  const times = rows.flatMap((row) => {
    const cell = row[place]
    return typeof cell === 'string' ? (parseDate(cell.slice(0, 10)) ?? []) : []
  })
  const days = new Set(times)
  const span = (Math.max(...days) - Math.min(...days)) / DAY_MS + 1
  return days.size >= LEAST_DAYS && days.size >= span / 2 ? [options] : []
}

/** Prepares the days, or the reason as a sentence if there are none. */
export function prepare({ columns, sets: [set], total }: GroupData, options: CalendarOptions, formats: Formats): Prepared {
  const reason = problem(options, columns)
  if (reason !== null) return { kind: 'nothing', reason }
  if (!set || total === 0) return { kind: 'nothing', reason: i18n._('No data') }
  let withoutDate = 0
  let withoutValue = 0
  const all = (set.keys[0] ?? []).flatMap((key, at): Day[] => {
    const time = typeof key === 'string' ? parseDate(key) : null
    const value = toNumber(set.measures[0]?.[at] ?? null)
    if (time === null) withoutDate++
    else if (value === null) withoutValue++
    return time === null || value === null ? [] : [{ time, name: formatDate(time, formats.dateFormat) ?? String(key), value }]
  })
  if (all.length === 0) {
    const hasDates = withoutValue > 0
    const empty = hasDates
      ? i18n._('There are no numbers in “{column}”.', { column: options.valueColumn ?? '' })
      : i18n._('There are no dates in “{column}”.', { column: options.dateColumn ?? '' })
    return { kind: 'nothing', reason: set.total === 0 ? i18n._('No data') : empty }
  }
  all.sort((a, b) => a.time - b.time)
  const [first, last] = [yearOf(all[0]?.time ?? 0), yearOf(all.at(-1)?.time ?? 0)]
  const from = Math.max(first, last - MAX_YEARS + 1)
  const days = all.filter(({ time }) => yearOf(time) >= from)
  const values = days.map(({ value }) => value)
  return {
    kind: 'calendar',
    days,
    years: Array.from({ length: last - from + 1 }, (_, at) => from + at),
    low: values.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY),
    high: values.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY),
    note: noteOf({ first, from, last, withoutDate, withoutValue, omitted: set.total - (set.keys[0]?.length ?? 0) }),
  }
}

export const yearOf = (time: number): number => new Date(time).getUTCFullYear()

interface Omissions {
  first: number
  from: number
  last: number
  withoutDate: number
  withoutValue: number
  omitted: number
}

function noteOf({ first, from, last, withoutDate, withoutValue, omitted }: Omissions): string | null {
  return joinedNotes([
    from > first && i18n._('the last {most} of the years {first} to {last}', { most: MAX_YEARS, first, last }),
    withoutDate > 0 && i18n._('rows without a date are left out'),
    withoutValue > 0 &&
      i18n._('{withoutValue, plural, one {# day without a number is left out} other {# days without a number are left out}}', {
        withoutValue,
      }),
    omitted > 0 &&
      i18n._(
        '{omitted, plural, one {# day with the lowest values is left out} other {# days with the lowest values are left out}}',
        { omitted },
      ),
  ])
}

/** The value of a day as tooltip, description and table write it. */
export const valueText = (value: number, { numberFormat }: CalendarOptions, { numberMarks }: Formats): string =>
  formatNumber(value, numberFormat, numberMarks) ?? figureText(value, numberMarks)

export const valueName = ({ valueColumn }: CalendarOptions): string => valueColumn ?? i18n._('Rows')

/** Describes the calendar as text for screen readers. */
export function describe(name: string, { days, high }: Calendar, options: CalendarOptions, formats: Formats): string {
  const [first, last] = [days[0]?.name, days.at(-1)?.name]
  const most = days.find(({ value }) => value === high)
  const count = figureText(days.length, formats.numberMarks)
  const texts = {
    name,
    value: valueName(options),
    date: options.dateColumn ?? '',
    first: first ?? '',
    last: last ?? '',
    count,
  }
  const all =
    days.length === 1
      ? i18n._('{name}. Calendar chart of {value} by {date} on {first}.', texts)
      : i18n._('{name}. Calendar chart of {value} by {date} from {first} to {last}, on {count} days with a value.', texts)
  if (most === undefined) return all
  return `${all} ${i18n._('The most: {value} on {day}.', { value: valueText(high, options, formats), day: most.name })}`
}

/** The marks of the days: the rows whose date or time is on them. */
export const marksOf = ({ days }: Calendar, { dateColumn }: CalendarOptions): (PickedMark | null)[] =>
  days.map(({ time }) => (dateColumn === null ? null : markOf(null, isFromTo(dateColumn, dayText(time), dayText(time)))))

/** The days as a table. */
export const tableOf = ({ days }: Calendar, options: CalendarOptions, formats: Formats): TableRows =>
  plainTable(
    [i18n._('Day'), valueName(options)],
    1,
    days.map(({ name, value }) => [name, valueText(value, options, formats)]),
  )
