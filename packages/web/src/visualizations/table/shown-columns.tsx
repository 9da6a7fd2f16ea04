import { cellText, cellView, isRich } from '@sightline/domain/table-columns/column-view.ts'
import type { Display } from '@sightline/domain/table-columns/stored-columns.ts'
import type { TableColumn } from '@sightline/domain/table-columns/table-column.ts'
import type { DataColumn } from '../../ui/data-table/column-layout.ts'
import { truncatedText } from '../../ui/data-table/TableRows.tsx'
import { CellContent } from '../columns/cells/CellContent.tsx'
import { SPARKLINE_CELL_WIDTH } from '../columns/cells/Sparkline.tsx'
import type { Formats } from '../visualization.ts'

const cellKinds: Partial<Record<Display, DataColumn['kind']>> = { number: 'number', datetime: 'date' }

/** The visible columns as the table renders them. */
export function shownColumns(columns: readonly TableColumn[], formats: Formats): DataColumn[] {
  const places = new Map(columns.map(({ name, index }) => [name, index]))
  return columns
    .filter(({ visible }) => visible)
    .map((column) => ({
      index: column.index,
      title: column.title,
      description: column.description,
      align: column.alignContent,
      isPinned: column.pinned,
      group: column.group.trim(),
      kind: cellKinds[column.displayAs] ?? 'text',
      // Column widths follow the text; images are as wide as their heading.
      format: (cell) => (column.displayAs === 'image' ? '' : cellText(cell, column, formats)),
      cellWidth: column.displayAs === 'sparkline' ? SPARKLINE_CELL_WIDTH : undefined,
      nullText: formats.nullText,
      render: isRich(column)
        ? (cell, row) => {
            const cellOf = (name: string) => {
              const index = places.get(name)
              return index === undefined ? undefined : (row[index] ?? null)
            }
            const view = cellView(cell, column, cellOf, formats.tableCellMaxJSONSize, formats)
            return <CellContent view={view.kind === 'text' ? { ...view, text: truncatedText(view.text) } : view} />
          }
        : null,
    }))
}
