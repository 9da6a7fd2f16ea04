import { earlierValues } from '@sightline/domain/table-columns/compared-cell.ts'
import type { TableColumn } from '@sightline/domain/table-columns/table-column.ts'
import { useMemo } from 'react'
import type { RowSource } from '../../ui/data-table/row-source.ts'

/**
 * The rows with the values of earlier rows, if a column is compared with them. The rows of a query that is still running cannot be
 * compared.
 */
export function useComparedRows(source: RowSource | null, columns: readonly TableColumn[], timeZone: string): RowSource | null {
  // Changes of other settings do not load the rows again.
  const asked = JSON.stringify(earlierValues(columns))
  return useMemo(() => comparedRows(source, JSON.parse(asked), timeZone), [source, asked, timeZone])
}

/** @param values none for rows that are not compared */
export function comparedRows(
  source: RowSource | null,
  values: ReturnType<typeof earlierValues>,
  timeZone: string,
): RowSource | null {
  if (source?.compare === undefined || values.length === 0) return source
  // The page may count the rows.
  const { onRowCount } = source
  return { ...source.compare(values, timeZone), ...(onRowCount && { onRowCount }) }
}
