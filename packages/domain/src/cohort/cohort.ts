import { parseDate } from '../format/date.ts'

/** The number of people who reached a stage, of the group that began at a date. */
export interface CohortEntry {
  /** An ISO date. */
  date: string
  stage: number
  /** Number of people in the group; null if unknown. */
  total: number | null
  value: number | null
}

export interface CohortLayout {
  /** `diagonal` fills missing dates and stages with zeros, `simple` leaves them empty. */
  mode: 'diagonal' | 'simple'
  interval: Interval
  maxGroups: number
  maxStages: number
  /** It decides on which day and in which month an instant is. */
  timeZone: string
}

interface CohortGroup {
  /** Milliseconds since the epoch. */
  date: number
  total: number | null
  /** One per stage; null for an empty cell. */
  values: (number | null)[]
}

export interface Cohort {
  stages: number[]
  groups: CohortGroup[]
  /** Numbers of groups and stages beyond the limits. */
  omitted: { groups: number; stages: number }
}

/** Arranges entries in a row per group and a column per stage. Entries without a date are skipped. */
export function cohortOf(entries: readonly CohortEntry[], layout: CohortLayout): Cohort {
  const found = groupsOf(entries, layout)
  const stages = [...new Set(entries.map(({ stage }) => stage))]
  const firstStage = stages.length === 0 ? 0 : Math.min(...stages)
  const lastFound = stages.length === 0 ? -1 : Math.max(...stages)
  const groups = layout.mode === 'diagonal' ? withoutGaps(found, layout) : found
  const lastStage = layout.mode === 'diagonal' ? Math.max(lastFound, firstStage + groups.length - 1) : lastFound
  const stageCount = lastStage - firstStage + 1
  const shownStages = Math.min(stageCount, layout.maxStages)
  const shownGroups = groups.slice(0, layout.maxGroups)
  return {
    stages: Array.from({ length: shownStages }, (_, index) => firstStage + index),
    groups: shownGroups.map(({ date, total, values }, index) => ({
      date,
      total,
      values: Array.from({ length: shownStages }, (_, at) => {
        const value = values.get(firstStage + at)
        if (value !== undefined || layout.mode === 'simple') return value ?? null
        // Each group began one period after the previous one. Stages beyond the diagonal are in the future.
        return at < groups.length - index ? 0 : null
      }),
    })),
    omitted: { groups: groups.length - shownGroups.length, stages: stageCount - shownStages },
  }
}

interface FoundGroup {
  date: number
  total: number | null
  /** By stage. */
  values: Map<number, number | null>
}

/** The groups by date: by the start of the period in diagonal mode, by the exact date in simple mode. */
function groupsOf(entries: readonly CohortEntry[], { mode, interval, timeZone }: CohortLayout): FoundGroup[] {
  const dated = entries.flatMap((entry) => {
    const date = parseDate(entry.date, timeZone)
    return date === null ? [] : [{ ...entry, date }]
  })
  const anchor = dated.reduce((first, { date }) => Math.min(first, date), Number.POSITIVE_INFINITY)
  const groups = new Map<number, FoundGroup & { totals: Map<number, number> }>()
  for (const { date, stage, total, value } of dated) {
    const start = mode === 'simple' ? date : startOf(date, interval, anchor)
    const group = groups.get(start) ?? { date: start, total: null, values: new Map(), totals: new Map() }
    groups.set(start, group)
    const before = group.values.get(stage) ?? null
    group.values.set(stage, before === null || value === null ? (value ?? before) : before + value)
    if (total !== null) group.totals.set(date, Math.max(total, group.totals.get(date) ?? total))
  }
  return [...groups.values()]
    .map(({ date, values, totals }) => ({ date, values, total: totals.size === 0 ? null : sum(totals.values()) }))
    .toSorted((a, b) => a.date - b.date)
}

function sum(numbers: Iterable<number>): number {
  let total = 0
  for (const number of numbers) total += number
  return total
}

/** Adds an empty group for each missing period between the first and the last. */
function withoutGaps(groups: readonly FoundGroup[], { interval, maxGroups }: CohortLayout): FoundGroup[] {
  const first = groups[0]?.date
  const last = groups.at(-1)?.date
  if (first === undefined || last === undefined) return []
  const byDate = new Map(groups.map((group) => [group.date, group]))
  // Dates may be centuries apart; the gap between them is then not filled.
  const periods = periodsBetween(first, last, interval, maxGroups + groups.length)
  return periods.map((date) => byDate.get(date) ?? { date, total: 0, values: new Map() })
}

const DAY_MS = 86_400_000

export const intervals = ['daily', 'weekly', 'monthly'] as const
export type Interval = (typeof intervals)[number]

/**
 * The start of the period of a date: its day, month or week. Weeks begin on the weekday of the first date.
 * @param date milliseconds since the epoch, like all dates here
 */
export function startOf(date: number, interval: Interval, anchor: number): number {
  const day = Math.floor(date / DAY_MS) * DAY_MS
  if (interval === 'daily') return day
  if (interval === 'monthly') return Date.UTC(new Date(date).getUTCFullYear(), new Date(date).getUTCMonth(), 1)
  const firstDay = Math.floor(anchor / DAY_MS) * DAY_MS
  return firstDay + Math.floor((day - firstDay) / (7 * DAY_MS)) * 7 * DAY_MS
}

/**
 * The starts of all periods from the first to the last, inclusive.
 * @param most maximum number of periods
 */
function periodsBetween(first: number, last: number, interval: Interval, most: number): number[] {
  const periods: number[] = []
  for (let start = first; start <= last && periods.length < most; start = next(start, interval)) periods.push(start)
  return periods
}

/** The last day of the period that begins at a date. */
export const lastDayOf = (start: number, interval: Interval): number => next(start, interval) - DAY_MS

function next(start: number, interval: Interval): number {
  if (interval === 'monthly') {
    const date = new Date(start)
    return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1)
  }
  return start + (interval === 'weekly' ? 7 : 1) * DAY_MS
}
