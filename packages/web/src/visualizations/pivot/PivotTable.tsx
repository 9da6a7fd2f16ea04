import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { Cell } from '@sightline/contract/results.ts'
import { useMemo, useRef } from 'react'
import type { PickMark } from '../visualization.ts'
import { placeName, useCellKeys } from './cell-keys.ts'
import { directionOf, sortedByNext, toggledGroup } from './changes.ts'
import { GroupHeading } from './GroupHeading.tsx'
import { besideEarlierHeads, useHeadsInView } from './heads-in-view.ts'
import { type CellColors, heatOf } from './heat.ts'
import { markOfCell } from './mark.ts'
import type { PivotOptions } from './options.ts'
import { PivotHead } from './PivotHead.tsx'
import styles from './PivotTable.module.css'
import type { PreparedPivot } from './prepare.ts'

interface PivotTableProps {
  name: string
  pivot: PreparedPivot
  options: PivotOptions
  colorScheme: 'light' | 'dark'
  onArrange(patch: Partial<PivotOptions>): void
  /** Shows the rows behind a cell; null where it is not offered. */
  onInspect: PickMark | null
}

/** The pivot table with headings on both sides, subtotals, totals, and heatmap colours. */
export function PivotTable({ name, pivot, options, colorScheme, onArrange, onInspect }: PivotTableProps) {
  const { rowNames, columnNames, rows, columns, cells, total } = pivot
  const { rendererName: renderer, rendererOptions } = options
  const heat = useMemo(() => heatOf(pivot.numbers, renderer, colorScheme), [pivot.numbers, renderer, colorScheme])
  // If a side has no columns, its single line already is the total.
  const hasRowTotals = rendererOptions.table.rowTotals && columnNames.length > 0
  const hasColumnTotals = rendererOptions.table.colTotals && rowNames.length > 0
  const table = useRef<HTMLTableElement>(null)
  useHeadsInView(table)
  const keys = useCellKeys(table, { rows: rows.length + 1, columns: columns.length + 1 })
  const cell = (text: string, [row, column]: Place, className = '', colors?: CellColors | null) => (
    <ValueCell
      key={column ?? columns.length}
      text={text}
      place={placeName(row ?? rows.length, column ?? columns.length)}
      className={className}
      colors={colors ?? null}
      onClick={valueClick(pivot, [row, column], onInspect)}
    />
  )
  const sort = (column: readonly Cell[]) => onArrange(sortedByNext(directionOf(options, pivot.sortedBy, column), column))
  return (
    // The handlers serve the buttons in it.
    <table
      ref={table}
      className={styles.table}
      aria-label={`${name}. ${pivot.measure}`}
      aria-description={onInspect === null ? undefined : t`Arrow keys move between cells. Enter shows the rows behind a cell.`}
      {...keys}
    >
      <PivotHead
        pivot={pivot}
        hasRowTotals={hasRowTotals}
        directionOf={(column) => directionOf(options, pivot.sortedBy, column)}
        onSort={sort}
        onToggle={(group) => onArrange(toggledGroup(options, 'cols', group))}
      />
      <tbody>
        {rows.map((row, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows are identified by index
          <tr key={index} className={row.keys.length < rowNames.length ? styles.subtotal : undefined}>
            {rowNames.length === 0 && (
              <th scope="row" className={styles.heading}>
                {pivot.measure}
              </th>
            )}
            {row.headings.map((heading, level) =>
              heading.span === 0 ? null : (
                <th
                  // biome-ignore lint/suspicious/noArrayIndexKey: headings are identified by level
                  key={level}
                  scope={heading.span > 1 ? 'rowgroup' : 'row'}
                  rowSpan={heading.span}
                  colSpan={heading.levels}
                  className={styles.heading}
                  style={besideEarlierHeads(level)}
                >
                  <GroupHeading
                    heading={heading}
                    onToggle={() => onArrange(toggledGroup(options, 'rows', row.keys.slice(0, level + 1)))}
                  />
                </th>
              ),
            )}
            {(cells[index] ?? []).map((text, at) =>
              cell(text, [index, at], isSubtotal(pivot, at) ? styles.subtotal : '', heat?.[index]?.[at]),
            )}
            {hasRowTotals && cell(row.total, [index, null], styles.total)}
          </tr>
        ))}
      </tbody>
      {hasColumnTotals && (
        <tfoot>
          <tr>
            <th scope="row" className={styles.heading} colSpan={rowNames.length}>
              <Trans>Totals</Trans>
            </th>
            {columns.map((column, index) => cell(column.total, [null, index], styles.total))}
            {hasRowTotals && cell(total, [null, null], styles.total)}
          </tr>
        </tfoot>
      )}
    </table>
  )
}

/** Indexes of a row and a column; null for the totals. */
type Place = [row: number | null, column: number | null]

const isSubtotal = ({ columns, columnNames }: PreparedPivot, at: number) => (columns[at]?.keys.length ?? 0) < columnNames.length

function valueClick(pivot: PreparedPivot, [row, column]: Place, onInspect: PickMark | null): (() => void) | null {
  return onInspect && (() => onInspect(markOfCell(pivot, row, column)))
}

interface ValueCellProps {
  text: string
  place: string
  className: string
  colors: CellColors | null
  /** null if the rows behind it cannot be shown. */
  onClick: (() => void) | null
}

const ValueCell = ({ text, place, className, colors, onClick }: ValueCellProps) => (
  <td className={className} style={colors ? { background: colors.background, color: colors.ink } : undefined}>
    {onClick === null || text === '' ? (
      text
    ) : (
      <button type="button" className={styles.value} tabIndex={-1} data-place={place} onClick={onClick}>
        {text}
      </button>
    )}
  </td>
)
