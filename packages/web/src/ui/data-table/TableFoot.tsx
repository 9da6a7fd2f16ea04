import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { type ColumnTotal, footNote } from '@sightline/domain/table-columns/table-totals.ts'
import { useLayoutEffect, useMemo } from 'react'
import type { VisibleColumn } from './column-layout.ts'
import type { ArrangedColumns } from './column-order.ts'
import { CELL_PADDING } from './column-widths.ts'
import styles from './data-table.module.css'
import type { ColumnMeasure, RowSource } from './row-source.ts'
import { measureText } from './text-width.ts'
import { useColumnTotals } from './use-column-totals.ts'
import type { TableView } from './use-table-view.ts'

/** Height of the foot, pixels: the totals, and the line below them. */
export const FOOT_HEIGHT = 62

const ROW_COUNT: ColumnMeasure = { kind: 'count', column: null }

/** Padding of a total, and what keeps its text from being cut where the browser rounds positions or bold is wider. */
const TOTAL_PADDING = CELL_PADDING + 8

/** The totals of a table. */
interface TableTotals {
  /** null while they load, and without columns that have one. */
  loaded: {
    rows: number
    /** Texts by column index. */
    texts: ReadonlyMap<number, string>
  } | null
  hasFailed: boolean
  retry(): void
}

/** Loads the totals of these rows, and widens the columns for them: a total is often longer than the numbers above it. */
export function useTotals(
  source: RowSource,
  totals: readonly ColumnTotal[],
  { ensure }: Pick<ArrangedColumns, 'ensure'>,
): TableTotals {
  const measures = useMemo(() => (totals.length === 0 ? [] : [ROW_COUNT, ...totals.map(({ measure }) => measure)]), [totals])
  const { cells, hasFailed, retry } = useColumnTotals(source, measures, 'these')
  const loaded = useMemo((): TableTotals['loaded'] => {
    if (cells === null) return null
    const [rows, ...values] = cells
    return {
      rows: Number(rows),
      texts: new Map(totals.map(({ index, format }, at) => [index, format(values[at] ?? null)])),
    }
  }, [cells, totals])
  useLayoutEffect(() =>
    ensure([...(loaded?.texts ?? [])].map(([index, text]) => [index, Math.ceil(measureText(text, 'figures')) + TOTAL_PADDING])),
  )
  return { loaded, hasFailed, retry }
}

interface TableFootProps {
  source: RowSource
  totals: readonly ColumnTotal[]
  result: TableTotals
  view: TableView
  /** The number of the first row of the foot, counted from 1 with the heads. */
  rowIndex: number
}

/** The totals of the columns below the rows, with the number of rows that they are of. */
export function TableFoot({ source, totals, result: { loaded, hasFailed, retry }, view, rowIndex }: TableFootProps) {
  const { shown, numberWidth, arranged } = view
  const width = numberWidth + arranged.layout.width
  const names = new Map(totals.map(({ index, name }) => [index, name]))
  const cell = ({ column, place, width: own, left }: VisibleColumn) => (
    // biome-ignore lint/a11y/useSemanticElements: a table element cannot hold a part of a million rows.
    // biome-ignore lint/a11y/useFocusableInteractive: the grid has the focus.
    <div
      key={place}
      role="gridcell"
      aria-colindex={place + 2}
      className={styles.total}
      data-align={column.align}
      data-pinned={left === null ? undefined : ''}
      style={left === null ? { width: own } : { width: own, insetInlineStart: numberWidth + left }}
    >
      {names.has(column.index) && (
        <>
          <span className={styles.totalName}>{names.get(column.index)}</span>{' '}
          <span className={styles.totalValue}>{loaded?.texts.get(column.index) ?? (hasFailed ? '' : '…')}</span>
        </>
      )}
    </div>
  )
  return (
    // biome-ignore lint/a11y/useSemanticElements: see the cell.
    <div role="rowgroup" className={styles.foot} aria-busy={loaded === null && !hasFailed} style={{ width, minWidth: '100%' }}>
      {/* biome-ignore lint/a11y/useSemanticElements: see the cell. */}
      {/* biome-ignore lint/a11y/useFocusableInteractive: see the cell. */}
      <div role="row" aria-rowindex={rowIndex} className={styles.totals}>
        {/* biome-ignore lint/a11y/useSemanticElements: see the cell. */}
        {/* biome-ignore lint/a11y/useFocusableInteractive: see the cell. */}
        <div
          role="rowheader"
          aria-label={t`Totals`}
          aria-colindex={1}
          className={styles.footCorner}
          style={{ width: numberWidth }}
        />
        {shown.pinned.map(cell)}
        <div className={styles.spacer} style={{ width: shown.leadingWidth }} />
        {shown.scrolled.map(cell)}
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: see the cell. */}
      {/* biome-ignore lint/a11y/useFocusableInteractive: see the cell. */}
      <div role="row" aria-rowindex={rowIndex + 1}>
        {/* biome-ignore lint/a11y/useSemanticElements: see the cell. */}
        {/* biome-ignore lint/a11y/useFocusableInteractive: see the cell. */}
        <div
          role="gridcell"
          aria-colspan={arranged.columns.length + 1}
          className={styles.footNote}
          style={{ width: view.width }}
        >
          {hasFailed ? (
            <>
              <Trans>The totals could not be loaded.</Trans>
              <Button size="compact-xs" variant="default" onClick={retry}>
                <Trans>Try Again</Trans>
              </Button>
            </>
          ) : (
            loaded !== null && <span>{[footNote(loaded.rows, source), source.subtotalProblem].join(' ').trim()}</span>
          )}
        </div>
      </div>
    </div>
  )
}
