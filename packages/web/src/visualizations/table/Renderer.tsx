import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { cellLooks } from '@sightline/domain/table-columns/cell-looks.ts'
import { columnsWithEnds, endMeasures, endsOf } from '@sightline/domain/table-columns/column-ends.ts'
import { tableColumns } from '@sightline/domain/table-columns/column-view.ts'
import type { TableColumn } from '@sightline/domain/table-columns/table-column.ts'
import { totalsOf } from '@sightline/domain/table-columns/table-totals.ts'
import { IconTable } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { DataTable } from '../../ui/data-table/DataTable.tsx'
import { MatchCount, useMatchCount } from '../../ui/data-table/MatchCount.tsx'
import type { RowSource } from '../../ui/data-table/row-source.ts'
import { useColumnTotals } from '../../ui/data-table/use-column-totals.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { SearchBox } from '../../ui/SearchBox.tsx'
import { figureText } from '../cell-label.ts'
import type { RendererProps } from '../visualization.ts'
import { changesOf } from './column-changes.tsx'
import { marks, pageSizeOf, type TableOptions } from './options.ts'
import styles from './Renderer.module.css'
import { shownColumns } from './shown-columns.tsx'
import { useCellPicks } from './use-cell-picks.ts'
import { useComparedRows } from './use-compared-rows.ts'
import { useProfilesInHeads } from './use-profiles.ts'
import { useSubtotals } from './use-subtotals.ts'
import { useFilteredRows, useSort, useTableView } from './use-table-view.ts'

/**
 * Renders all rows of a result in the visible columns, with a search box if any column is searchable. Readers can filter, sort, hide
 * and pin columns for themselves; in the editor these changes are stored.
 */
export function Renderer(props: RendererProps<TableOptions>) {
  const { name, data, formats, colorScheme, place, onArrange, onExplore = null } = props
  const source = data.kind === 'windows' ? data.source : null
  const view = useTableView(props.options, onArrange)
  const { options } = view
  const all = useMemo(
    () => (source ? tableColumns(source.columns, options, formats, source.sample) : []),
    [source, options, formats],
  )
  const columns = useMemo(() => shownColumns(all, formats), [all, formats])
  const compared = useComparedRows(source, all, formats.timeZone)
  const totals = useMemo(() => totalsOf(all, formats, formats.nullText), [all, formats])
  const looks = useLooks(source, all, colorScheme, formats.timeZone)
  const sorting = useSort(source, view)
  const profiles = useProfilesInHeads(place, formats)
  const filtered = useFilteredRows(compared, options, formats.timeZone)
  const [search, setSearch] = useState('')
  const searched = useMemo(() => all.filter(({ visible, allowSearch }) => visible && allowSearch), [all])
  const { countFor, withCounting } = useMatchCount()
  const picks = useCellPicks(props, source && (marks(options, source.columns)?.x ?? null), all)
  const isFiltered = filtered !== compared
  const isNarrowed = isFiltered || search !== ''
  const rows = useMemo(() => {
    const found = filtered && searchedRows(filtered, search, searched)
    return found && isNarrowed ? withCounting(found, found.key) : found
  }, [filtered, search, searched, isNarrowed, withCounting])
  const shown = useSubtotals(rows, { isOn: options.subtotals === true, sort: sorting.sort, columns, totals })
  if (!source || !rows || !shown || columns.length === 0)
    return <EmptyState icon={<IconTable size={20} stroke={1.75} />} title={t`No data`} />
  return (
    <div className={styles.frame}>
      {(searched.length > 0 || isFiltered) && (
        <div className={styles.search}>
          {searched.length > 0 && <SearchBox value={search} placeholder={t`Search in ${name}...`} onSearch={setSearch} />}
          {isNarrowed && <MatchCount found={countFor(rows.key)} total={source.rowCount} />}
          {isFiltered && (
            <Button size="compact-sm" variant="default" onClick={() => view.change({ filters: [] })}>
              <Trans>Clear Filters</Trans>
            </Button>
          )}
        </div>
      )}
      <div className={styles.rows}>
        <DataTable
          source={shown.source}
          columns={columns}
          label={name}
          emptyText={emptyText(search, isFiltered, rows)}
          pageSize={pageSizeOf(options, place)}
          picks={picks}
          looks={looks}
          totals={totals}
          changes={changesOf(view, { columns: all, marks: formats.numberMarks, onExplore })}
          {...sorting}
          profiles={profiles}
          onToggleGroup={shown.toggle}
          formatNumber={(value) => figureText(value, formats.numberMarks)}
        />
      </div>
    </div>
  )
}

function emptyText(search: string, isFiltered: boolean, { isSearched = false }: RowSource): string {
  if (isFiltered) return t`No rows match the filters.`
  return search !== '' || isSearched ? t`No results matching search term.` : t`No data`
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
