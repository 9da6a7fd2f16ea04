import { dateKindOf, type Precision, readDate, sentDate, splitZone } from './dates.ts'
import { type Definition, isRecord, type Range, type Values } from './definition.ts'

/** An end of a range: its wall clock in milliseconds, as if it were UTC, and the time zone behind it, which is usually ''. */
interface End {
  local: number
  zone: string
}

/** A range with an inclusive end that is not before its start. */
interface LocalRange {
  start: End
  end: End
}

/** The periods with which a range can be compared, by the part of a tag that names them: `{{ days.year_ago.start }}`. */
const periods: Record<string, (range: LocalRange, unit: number) => LocalRange> = { previous: before, year_ago: yearAgo }

/** The end of the name of a tag that takes one end of a range, or of a period before it. */
export const END_OF_RANGE = new RegExp(`(?:\\.(?:${Object.keys(periods).join('|')}))?\\.(?:start|end)$`)

/** The names of the tags for the periods before a range, such as `days.previous.start`. */
export const previousTags = (name: string): string[] =>
  Object.keys(periods).flatMap((period) => [`${name}.${period}.start`, `${name}.${period}.end`])

/**
 * Adds the periods before each range to the values of a query, under the full names of their tags. Values without a definition
 * count as ranges if they have a start and an end, because those of unsaved texts may have none.
 * @param values as they were sent; no value can replace a period of a range
 */
export function withPreviousPeriods(definitions: readonly Definition[], values: Values): Values {
  const added = Object.entries(values).flatMap(([name, value]) => {
    const definition = definitions.find((candidate) => candidate.name === name)
    const kind = definition === undefined ? { isRange: true, precision: 'day' as const } : dateKindOf(definition)
    const range = kind?.isRange ? sentEnds(value) : null
    if (!kind || range === null) return []
    return Object.entries(periods).flatMap(([period, rule]) => {
      const { start, end } = compared(range, kind.precision, rule)
      return [
        [`${name}.${period}.start`, start],
        [`${name}.${period}.end`, end],
      ]
    })
  })
  // A period before the year 1 has no dates.
  const dates = added.filter(([, date]) => date !== null)
  return dates.length === 0 ? values : { ...values, ...Object.fromEntries(dates) }
}

function sentEnds(value: unknown): Range | null {
  if (!isRecord(value)) return null
  const start = sentDate(value.start)
  const end = sentDate(value.end)
  return start === null || end === null ? null : { start, end }
}

const UNITS: Record<Precision, number> = { day: 86_400_000, minute: 60_000, second: 1000 }

/**
 * Applies a rule to a range as it was sent.
 * @param ofType precision of its type; an end that was sent with a finer one is filled in like that, and so are the periods
 */
function compared(sent: Range, ofType: Precision, rule: (range: LocalRange, unit: number) => LocalRange) {
  const precision = [precisionOf(sent.start), precisionOf(sent.end)].reduce(finer, ofType)
  const [start, end] = [endOf(sent.start), endOf(sent.end)]
  // A range that ends before it starts selects nothing, and neither may its periods.
  const isReversed = end.local < start.local
  const found = rule(isReversed ? { start: end, end: start } : { start, end }, UNITS[precision])
  const [first, last] = [written(found.start, precision), written(found.end, precision)]
  return isReversed ? { start: last, end: first } : { start: first, end: last }
}

const finer = (one: Precision, other: Precision): Precision => (UNITS[one] < UNITS[other] ? one : other)

function precisionOf(sent: string): Precision {
  const { length } = splitZone(sent).local
  if (length === 'YYYY-MM-DD'.length) return 'day'
  return length === 'YYYY-MM-DD HH:mm'.length ? 'minute' : 'second'
}

function endOf(sent: string): End {
  const { local, zone } = splitZone(sent)
  return { local: Date.parse(`${(readDate('second', local) ?? '').replace(' ', 'T')}Z`), zone }
}

function written({ local, zone }: End, precision: Precision): string | null {
  const date = readDate(precision, new Date(local).toISOString().slice(0, -'Z'.length))
  return date === null ? null : date + zone
}

/** A length of time, as charts shift it. */
export interface RangeLength {
  count: number
  unit: 'month' | 'day' | 'hour' | 'minute' | 'second'
}

/**
 * The time between a range and the previous period, which is the length of the range: whole months, or else days or a span of time.
 * @returns null if the parameter is no range with two ends
 */
export function lengthOfRange({ name, type, value }: { name: string; type: string; value?: unknown }): RangeLength | null {
  const kind = dateKindOf({ name, type })
  const sent = kind?.isRange ? sentEnds(value) : null
  if (!kind || sent === null) return null
  const precision = [precisionOf(sent.start), precisionOf(sent.end)].reduce(finer, kind.precision)
  const [start, end] = [endOf(sent.start).local, endOf(sent.end).local].sort((a, b) => a - b)
  if (start === undefined || end === undefined) return null
  const next = end + UNITS[precision]
  if (isMonthStart(start) && isMonthStart(next)) return { unit: 'month', count: monthsBetween(start, next) }
  const unit = spans.find(({ ms }) => (next - start) % ms === 0) ?? SECOND
  return { unit: unit.unit, count: Math.round((next - start) / unit.ms) }
}

const SECOND = { unit: 'second', ms: 1000 } as const
/** From the longest to the shortest. */
const spans = [
  { unit: 'day', ms: UNITS.day },
  { unit: 'hour', ms: 3_600_000 },
  { unit: 'minute', ms: UNITS.minute },
  SECOND,
] as const

/** As many whole months before whole months, otherwise as much time before any other range. */
function before({ start, end }: LocalRange, unit: number): LocalRange {
  const next = end.local + unit
  const first = isMonthStart(start.local) && isMonthStart(next) ? monthsBefore(start.local, next) : 2 * start.local - next
  return { start: { ...start, local: first }, end: { ...start, local: start.local - unit } }
}

function isMonthStart(local: number): boolean {
  return new Date(local).getUTCDate() === 1 && local % UNITS.day === 0
}

/** The start of the months before a start, as many as there are from it to the next start. */
function monthsBefore(start: number, next: number): number {
  const from = new Date(start)
  return from.setUTCMonth(from.getUTCMonth() - monthsBetween(start, next))
}

function monthsBetween(start: number, next: number): number {
  const [from, to] = [new Date(start), new Date(next)]
  return (to.getUTCFullYear() - from.getUTCFullYear()) * 12 + to.getUTCMonth() - from.getUTCMonth()
}

function yearAgo({ start, end }: LocalRange): LocalRange {
  return { start: endYearAgo(start), end: endYearAgo(end) }
}

function endYearAgo({ local, zone }: End): End {
  const date = new Date(local)
  const month = date.getUTCMonth()
  date.setUTCFullYear(date.getUTCFullYear() - 1)
  // 29 February becomes 1 March, whose day before is 28 February.
  if (date.getUTCMonth() !== month) date.setUTCDate(0)
  return { local: date.getTime(), zone }
}
