import { i18n } from '../language/i18n.ts'

const SECOND_MS = 1000
const DAY_MS = 86_400_000
/** In no time zone does the clock change twice within this time. */
const STRETCH_MS = 7 * DAY_MS

/** Says that a text is no name of a time zone. */
export const notATimeZone = (name: string): string =>
  i18n._('"{name}" is not the name of a time zone, such as Europe/Berlin.', { name })

/** Whether this is the name of a time zone. Offsets such as `+05:30` are none: databases disagree about their sign. */
export function isTimeZone(name: string): boolean {
  if (!/^[a-z]/i.test(name)) return false
  try {
    zoneOf(name)
    return true
  } catch {
    return false
  }
}

interface Zone {
  formatter: Intl.DateTimeFormat
  /** The offset of each stretch of time, by its number, or how it changes within. */
  offsets: Map<number, number | ChangeWithin>
}

interface ChangeWithin {
  before: number
  /** The first millisecond with the offset that follows. */
  from: number
  after: number
}

/** Cached by time zone: creating a formatter takes a hundred times as long as using it. */
const zones = new Map<string, Zone>()
/** More than there are time zones. A limit is needed because names may be written in any case. */
const MAX_ZONES = 1000

/** @throws RangeError if there is no such time zone */
function zoneOf(timeZone: string): Zone {
  const known = zones.get(timeZone)
  if (known) return known
  if (zones.size >= MAX_ZONES) zones.clear()
  const made = { formatter: formatterOf(timeZone), offsets: new Map() }
  zones.set(timeZone, made)
  return made
}

const formatterOf = (timeZone: string) =>
  new Intl.DateTimeFormat('en-US', {
    timeZone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    era: 'short',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })

/**
 * By how much the clock of a time zone is ahead of UTC at an instant.
 * @param time milliseconds since the epoch
 * @returns milliseconds; negative west of Greenwich
 * @throws RangeError if there is no such time zone
 */
export function offsetAt(timeZone: string, time: number): number {
  if (timeZone === 'UTC') return 0
  const zone = zoneOf(timeZone)
  const stretch = Math.floor(time / STRETCH_MS)
  let offset = zone.offsets.get(stretch)
  if (offset === undefined) {
    offset = measuredStretch(zone, stretch * STRETCH_MS)
    zone.offsets.set(stretch, offset)
  }
  if (typeof offset === 'number') return offset
  return time < offset.from ? offset.before : offset.after
}

/** Measuring takes a hundred times as long as comparing, so the time of a change is found once. */
function measuredStretch(zone: Zone, start: number): number | ChangeWithin {
  const end = start + STRETCH_MS
  const [before, after] = [measuredOffset(zone, start), measuredOffset(zone, end)]
  if (before === after) return before
  return { before, from: firstTime(start, end, (time) => measuredOffset(zone, time) === after), after }
}

/** The first time behind `start` for which something is true that is true from then on until `end`. */
function firstTime(start: number, end: number, isTrue: (time: number) => boolean): number {
  let [before, after] = [start, end]
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2)
    if (isTrue(middle)) after = middle
    else before = middle
  }
  return after
}

function measuredOffset({ formatter }: Zone, time: number): number {
  const parts = formatter.formatToParts(time)
  const part = (type: Intl.DateTimeFormatPartTypes) => Number(parts.find((candidate) => candidate.type === type)?.value)
  const isBeforeChrist = parts.some(({ type, value }) => type === 'era' && value.startsWith('B'))
  const wall = new Date(0)
  wall.setUTCFullYear(isBeforeChrist ? 1 - part('year') : part('year'), part('month') - 1, part('day'))
  wall.setUTCHours(part('hour'), part('minute'), part('second'))
  return wall.getTime() - Math.floor(time / SECOND_MS) * SECOND_MS
}

/** An offset from UTC, in milliseconds, and the instant from which the clock has it. */
export interface ClockChange {
  from: number
  offset: number
}

/**
 * The offsets that the clock of a time zone has between two instants, in their order; the first one is that at `first`.
 * @throws RangeError if there is no such time zone
 */
export function clockChanges(timeZone: string, first: number, last: number): ClockChange[] {
  const changes = [{ from: first, offset: offsetAt(timeZone, first) }]
  for (let start = first; start < last; start += STRETCH_MS) {
    const end = Math.min(start + STRETCH_MS, last)
    const [before, offset] = [offsetAt(timeZone, start), offsetAt(timeZone, end)]
    if (before === offset) continue
    changes.push({ from: firstTime(start, end, (time) => offsetAt(timeZone, time) === offset), offset })
  }
  return changes
}

/** The time of an instant on the clock of a time zone, as if that clock showed UTC. Milliseconds in and out. */
export const wallTime = (timeZone: string, time: number): number => time + offsetAt(timeZone, time)

/**
 * The instant at which the clock of a time zone shows a time. Of a time that it shows twice this is the first instant; for one that
 * it skips this is the first moment after the gap.
 * @param wall the time on that clock, as if it showed UTC; milliseconds in and out
 * @throws RangeError if there is no such time zone
 */
export function instantAt(timeZone: string, wall: number): number {
  const offsetBefore = offsetAt(timeZone, wall - DAY_MS)
  const offsetAfter = offsetAt(timeZone, wall + DAY_MS)
  const instants = [wall - offsetBefore, wall - offsetAfter].sort((one, other) => one - other)
  const shown = instants.find((instant) => wallTime(timeZone, instant) === wall)
  if (shown !== undefined) return shown
  const [before = wall, after = wall] = instants
  return firstTime(before, after, (time) => offsetAt(timeZone, time) === offsetAfter)
}
