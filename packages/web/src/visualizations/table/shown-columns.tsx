import { cellText, cellView, isRich } from '@sightline/domain/table-columns/column-view.ts'
import { changesIn, comparisonNames } from '@sightline/domain/table-columns/compared-cell.ts'
import type { Display } from '@sightline/domain/table-columns/stored-columns.ts'
import type { TableColumn } from '@sightline/domain/table-columns/table-column.ts'
import type { DataColumn } from '../../ui/data-table/column-layout.ts'
import { truncatedText } from '../../ui/data-table/TableRows.tsx'
import { CellContent } from '../columns/cells/CellContent.tsx'
import { ComparedCell, changeWidthText } from '../columns/cells/ComparedCell.tsx'
import { SPARKLINE_CELL_WIDTH } from '../columns/cells/Sparkline.tsx'
import type { Formats } from '../visualization.ts'

const cellKinds: Partial<Record<Display, DataColumn['kind']>> = { number: 'number', datetime: 'date' }

/** The visible columns as the table renders them. */
export function shownColumns(columns: readonly TableColumn[], formats: Formats): DataColumn[] {
  const places = new Map(columns.map(({ name, index }) => [name, index]))
  const changeIn = changesIn(columns, columns.length, formats.numberMarks)
  const compared = comparisonNames(columns)
  return columns
    .filter(({ visible }) => visible)
    .map((column) => ({
      index: column.index,
      title: column.title,
      description: [column.description, compared.get(column.index) ?? ''].filter((text) => text !== '').join('\n'),
      align: column.alignContent,
      isPinned: column.pinned,
      group: column.group.trim(),
      kind: cellKinds[column.displayAs] ?? 'text',
      // Column widths follow the text; images are as wide as their heading.
      format: (cell) => (column.displayAs === 'image' ? '' : cellText(cell, column, formats)),
      cellWidth: column.displayAs === 'sparkline' ? SPARKLINE_CELL_WIDTH : undefined,
      besides: compared.has(column.index) ? (row) => changeWidthText(changeIn(row, column.index)) : undefined,
      nullText: formats.nullText,
      render: compared.has(column.index)
        ? (cell, row) => <ComparedCell text={cellText(cell, column, formats)} change={changeIn(row, column.index)} />
        : isRich(column)
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
