import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Loader, Table } from '@mantine/core'
import type { DataSource } from '@sightline/contract/data-sources.ts'
import type { Cell, ColumnType, ResultWindow } from '@sightline/contract/results.ts'
import { columnNumberFormat } from '@sightline/domain/format/column-format.ts'
import { countText } from '@sightline/domain/format/units.ts'
import { type ValueFormats, valueText } from '@sightline/domain/format/value.ts'
import { firstRowsText, PREVIEW_ROWS } from '@sightline/domain/sql-text/preview.ts'
import { quotedName, tableParts } from '@sightline/domain/sql-text/quoted-name.ts'
import { useQuery } from '@tanstack/react-query'
import { useFormats } from '../../../app/use-formats.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import { ErrorPanel } from '../../../ui/Notice.tsx'
import { runTextToEnd } from '../../executions/api.ts'
import { ExploreTable } from './ExploreTable.tsx'
import { previewProblem } from './preview-problem.ts'
import styles from './TablePreview.module.css'

interface TablePreviewProps {
  source: DataSource
  dialect: string
  /** The name of the table in the schema. */
  table: string
  onClose(): void
}

/** The first rows of a table in a dialog. */
export default function TablePreview({ source, dialect, table, onClose }: TablePreviewProps) {
  const query = firstRowsText(quotedName(tableParts(table), dialect), dialect, PREVIEW_ROWS)
  const { data, error } = useQuery({
    queryKey: ['data_sources', source.id, 'preview', dialect, query],
    queryFn: ({ signal }) => firstRows(query, source, source.dialects ? dialect : null, signal),
    retry: false,
    // The table may have changed when it is opened again.
    gcTime: 0,
  })
  return (
    <Dialog opened onClose={onClose} title={table} size="xl">
      {error !== null ? (
        <ErrorPanel {...previewProblem(error, source.name)} />
      ) : data === undefined ? (
        <p className={styles.loading} role="status">
          <Trans>
            <Loader size={16} type="oval" /> Loading...
          </Trans>
        </p>
      ) : (
        <>
          <Rows window={data} table={table} />
          {data.rows.length > 0 && <ExploreTable source={source} dialect={dialect} table={table} />}
        </>
      )}
    </Dialog>
  )
}

function firstRows(query: string, source: DataSource, dialect: string | null, signal: AbortSignal): Promise<ResultWindow> {
  const run = { query, dataSourceId: source.id, dialect, queryId: null, autoLimit: false, parameters: {}, definitions: [] }
  return runTextToEnd(run, signal)
}

function Rows({ window: { rows, result }, table }: { window: ResultWindow; table: string }) {
  const formats = useFormats()
  const columns = result.columns.map((column, index) => {
    const numberFormat = columnNumberFormat(
      column,
      rows.map((row) => row[index] ?? null),
      formats,
    )
    const isNumber = column.type === 'integer' || column.type === 'float'
    return { ...column, isNumber, formats: { ...formats, integerFormat: numberFormat, floatFormat: numberFormat } }
  })
  if (rows.length === 0)
    return (
      <p className={styles.nothing}>
        <Trans>This table has no rows.</Trans>
      </p>
    )
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table is scrolled with the keyboard. */}
      <section className={styles.scroller} tabIndex={0} aria-label={t`The first rows of ${table}`}>
        <Table className={styles.table}>
          <Table.Thead>
            <Table.Tr>
              {columns.map(({ name, isNumber }) => (
                <Table.Th key={name} data-number={isNumber || undefined}>
                  {name}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.slice(0, PREVIEW_ROWS).map((row, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other key and stay in their order.
              <Table.Tr key={index}>
                {columns.map(({ name, type, isNumber, formats: own }, column) => (
                  <PreviewCell key={name} cell={row[column] ?? null} type={type} isNumber={isNumber} formats={own} />
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </section>
      <p className={styles.note}>
        {rows.length < PREVIEW_ROWS
          ? t`${countText(rows.length, 'row')}, the whole table.`
          : t`The first ${PREVIEW_ROWS} rows.`}
      </p>
    </>
  )
}

interface PreviewCellProps {
  cell: Cell
  type: ColumnType | null
  isNumber: boolean
  formats: ValueFormats
}

const PreviewCell = ({ cell, type, isNumber, formats }: PreviewCellProps) => (
  <Table.Td data-null={cell === null || undefined} data-number={isNumber || undefined}>
    {cell === null ? '–' : valueText(cell, type, formats)}
  </Table.Td>
)
