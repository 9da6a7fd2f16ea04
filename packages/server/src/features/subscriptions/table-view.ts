import type { Cell, ResultColumn } from '@sightline/contract/results.ts'
import { z } from 'zod'

/** The part of a stored table that a mail follows. Links, pictures and formats of single columns stay with the page. */
const TableView = z.looseObject({
  columns: z
    .array(
      z.looseObject({
        name: z.string(),
        title: z.string().optional().catch(undefined),
        visible: z.boolean().optional().catch(undefined),
        order: z.number().optional().catch(undefined),
      }),
    )
    .catch([]),
})

interface Table {
  columns: Pick<ResultColumn, 'name' | 'friendly_name' | 'type'>[]
  rows: Cell[][]
}

/** A result as a table shows it: its visible columns in their order, with their titles. @param options as stored */
export function tableView(options: Record<string, unknown>, { columns, rows }: Table): Table {
  const stored = new Map(TableView.parse(options).columns?.map((column) => [column.name, column]))
  const shown = columns
    .map((column, index) => ({ column, index, view: stored.get(column.name) }))
    .filter(({ view }) => view?.visible !== false)
    // Columns that are newer than the stored options come last.
    .toSorted((one, other) => (one.view?.order ?? Number.MAX_VALUE) - (other.view?.order ?? Number.MAX_VALUE))
  return {
    columns: shown.map(({ column, view }) => ({ ...column, friendly_name: view?.title || column.friendly_name })),
    rows: rows.map((row) => shown.map(({ index }) => row[index] ?? null)),
  }
}
