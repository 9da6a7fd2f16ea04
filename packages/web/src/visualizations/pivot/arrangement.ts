import type { Cell } from '@sightline/contract/results.ts'
import { aggregatorOf, valuesNeeded } from '@sightline/domain/pivot/aggregators.ts'
import type { SourceColumn } from '../../ui/data-table/row-source.ts'
import type { PivotOptions } from './options.ts'

export type Zone = 'unused' | 'rows' | 'cols'
export type Sides = Pick<PivotOptions, 'rows' | 'cols'>

/** Returns the columns of each zone, without those that the result no longer has. */
export function zonesOf(
  { rows, cols, hiddenAttributes, hiddenFromDragDrop }: PivotOptions,
  columns: readonly SourceColumn[],
): Record<Zone, string[]> {
  const names = columns.map(({ name }) => name)
  const known = (wanted: readonly string[]) => [...new Set(wanted)].filter((name) => names.includes(name))
  const hidden = new Set([...hiddenAttributes, ...hiddenFromDragDrop])
  const inRows = known(rows)
  const inCols = known(cols).filter((name) => !inRows.includes(name))
  const unused = names.filter((name) => !inRows.includes(name) && !inCols.includes(name) && !hidden.has(name))
  return { unused, rows: inRows, cols: inCols }
}

/** Returns the zones after a column was moved. @param place index among the columns of the zone; past the end means last */
export function placed(zones: Record<Zone, string[]>, name: string, zone: Zone, place: number): Sides {
  const without = (names: readonly string[]) => names.filter((other) => other !== name)
  const sides = { rows: without(zones.rows), cols: without(zones.cols) }
  if (zone !== 'unused') sides[zone].splice(place, 0, name)
  return sides
}

/** Returns the columns that can be the values of an aggregator. */
export function valueChoices(
  columns: readonly SourceColumn[],
  { hiddenAttributes, hiddenFromAggregators }: PivotOptions,
): SourceColumn[] {
  const hidden = new Set([...hiddenAttributes, ...hiddenFromAggregators])
  return columns.filter(({ name }) => !hidden.has(name))
}

/** Returns the value columns of an aggregator: the chosen ones that exist, else numeric columns. */
export function valuesFor(aggregatorName: string, chosen: readonly string[], choices: readonly SourceColumn[]): string[] {
  const aggregator = aggregatorOf(aggregatorName)
  const kept = chosen.filter((name) => choices.some((column) => column.name === name))
  const numbers = choices.filter(({ type }) => type === 'integer' || type === 'float')
  const others = [...numbers, ...choices].map(({ name }) => name)
  const missing = Math.max(0, (aggregator ? valuesNeeded(aggregator) : 0) - kept.length)
  return [...kept, ...[...new Set(others)].filter((name) => !kept.includes(name)).slice(0, missing)]
}

/** The stored form of an excluded value. */
export const filterText = (cell: Cell) => (cell === null ? 'null' : String(cell))

/** The cell of a column that a stored text represents. */
export function filteredCell(text: string, { type }: SourceColumn): Cell {
  if (text === 'null') return null
  if (type === 'boolean') return text === 'true'
  const isNumber = (type === 'integer' || type === 'float') && text.trim() !== '' && Number.isFinite(Number(text))
  return isNumber ? Number(text) : text
}

/** Returns the filter after a value of a column was excluded or included. */
export function toggledFilter(filter: PivotOptions['valueFilter'], name: string, text: string): PivotOptions['valueFilter'] {
  const { [name]: own = {}, ...others } = filter
  const { [text]: isLeftOut, ...rest } = own
  const next = isLeftOut === undefined ? { ...own, [text]: true } : rest
  return Object.keys(next).length === 0 ? others : { ...others, [name]: next }
}
