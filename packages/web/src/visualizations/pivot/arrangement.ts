import type { Cell } from '@sightline/contract/results.ts'
import { aggregatorOf, valuesNeeded } from '@sightline/domain/pivot/aggregators.ts'
import type { SourceColumn } from '../../ui/data-table/row-source.ts'
import type { PivotOptions } from './options.ts'

/** Where a column can be put. */
export type Zone = 'unused' | 'rows' | 'cols'
export type Sides = Pick<PivotOptions, 'rows' | 'cols'>

/** The columns of each zone that the result has. */
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

/** The sides after a column was put into a zone. @param place among those that are there already; past the end is the end */
export function placed(zones: Record<Zone, string[]>, name: string, zone: Zone, place: number): Sides {
  const without = (names: readonly string[]) => names.filter((other) => other !== name)
  const sides = { rows: without(zones.rows), cols: without(zones.cols) }
  if (zone !== 'unused') sides[zone].splice(place, 0, name)
  return sides
}

/** Columns whose values an aggregator can be given. */
export function valueChoices(
  columns: readonly SourceColumn[],
  { hiddenAttributes, hiddenFromAggregators }: PivotOptions,
): SourceColumn[] {
  const hidden = new Set([...hiddenAttributes, ...hiddenFromAggregators])
  return columns.filter(({ name }) => !hidden.has(name))
}

/** The columns of values for an aggregator: those that were chosen as far as they are there, else numbers. */
export function valuesFor(aggregatorName: string, chosen: readonly string[], choices: readonly SourceColumn[]): string[] {
  const aggregator = aggregatorOf(aggregatorName)
  const kept = chosen.filter((name) => choices.some((column) => column.name === name))
  const numbers = choices.filter(({ type }) => type === 'integer' || type === 'float')
  const others = [...numbers, ...choices].map(({ name }) => name)
  const missing = Math.max(0, (aggregator ? valuesNeeded(aggregator) : 0) - kept.length)
  return [...kept, ...[...new Set(others)].filter((name) => !kept.includes(name)).slice(0, missing)]
}

/** The stored text of a value that is left out. */
export const filterText = (cell: Cell) => (cell === null ? 'null' : String(cell))

/** The cell that a stored text stands for in a column. */
export function filteredCell(text: string, { type }: SourceColumn): Cell {
  if (text === 'null') return null
  if (type === 'boolean') return text === 'true'
  const isNumber = (type === 'integer' || type === 'float') && text.trim() !== '' && Number.isFinite(Number(text))
  return isNumber ? Number(text) : text
}

/** What is left out after a value of a column was switched on or off. */
export function toggledFilter(filter: PivotOptions['valueFilter'], name: string, text: string): PivotOptions['valueFilter'] {
  const { [name]: own = {}, ...others } = filter
  const { [text]: isLeftOut, ...rest } = own
  const next = isLeftOut === undefined ? { ...own, [text]: true } : rest
  return Object.keys(next).length === 0 ? others : { ...others, [name]: next }
}
