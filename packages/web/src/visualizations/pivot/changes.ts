import type { Cell } from '@sightline/contract/results.ts'
import { type KeyOrder, keyName } from '@sightline/domain/pivot/lines.ts'
import type { PivotSort } from '@sightline/domain/pivot/pivot.ts'
import type { PivotOptions } from './options.ts'

type Direction = 'ascending' | 'descending' | 'none'

const directions: Record<KeyOrder, Direction> = {
  key_a_to_z: 'none',
  value_a_to_z: 'ascending',
  value_z_to_a: 'descending',
  result: 'none',
}

/** How the rows are sorted by a column, as of screen readers. @param column its keys; none for the totals of the rows */
export function directionOf(
  { rowOrder }: Pick<PivotOptions, 'rowOrder'>,
  sortedBy: PivotSort | null,
  column: readonly Cell[],
): Direction {
  if (sortedBy === null) return column.length === 0 ? directions[rowOrder] : 'none'
  if (keyName(sortedBy.column) !== keyName(column)) return 'none'
  return sortedBy.descending ? 'descending' : 'ascending'
}

/** The order of the rows after a click on the head of a column: the largest first, then the smallest, then as before. */
export function sortedByNext(
  direction: Direction,
  column: readonly Cell[],
): Partial<Pick<PivotOptions, 'rowOrder' | 'sortBy'>> {
  if (column.length === 0) {
    const next = { none: 'value_z_to_a', descending: 'value_a_to_z', ascending: 'key_a_to_z' } as const
    return { rowOrder: next[direction], sortBy: null }
  }
  return { sortBy: direction === 'ascending' ? null : { column: [...column], descending: direction === 'none' } }
}

/** The collapsed groups after one was collapsed or expanded. @param keys of the group */
export function toggledGroup(
  { collapsed }: Pick<PivotOptions, 'collapsed'>,
  side: 'rows' | 'cols',
  keys: readonly Cell[],
): Pick<PivotOptions, 'collapsed'> {
  const name = keyName(keys)
  const others = collapsed[side].filter((group) => keyName(group) !== name)
  const isExpanded = others.length < collapsed[side].length
  return { collapsed: { ...collapsed, [side]: isExpanded ? others : [...others, [...keys]] } }
}
