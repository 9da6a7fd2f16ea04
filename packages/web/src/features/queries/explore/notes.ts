import { plural, t } from '@lingui/core/macro'
import type { Exploration } from '@sightline/domain/explore/exploration.ts'
import { measureName } from '@sightline/domain/explore/measure-name.ts'
import type { PivotedAnswer } from '@sightline/domain/explore/pivot.ts'
import { type Counted, countText } from '@sightline/domain/format/units.ts'
import { localList, localNumber } from '@sightline/domain/language/local.ts'

interface Facts {
  groups: { shown: number; total: number } | null
  pivot: Pick<PivotedAnswer, 'values' | 'rowCount' | 'rows'> | null
}

/**
 * Says what an answer shows, as in `The first 1,000 of 5,203 groups of 80,000 rows · filtered: 12,000 of 80,000 rows`.
 * @param matching number of rows that pass the filters; null without filters
 * @param total number of rows of the result
 * @param across the column whose values stand in columns
 */
export function notesOf({ groups, pivot }: Facts, matching: number | null, total: number, across: string | null): string {
  const all = countText(total, 'row')
  const filtered = matching === null ? null : t`filtered: ${localNumber(matching)} of ${all}`
  if (groups === null) return filtered ?? all
  const arranged = pivot === null ? [] : [pivotText(pivot, across ?? '')]
  const [groupsText, rows] = [firstOf(groups.shown, groups.total, 'group'), countText(matching ?? total, 'row')]
  return [...arranged, t`${groupsText} of ${rows}`, ...(filtered === null ? [] : [filtered])].join(' · ')
}

/** Such as `12 lines, the first 50 of 60 values of region in columns`. */
function pivotText({ values, rowCount, rows }: NonNullable<Facts['pivot']>, across: string): string {
  const lines = firstOf(rows.length, rowCount, 'line')
  const { shown, total } = values
  const [first, all] = [localNumber(shown), localNumber(total)]
  return shown < total
    ? t`${lines}, the first ${first} of ${plural(total, { one: `${all} value`, other: `${all} values` })} of ${across} in columns`
    : t`${lines}, ${plural(total, { one: `${all} value`, other: `${all} values` })} of ${across} in columns`
}

const firstOf = (shown: number, total: number, noun: Counted) =>
  shown < total ? t`The first ${localNumber(shown)} of ${countText(total, noun)}` : countText(total, noun)

/** Says which measures a chart draws. @param drawn their places; null if all are drawn, which needs no words */
export function drawnText({ measures }: Exploration, drawn: readonly number[] | null): string | null {
  if (drawn === null) return null
  const names = localList(measures.flatMap((measure, place) => (drawn.includes(place) ? [measureName(measure)] : [])))
  return t`The chart shows ${names} only; the table has all measures.`
}
