import { plural, t } from '@lingui/core/macro'
import type { BriefProfile } from '@sightline/contract/result-profiles.ts'
import type { Cell } from '@sightline/contract/results.ts'
import type { Condition } from '@sightline/domain/explore/exploration.ts'
import { countText } from '@sightline/domain/format/units.ts'
import { localNumber } from '@sightline/domain/language/local.ts'

/** Writes a cell of the column. */
export type WriteCell = (cell: Cell) => string

/** The facts below the bars: the share of empty cells first, then the shorter ones, so that a head has room for most. */
export function profileFacts(profile: BriefProfile, write: WriteCell): string[] {
  const { rows, nulls, min, max } = profile
  if (rows === 0) return [t`no rows`]
  if (nulls === rows) return [t`all empty`]
  const ends = min === null || max === null ? [] : [min === max ? write(min) : `${write(min)} – ${write(max)}`]
  return [
    ...(nulls === 0 ? [] : [t`${shareText(nulls, rows)} empty`]),
    ...[differentText(profile, t`different`), ...ends].sort((one, other) => one.length - other.length),
  ]
}

/** All facts as one sentence, for the tooltip and for screen readers. */
export function profileSentence(title: string, profile: BriefProfile, write: WriteCell, isSearched: boolean): string {
  const { rows, nulls, min, max, frequent } = profile
  const counted = countedRows(rows, isSearched)
  if (rows === 0 || nulls === rows) return rows === 0 ? `${title}: ${counted}.` : t`${title}: ${counted}, all empty.`
  const [first] = frequent
  return `${[
    `${title}: ${counted}`,
    nulls === 0 ? t`none empty` : t`${localNumber(nulls)} empty (${shareText(nulls, rows)})`,
    differentText(profile, profile.distinct === 1 ? t`different value` : t`different values`),
    ...(min === null || max === null ? [] : [t`from ${write(min)} to ${write(max)}`]),
    ...(first === undefined || first.count === 1 ? [] : [t`${write(first.value)} in ${shareText(first.count, rows)} of them`]),
  ].join(', ')}.`
}

/** How many rows a profile is of: `1,234 rows`, or `12 rows that match` for those that a search or filters leave. */
export const countedRows = (rows: number, isSearched: boolean): string =>
  isSearched ? plural(rows, { one: '# row that matches', other: '# rows that match' }) : countText(rows, 'row')

/** The number of different values; estimates are rounded to two digits. */
function differentText({ rows, nulls, distinct, is_distinct_exact: isExact }: BriefProfile, noun: string): string {
  if (!isExact) return t`about ${localNumber(Number(distinct.toPrecision(2)))} ${noun}`
  return distinct > 1 && distinct === rows - nulls ? t`all different` : `${localNumber(distinct)} ${noun}`
}

/** A part of the rows in whole percent; small parts are not rounded to nothing, nor large ones to all. */
export function shareText(count: number, rows: number): string {
  const percent = (count / rows) * 100
  if (percent > 0 && percent < 1) return '< 1%'
  if (percent > 99 && percent < 100) return '> 99%'
  return `${Math.round(percent)}%`
}

/** A range or a value that can be clicked, or the empty cells. */
export interface ProfilePart {
  /** Says which rows it stands for, such as `0 to 49.9: 50 rows (5%)`. */
  label: string
  /** The range or the value in short. */
  text: string
  count: number
  kind: 'range' | 'value' | 'empty'
  /** The conditions that its rows meet. */
  conditions: Condition[]
}

/** The parts of a profile in their order: its ranges, null for those without rows, or its frequent values and the empty cells. */
export function profileParts(column: string, profile: BriefProfile, write: WriteCell): (ProfilePart | null)[] {
  return profile.bars.length > 0 ? rangeParts(column, profile, write) : valueParts(column, profile, write)
}

function rangeParts(column: string, { bars, rows }: BriefProfile, write: WriteCell): (ProfilePart | null)[] {
  return bars.map(({ min, max, count }) => {
    if (count === 0 || min === null || max === null) return null
    const text = min === max ? write(min) : t`${write(min)} to ${write(max)}`
    const conditions: Condition[] = [
      { column, kind: 'min', values: [min] },
      { column, kind: 'max', values: [max] },
    ]
    return { label: labelOf(text, count, rows), text, count, kind: 'range', conditions }
  })
}

/** Frequent values, and the empty cells. Of values that occur once each, none is more frequent than others. */
function valueParts(column: string, { frequent, distinct, nulls, rows }: BriefProfile, write: WriteCell): ProfilePart[] {
  const hasRepeats = distinct <= frequent.length || frequent.some(({ count }) => count > 1)
  const values = (hasRepeats ? frequent : []).map(({ value, count }): ProfilePart => {
    const text = value === '' ? t`(empty text)` : write(value)
    return {
      label: labelOf(text, count, rows),
      text,
      count,
      kind: 'value',
      conditions: [{ column, kind: 'is', values: [value] }],
    }
  })
  const empty: ProfilePart = {
    label: labelOf(t`empty`, nulls, rows),
    text: t`empty`,
    count: nulls,
    kind: 'empty',
    conditions: [{ column, kind: 'empty', values: [] }],
  }
  return nulls === 0 ? values : [...values, empty]
}

const labelOf = (text: string, count: number, rows: number) => `${text}: ${countText(count, 'row')} (${shareText(count, rows)})`

/** Whether the conditions of a column are those of a part. */
export const isFilteredTo = (conditions: readonly Condition[], part: ProfilePart): boolean =>
  JSON.stringify(conditions) === JSON.stringify(part.conditions)
