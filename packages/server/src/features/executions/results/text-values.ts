import type { RowFilter } from '@sightline/contract/results.ts'
import type { SourceNeeds, SourceValues } from '@sightline/domain/dashboards/text-values.ts'
import type { Context } from '../../../platform/context.ts'
import { presentInfo, storedResult } from '../present.ts'
import type { ResultRow } from '../tables.ts'
import { readResult } from './service.ts'
import { firstTableRows } from './table-view.ts'

/** Rows from which the decimals of a column follow. */
const SAMPLE_ROWS = 100

/** Reads the cells and measures that the tags of a text need from the rows of a stored result that pass filters. */
export async function textSourceValues(
  ctx: Context,
  row: ResultRow,
  { cells, measures }: SourceNeeds,
  filters: RowFilter[] = [],
): Promise<SourceValues> {
  const { rows: sample, total } = await firstTableRows(ctx, row, { filters, sort: [] }, SAMPLE_ROWS)
  const lastRow = async () => {
    const window = { offset: total - 1, limit: 1, sort: [], search: '', searchColumns: null, filters, isCountedLater: false }
    return (await readResult(ctx, row, () => ctx.results.window(storedResult(row), window))).rows[0] ?? []
  }
  const last = total > 0 && cells.some((cell) => cell.row === -1) ? await lastRow() : []
  const placeOf = (name: string) => row.columns.findIndex((column) => column.name === name)
  const ask = {
    sets: [[]],
    measures: measures.map(({ kind, column }) => ({ kind, column: placeOf(column) })),
    limit: 1,
  }
  const groups =
    measures.length === 0 ? null : await readResult(ctx, row, () => ctx.results.groups(storedResult(row), ask, filters))
  return {
    info: presentInfo(ctx.viewer, row),
    total,
    cells: cells.map((cell) => (cell.row === 1 ? sample[0] : last)?.[placeOf(cell.column)] ?? null),
    measures: groups?.sets[0]?.measures.map(([cell = null]) => cell) ?? [],
    sample,
  }
}
