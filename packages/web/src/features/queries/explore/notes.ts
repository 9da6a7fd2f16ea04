import { t } from '@lingui/core/macro'
import type { PivotedAnswer } from '@sightline/domain/explore/pivot.ts'
import { countText } from '@sightline/domain/format/units.ts'

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
  const filtered = matching === null ? null : `filtered: ${matching.toLocaleString('en')} of ${countText(total, 'row')}`
  if (groups === null) return filtered ?? countText(total, 'row')
  const arranged = pivot === null ? [] : [pivotText(pivot, across ?? '')]
  const grouped = `${firstOf(groups.shown, groups.total, 'group')} of ${countText(matching ?? total, 'row')}`
  return [...arranged, grouped, ...(filtered === null ? [] : [filtered])].join(' · ')
}

/** Such as `12 lines, the first 50 of 60 values of region in columns`. */
function pivotText({ values, rowCount, rows }: NonNullable<Facts['pivot']>, across: string): string {
  const columns = firstOf(values.shown, values.total, 'value')
  return `${firstOf(rows.length, rowCount, 'line')}, ${columns.replace('The', 'the')} of ${across} in columns`
}

const firstOf = (shown: number, total: number, noun: string) =>
  shown < total ? t`The first ${shown.toLocaleString('en')} of ${countText(total, noun)}` : countText(total, noun)
