import { cellLooks } from '@sightline/domain/table-columns/cell-looks.ts'
import { columnsWithEnds, endMeasures, endsOf } from '@sightline/domain/table-columns/column-ends.ts'
import { cellText, cellView, isRich, tableColumns } from '@sightline/domain/table-columns/column-view.ts'
import type { Display } from '@sightline/domain/table-columns/stored-columns.ts'
import type { TableColumn } from '@sightline/domain/table-columns/table-column.ts'
import { IconTable } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import type { DataColumn } from '../../ui/data-table/column-layout.ts'
import { type CellPicks, DataTable } from '../../ui/data-table/DataTable.tsx'
import { MatchCount, useMatchCount } from '../../ui/data-table/MatchCount.tsx'
import type { RowSource } from '../../ui/data-table/row-source.ts'
import { truncatedText } from '../../ui/data-table/TableRows.tsx'
import { useColumnTotals } from '../../ui/data-table/use-column-totals.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { SearchBox } from '../../ui/SearchBox.tsx'
import { figureText } from '../cell-label.ts'
import { CellContent } from '../columns/cells/CellContent.tsx'
import type { Formats, RendererProps } from '../visualization.ts'
import { marks, pageSizeOf, type TableOptions } from './options.ts'
import styles from './Renderer.module.css'

/** Renders all rows of a result in the visible columns, with a search box if any column is searchable. */
export function Renderer({
  name,
  options,
  data,
  formats,
  colorScheme,
  place,
  onPick = null,
  selected = null,
}: RendererProps<TableOptions>) {
  const source = data.kind === 'windows' ? data.source : null
  const all = useMemo(
    () => (source ? tableColumns(source.columns, options, formats, source.sample) : []),
    [source, options, formats],
  )
  const columns = useMemo(() => shownColumns(all, formats), [all, formats])
  const looks = useLooks(source, all, colorScheme, formats.timeZone)
  const [search, setSearch] = useState('')
  const searched = useMemo(() => all.filter(({ visible, allowSearch }) => visible && allowSearch), [all])
  const { countFor, withCounting } = useMatchCount()
  const marked = source && (onPick !== null || selected !== null) ? marks(options, source.columns) : null
  const picks: CellPicks | null = marked && {
    column: source?.columns.findIndex((column) => column.name === marked.x) ?? -1,
    onPick: onPick && ((value) => onPick({ x: { column: marked.x, value }, series: null, y: null })),
    picked: selected === null ? null : String(selected.value),
  }
  const rows = useMemo(() => {
    const found = source && searchedRows(source, search, searched)
    return found && search !== '' ? withCounting(found, found.key) : found
  }, [source, search, searched, withCounting])
  if (!rows || columns.length === 0) return <EmptyState icon={<IconTable size={20} stroke={1.75} />} title="No data" />
  return (
    <div className={styles.frame}>
      {searched.length > 0 && (
        <div className={styles.search}>
          <SearchBox value={search} placeholder={`Search in ${name}...`} onSearch={setSearch} />
          {search !== '' && <MatchCount found={countFor(rows.key)} total={rows.rowCount} />}
        </div>
      )}
      <div className={styles.rows}>
        <DataTable
          source={rows}
          columns={columns}
          label={name}
          emptyText={search !== '' || rows.isSearched ? 'No results matching search term.' : 'No data'}
          pageSize={pageSizeOf(options, place)}
          picks={picks}
          looks={looks}
          formatNumber={(value) => figureText(value, formats.numberMarks)}
        />
      </div>
    </div>
  )
}

/** The colors, bars and heat of the cells. Bars and heat appear once the ends of their columns are known. */
function useLooks(source: RowSource | null, columns: readonly TableColumn[], scheme: 'light' | 'dark', timeZone: string) {
  const scaled = useMemo(() => columnsWithEnds(columns), [columns])
  const measures = useMemo(() => endMeasures(scaled), [scaled])
  const { cells } = useColumnTotals(source, measures, 'all')
  return useMemo(
    () => cellLooks(columns, { ends: endsOf(scaled, cells ?? []), scheme, timeZone }),
    [columns, scaled, cells, scheme, timeZone],
  )
}

/** The rows in which any searchable column contains the text. The rows of a query that is still running cannot be searched. */
function searchedRows(source: RowSource, text: string, columns: readonly TableColumn[]): RowSource {
  if (text === '' || columns.length === 0) return source
  const places = columns.map(({ index }) => index)
  return source.search?.(text, places) ?? source
}

const cellKinds: Partial<Record<Display, DataColumn['kind']>> = { number: 'number', datetime: 'date' }

function shownColumns(columns: readonly TableColumn[], formats: Formats): DataColumn[] {
  const places = new Map(columns.map(({ name, index }) => [name, index]))
  return columns
    .filter(({ visible }) => visible)
    .map((column) => ({
      index: column.index,
      title: column.title,
      description: column.description,
      align: column.alignContent,
      kind: cellKinds[column.displayAs] ?? 'text',
      // Column widths follow the text; images are as wide as their heading.
      format: (cell) => (column.displayAs === 'image' ? '' : cellText(cell, column, formats)),
      nullText: formats.nullText,
      render: isRich(column)
        ? (cell, row) => {
            const cellOf = (name: string) => {
              const index = places.get(name)
              return index === undefined ? undefined : (row[index] ?? null)
            }
            const view = cellView(cell, column, cellOf, formats.tableCellMaxJSONSize)
            return <CellContent view={view.kind === 'text' ? { ...view, text: truncatedText(view.text) } : view} />
          }
        : null,
    }))
}
