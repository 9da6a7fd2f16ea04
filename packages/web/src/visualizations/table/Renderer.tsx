import { IconTable } from '@tabler/icons-react'
import { useMemo } from 'react'
import type { DataColumn } from '../../ui/data-table/column-layout.ts'
import { DataTable } from '../../ui/data-table/DataTable.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { CellContent } from '../columns/cells/CellContent.tsx'
import { cellText, cellView, isRich, type TableColumn, tableColumns } from '../columns/column-view.ts'
import type { Formats, RendererProps } from '../visualization.ts'
import type { TableOptions } from './options.ts'

/** Draws the rows of a result, however many, in the columns that the options show. */
export function Renderer({ name, options, data, formats }: RendererProps<TableOptions>) {
  const source = data.kind === 'windows' ? data.source : null
  const columns = useMemo(
    () => (source ? shownColumns(tableColumns(source.columns, options, formats), formats) : []),
    [source, options, formats],
  )
  if (!source || columns.length === 0) return <EmptyState icon={<IconTable size={20} stroke={1.75} />} title="No data" />
  return <DataTable source={source} columns={columns} label={name} emptyText="No data" />
}

function shownColumns(columns: readonly TableColumn[], formats: Formats): DataColumn[] {
  const places = new Map(columns.map(({ name, index }) => [name, index]))
  return columns
    .filter(({ visible }) => visible)
    .map((column) => ({
      index: column.index,
      title: column.title,
      description: column.description,
      align: column.alignContent,
      // Widths follow the text, and an image is as wide as its heading.
      format: (cell) => (column.displayAs === 'image' ? '' : cellText(cell, column, formats.numberMarks)),
      nullText: formats.nullText,
      render: isRich(column)
        ? (cell, row) => {
            const cellOf = (name: string) => {
              const index = places.get(name)
              return index === undefined ? undefined : (row[index] ?? null)
            }
            return <CellContent view={cellView(cell, column, cellOf, formats.tableCellMaxJSONSize)} />
          }
        : null,
    }))
}
