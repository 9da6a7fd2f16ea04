import type { ResultGroups } from '@sightline/contract/result-groups.ts'
import type { Cell, RowFilter } from '@sightline/contract/results.ts'
import { finiteCell } from '@sightline/domain/format/not-finite.ts'
import { type GroupingInMemory, groupRows, rowAt } from '@sightline/domain/grouping/groups.ts'
import type { RowSource, SourceColumn } from '../ui/data-table/row-source.ts'
import type { CellData, CellNeeds, GroupData, GroupNeeds } from './visualization.ts'

/** Maximum number of excluded values per column in a request. */
const MAX_LEFT_OUT = 1000

/** Builds the API request for groups, with columns as indexes; null if a column no longer exists. */
export function groupsAsk(
  columns: readonly SourceColumn[],
  { sets, measures, limit, without, bins, days }: GroupNeeds,
): { ask: GroupingInMemory; without: RowFilter[] } | null {
  const places = new Map(columns.map(({ name }, index) => [name, index]))
  const isKnown = (name: string | null) => name === null || places.has(name)
  if (!sets.flat().every(isKnown) || !measures.every(({ column }) => isKnown(column))) return null
  const placeOf = (name: string) => places.get(name) ?? 0
  return {
    ask: {
      sets: sets.map((set) => set.map(placeOf)),
      measures: measures.map(({ kind, column }) => ({ kind, column: column === null ? null : placeOf(column) })),
      limit,
      ...(bins && { bins: bins.map(({ column, ...division }) => ({ column: placeOf(column), ...division })) }),
      ...(days && {
        units: days.columns.map((column) => ({ column: placeOf(column), unit: 'day' as const })),
        time_zone: days.timeZone,
      }),
    },
    without: without.flatMap(({ column, values }) =>
      places.has(column) && values.length > 0 ? [{ column: placeOf(column), none_of: values.slice(0, MAX_LEFT_OUT) }] : [],
    ),
  }
}

/** Converts the API response to group data. */
export const groupData = (
  columns: SourceColumn[],
  { sets, measures }: GroupNeeds,
  { total, sets: answers, bins }: ResultGroups,
): GroupData => ({
  kind: 'groups',
  columns,
  asked: measures,
  total,
  sets: answers.map((answer, index) => ({ by: sets[index] ?? [], ...answer })),
  ...(bins && { bins }),
})

/** Empty group data, for a column that no longer exists. */
export const withoutGroups = (columns: SourceColumn[], { measures }: GroupNeeds, total: number): GroupData => ({
  kind: 'groups',
  columns,
  asked: measures,
  total,
  sets: [],
})

/** Whether the data contains all groups. */
export const hasAllGroups = ({ sets }: GroupData) =>
  sets.length > 0 && sets.every(({ total, measures: [first = []] }) => total <= first.length)

/** Groups rows that are already in the browser. */
export function groupsInMemory(columns: SourceColumn[], rows: readonly Cell[][], needs: GroupNeeds): GroupData {
  const asked = groupsAsk(columns, needs)
  if (asked === null) return withoutGroups(columns, needs, rows.length)
  const passing = rows.filter((row) =>
    asked.without.every(
      ({ column, none_of = [] }) => !none_of.includes(finiteCell(row[column] ?? null, columns[column]?.type)),
    ),
  )
  const cells = columns.map((_, column) => passing.map((row) => row[column] ?? null))
  const types = columns.map(({ type }) => type)
  return { ...groupData(columns, needs, groupRows(cells, passing.length, asked.ask, types)), total: rows.length }
}

/** Reads single cells by requesting windows of one row each; without the column for a line, of which the source has only windows. */
export async function loadCells(source: RowSource, { cells }: CellNeeds, signal: AbortSignal): Promise<CellData> {
  const window = (offset: number) => source.load({ offset, limit: 1, sort: [] }, signal)
  const first = await window(0)
  const total = first.total ?? (await source.count?.([], signal)) ?? source.rowCount
  const places = [...new Set(cells.flatMap(({ row }) => rowAt(row, total) ?? []))]
  const rows = new Map(
    await Promise.all(places.map(async (place) => [place, (place === 0 ? first : await window(place)).rows[0] ?? []] as const)),
  )
  return cellData(source.columns, total, { kind: 'cells', cells }, (place) => rows.get(place) ?? [])
}

/**
 * Reads single cells from rows in memory.
 * @param total rows in the result
 * @param rowOf returns the row at an index from 0
 */
export function cellData(
  columns: SourceColumn[],
  total: number,
  { cells, line }: CellNeeds,
  rowOf: (place: number) => readonly Cell[],
): CellData {
  const indexOf = (column: string) => columns.findIndex(({ name }) => name === column)
  const cellOf = ({ column, row }: CellNeeds['cells'][number]): Cell => {
    const place = rowAt(row, total)
    return place === null ? null : (rowOf(place)[indexOf(column)] ?? null)
  }
  const data: CellData = { kind: 'cells', columns, total, cells: cells.map(cellOf) }
  return line === undefined ? data : { ...data, line: columnOf(indexOf(line), total, rowOf) }
}

const columnOf = (index: number, total: number, rowOf: (place: number) => readonly Cell[]): Cell[] =>
  index === -1 ? [] : Array.from({ length: total }, (_, place) => rowOf(place)[index] ?? null)
