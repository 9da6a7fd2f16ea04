import type { Cell } from '@sightline/contract/results.ts'
import { type CellView, cellText, cellView, isRich, tableColumns } from '@sightline/domain/table-columns/column-view.ts'
import { StoredColumns } from '@sightline/domain/table-columns/stored-columns.ts'
import { z } from 'zod/mini'
import type { SourceColumn } from '../../ui/data-table/row-source.ts'
import type { Formats } from '../visualization.ts'

/** The stored options of a details view. A new one stores none of them. */
export const DetailsOptions = z.looseObject({ columns: StoredColumns })
export type DetailsOptions = z.infer<typeof DetailsOptions>

export const ROWS_PER_PAGE = 1

/** One column of the current row. */
export interface Field {
  name: string
  title: string
  description: string
  align: 'left' | 'center' | 'right'
  /** Null if the cell is null. */
  view: CellView | null
}

/** Returns name and value of each visible column of a row in display order. */
export function fieldsOf(
  row: readonly Cell[],
  columns: readonly SourceColumn[],
  options: DetailsOptions,
  formats: Formats,
): Field[] {
  const places = new Map(columns.map(({ name }, index) => [name, index]))
  const cellOf = (name: string) => {
    const index = places.get(name)
    return index === undefined ? undefined : (row[index] ?? null)
  }
  const stored = new Map(options.columns.map((column) => [column.name, column]))
  return tableColumns(columns, options, formats, [row])
    .filter(({ visible }) => visible)
    .map((column) => {
      const cell = row[column.index] ?? null
      const view = (): CellView =>
        isRich(column)
          ? cellView(cell, column, cellOf, formats.tableCellMaxJSONSize, formats)
          : { kind: 'text', text: cellText(cell, column, formats), isInvalid: false }
      return {
        name: column.name,
        title: column.title,
        description: column.description,
        // Values are listed below each other, so types do not determine the alignment; only stored options do.
        align: stored.get(column.name)?.alignContent ?? 'left',
        view: cell === null ? null : view(),
      }
    })
}

/** Returns the parts of a column name between which a line may break: each ends with its underscores. */
export const partsOfName = (name: string): string[] => name.split(/(?<=_)(?=[^_])/)

/** Returns the row index of a page, from 0. */
export const offsetOf = (page: number) => (page - 1) * ROWS_PER_PAGE
