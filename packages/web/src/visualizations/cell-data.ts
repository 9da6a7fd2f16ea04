import { rowAt } from '@sightline/domain/grouping/row-at.ts'
import type { RowSource } from '../ui/data-table/source.ts'
import type { CellData, CellNeeds } from './visualization.ts'

/** Reads single cells out of windows of one row each. */
export async function loadCells(source: RowSource, { cells }: CellNeeds, signal: AbortSignal): Promise<CellData> {
  const { columns } = source
  const window = (offset: number) => source.load({ offset, limit: 1, sort: [] }, signal)
  const first = await window(0)
  const total = first.total ?? (await source.count?.([], signal)) ?? source.rowCount
  const rowOf = async (row: number) => {
    const place = rowAt(row, total)
    if (place === null) return []
    return (place === 0 ? first : await window(place)).rows[0] ?? []
  }
  const rows = await Promise.all(cells.map(({ row }) => rowOf(row)))
  return {
    kind: 'cells',
    columns,
    total,
    cells: cells.map(({ column }, index) => rows[index]?.[columns.findIndex(({ name }) => name === column)] ?? null),
  }
}
