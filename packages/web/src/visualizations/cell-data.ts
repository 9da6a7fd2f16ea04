import type { Cell } from '@sightline/contract/results.ts'
import { rowAt } from '@sightline/domain/grouping/groups.ts'
import type { RowSource, SourceColumn } from '../ui/data-table/source.ts'
import type { CellData, CellNeeds } from './visualization.ts'

/** Reads single cells out of windows of one row each. */
export async function loadCells(source: RowSource, needs: CellNeeds, signal: AbortSignal): Promise<CellData> {
  const window = (offset: number) => source.load({ offset, limit: 1, sort: [] }, signal)
  const first = await window(0)
  const total = first.total ?? (await source.count?.([], signal)) ?? source.rowCount
  const places = [...new Set(needs.cells.flatMap(({ row }) => rowAt(row, total) ?? []))]
  const rows = new Map(
    await Promise.all(places.map(async (place) => [place, (place === 0 ? first : await window(place)).rows[0] ?? []] as const)),
  )
  return cellData(source.columns, total, needs, (place) => rows.get(place) ?? [])
}

/**
 * Single cells of rows that are here.
 * @param total rows in the result
 * @param rowOf a row by its place, from 0
 */
export function cellData(
  columns: SourceColumn[],
  total: number,
  { cells }: CellNeeds,
  rowOf: (place: number) => readonly Cell[],
): CellData {
  const cellOf = ({ column, row }: CellNeeds['cells'][number]): Cell => {
    const place = rowAt(row, total)
    return place === null ? null : (rowOf(place)[columns.findIndex(({ name }) => name === column)] ?? null)
  }
  return { kind: 'cells', columns, total, cells: cells.map(cellOf) }
}
