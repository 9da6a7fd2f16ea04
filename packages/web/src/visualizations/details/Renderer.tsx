import { Button, Skeleton } from '@mantine/core'
import { IconAlertTriangle, IconListDetails } from '@tabler/icons-react'
import { useState } from 'react'
import type { RowSource } from '../../ui/data-table/row-source.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Paginator } from '../../ui/Paginator.tsx'
import { CellContent } from '../columns/cells/CellContent.tsx'
import { Nothing } from '../Nothing.tsx'
import type { Formats, RendererProps } from '../visualization.ts'
import type { DetailsOptions } from './options.ts'
import { type Field, fieldsOf, offsetOf, ROWS_PER_PAGE } from './prepare.ts'
import styles from './Renderer.module.css'
import { useRow } from './use-row.ts'

/** One row of the result at a time, each column as a name and a value. */
export function Renderer({ name, options, data, formats }: RendererProps<DetailsOptions>) {
  if (data.kind !== 'windows' || data.source.columns.length === 0) return <Nothing icon={IconListDetails} reason="No data" />
  // Another result begins at its first row.
  return <Details key={data.source.key} name={name} options={options} source={data.source} formats={formats} />
}

interface DetailsProps {
  name: string
  options: DetailsOptions
  source: RowSource
  formats: Formats
}

function Details({ name, options, source, formats }: DetailsProps) {
  const [page, setPage] = useState(1)
  const { row, hasFailed, retry } = useRow(source, offsetOf(page))
  if (hasFailed) return <Failed onRetry={retry} />
  if (row === null) return <Skeleton height="100%" />
  if (row.total === 0) return <Nothing icon={IconListDetails} reason="No data" />
  return (
    <section className={styles.details} aria-label={name}>
      <div className={styles.rows}>
        <table className={styles.table}>
          <tbody>
            {fieldsOf(row.cells, source.columns, options, formats).map((field) => (
              <FieldRow key={field.name} field={field} nullText={formats.nullText} />
            ))}
          </tbody>
        </table>
      </div>
      {row.total > ROWS_PER_PAGE && (
        <div className={styles.pages}>
          <Paginator page={page} pageSize={ROWS_PER_PAGE} total={row.total} pageSizes={[]} onPage={setPage} />
        </div>
      )}
    </section>
  )
}

const FieldRow = ({ field: { title, description, align, view }, nullText }: { field: Field; nullText: string }) => (
  <tr>
    <th scope="row" title={description || undefined}>
      {title}
    </th>
    <td data-align={align}>{view === null ? <span className={styles.null}>{nullText}</span> : <CellContent view={view} />}</td>
  </tr>
)

const Failed = ({ onRetry }: { onRetry(): void }) => (
  <div className={styles.failed} role="alert">
    <EmptyState
      icon={<IconAlertTriangle size={20} stroke={1.75} />}
      title="The row could not be loaded."
      action={
        <Button variant="default" size="sm" onClick={onRetry}>
          Try again
        </Button>
      }
    />
  </div>
)
