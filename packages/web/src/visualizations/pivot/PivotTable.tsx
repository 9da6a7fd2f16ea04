import { useMemo } from 'react'
import { useCellMarks } from '../use-cell-marks.ts'
import type { PickMark } from '../visualization.ts'
import { heatOf } from './heat.ts'
import type { PivotRenderer } from './options.ts'
import styles from './PivotTable.module.css'
import { markAt, type PreparedLine, type PreparedPivot } from './prepare.ts'

interface PivotTableProps {
  name: string
  pivot: PreparedPivot
  renderer: PivotRenderer
  totals: { rowTotals: boolean; colTotals: boolean }
  colorScheme: 'light' | 'dark'
  onInspect: PickMark | null
}

/** The pivot table with headings on both sides, totals, and heatmap colours. */
export function PivotTable({ name, pivot, renderer, totals, colorScheme, onInspect }: PivotTableProps) {
  const { rowNames, columnNames, rows, columns, cells, total } = pivot
  const heat = useMemo(() => heatOf(pivot.numbers, renderer, colorScheme), [pivot.numbers, renderer, colorScheme])
  const marks = useCellMarks((row, column) => markAt(pivot, row, column), onInspect)
  // If a side has no columns, its single line already is the total.
  const hasRowTotals = totals.rowTotals && columnNames.length > 0
  const hasColumnTotals = totals.colTotals && rowNames.length > 0
  return (
    <table className={styles.table} aria-label={`${name}. ${pivot.measure}`} {...marks.table}>
      <Head pivot={pivot} hasRowTotals={hasRowTotals} />
      <tbody>
        {rows.map((row, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows are identified by index
          <tr key={index}>
            {rowNames.length === 0 && (
              <th scope="row" className={styles.heading}>
                {pivot.measure}
              </th>
            )}
            <RowHeadings line={row} />
            {(cells[index] ?? []).map((text, at) => {
              const colors = heat?.[index]?.[at]
              return (
                <td
                  // biome-ignore lint/suspicious/noArrayIndexKey: columns are identified by index
                  key={at}
                  {...marks.cell(index, at)}
                  style={colors ? { background: colors.background, color: colors.ink } : undefined}
                >
                  {text}
                </td>
              )
            })}
            {hasRowTotals && (
              <td className={styles.total} {...marks.cell(index, columns.length)}>
                {row.total}
              </td>
            )}
          </tr>
        ))}
      </tbody>
      {hasColumnTotals && (
        <tfoot>
          <tr>
            <th scope="row" className={styles.heading} colSpan={rowNames.length}>
              Totals
            </th>
            {columns.map((column, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: columns are identified by index
              <td key={index} className={styles.total} {...marks.cell(rows.length, index)}>
                {column.total}
              </td>
            ))}
            {hasRowTotals && (
              <td className={styles.total} {...marks.cell(rows.length, columns.length)}>
                {total}
              </td>
            )}
          </tr>
        </tfoot>
      )}
    </table>
  )
}

const RowHeadings = ({ line }: { line: PreparedLine }) =>
  line.headings.map(({ text, span }, level) =>
    span === 0 ? null : (
      // biome-ignore lint/suspicious/noArrayIndexKey: headings are identified by level
      <th key={level} scope={span > 1 ? 'rowgroup' : 'row'} rowSpan={span} className={styles.heading}>
        {text}
      </th>
    ),
  )

/** One heading row for each column field; the names of the row fields are in the last heading row. */
function Head({ pivot, hasRowTotals }: { pivot: PreparedPivot; hasRowTotals: boolean }) {
  const { rowNames, columnNames, columns, measure } = pivot
  const levels = Math.max(1, columnNames.length)
  const corner = Math.max(1, rowNames.length)
  return (
    <thead>
      {Array.from({ length: levels }, (_, level) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: levels are identified by index
        <tr key={level}>
          {level === levels - 1 ? (
            <CornerNames rowNames={rowNames} columnName={columnNames[level]} />
          ) : (
            <th colSpan={corner} className={styles.axis}>
              {columnNames[level]}
            </th>
          )}
          {columnNames.length === 0 ? (
            <th scope="col" className={styles.number}>
              {measure}
            </th>
          ) : (
            columns.map(({ headings }, index) => {
              const heading = headings[level]
              return heading === undefined || heading.span === 0 ? null : (
                // biome-ignore lint/suspicious/noArrayIndexKey: columns are identified by index
                <th key={index} scope={heading.span > 1 ? 'colgroup' : 'col'} colSpan={heading.span} className={styles.number}>
                  {heading.text}
                </th>
              )
            })
          )}
          {hasRowTotals && level === 0 && (
            <th scope="col" rowSpan={levels} className={styles.number}>
              Totals
            </th>
          )}
        </tr>
      ))}
    </thead>
  )
}

function CornerNames({ rowNames, columnName }: { rowNames: readonly string[]; columnName: string | undefined }) {
  if (rowNames.length === 0) return <th className={styles.axis}>{columnName}</th>
  return rowNames.map((name, index) => (
    <th key={name} scope="col" className={styles.axis}>
      {name}
      {index === rowNames.length - 1 && columnName !== undefined && <span className={styles.across}> / {columnName}</span>}
    </th>
  ))
}
