import { parseDate } from '../format/date.ts'
import { type Interval, periodsBetween, startOf } from './periods.ts'

/** How many people of a group, which began at a date, did something at a stage. */
export interface CohortEntry {
  /** An ISO date. */
  date: string
  stage: number
  /** People in the group; null where it is not told. */
  total: number | null
  value: number | null
}

export interface CohortLayout {
  /** `diagonal` fills dates and stages that are missing with zeros, `simple` leaves them empty. */
  mode: 'diagonal' | 'simple'
  interval: Interval
  maxGroups: number
  maxStages: number
}

export interface CohortGroup {
  /** Milliseconds since the epoch. */
  date: number
  total: number | null
  /** One for each stage; null where there is nothing to show. */
  values: (number | null)[]
}

export interface Cohort {
  stages: number[]
  groups: CohortGroup[]
  /** Groups and stages beyond what was asked for. */
  omitted: { groups: number; stages: number }
}

/** Puts entries into a row for each group and a column for each stage. Entries without a date are skipped. */
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
        // Each group has had one stage less time than the one before: what lies beyond has not happened yet.
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

/** Groups by their date: its period where gaps are filled, the very date where data is shown as it is. */
function groupsOf(entries: readonly CohortEntry[], { mode, interval }: CohortLayout): FoundGroup[] {
  const dated = entries.flatMap((entry) => {
    const date = parseDate(entry.date)
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

/** The groups with an empty one for each period that is missing between the first and the last. */
function withoutGaps(groups: readonly FoundGroup[], { interval, maxGroups }: CohortLayout): FoundGroup[] {
  const first = groups[0]?.date
  const last = groups.at(-1)?.date
  if (first === undefined || last === undefined) return []
  const byDate = new Map(groups.map((group) => [group.date, group]))
  // Two dates that lie centuries apart are not worth filling what is between them.
  const periods = periodsBetween(first, last, interval, maxGroups + groups.length)
  return periods.map((date) => byDate.get(date) ?? { date, total: 0, values: new Map() })
}
