import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Skeleton } from '@mantine/core'
import type { Cell } from '@sightline/contract/results.ts'
import { IconAlertTriangle, IconListDetails } from '@tabler/icons-react'
import { Fragment, useEffect, useState } from 'react'
import { pageOf, RowPager } from '../../ui/data-table/RowPager.tsx'
import type { RowSource } from '../../ui/data-table/row-source.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { CellContent } from '../columns/cells/CellContent.tsx'
import { Nothing } from '../Placeholders.tsx'
import { ScrollShade } from '../ScrollShade.tsx'
import type { Formats, RendererProps } from '../visualization.ts'
import { type DetailsOptions, type Field, fieldsOf, offsetOf, partsOfName, ROWS_PER_PAGE } from './prepare.ts'
import styles from './Renderer.module.css'

/** Renders one row of the result per page, each column as a name and a value. */
export function Renderer({ name, options, data, formats }: RendererProps<DetailsOptions>) {
  if (data.kind !== 'windows' || data.source.columns.length === 0) return <Nothing icon={IconListDetails} reason={t`No data`} />
  // Another result starts at its first row.
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
  if (row.total === 0) return <Nothing icon={IconListDetails} reason={t`No data`} />
  const at = pageOf(offsetOf(page), ROWS_PER_PAGE, row.total)
  return (
    <div className={styles.details}>
      <ScrollShade label={name}>
        <table className={styles.table}>
          <tbody>
            {fieldsOf(row.cells, source.columns, options, formats).map((field) => (
              <FieldRow key={field.name} field={field} nullText={formats.nullText} />
            ))}
          </tbody>
        </table>
      </ScrollShade>
      {at !== null && (
        <div className={styles.pages}>
          <RowPager at={at} total={row.total} onPage={setPage} />
        </div>
      )}
    </div>
  )
}

const FieldRow = ({ field: { title, description, align, view }, nullText }: { field: Field; nullText: string }) => (
  <tr>
    <th scope="row" title={description || undefined}>
      <Name text={title} />
    </th>
    <td data-align={align}>{view === null ? <span className={styles.null}>{nullText}</span> : <CellContent view={view} />}</td>
  </tr>
)

/** A name that may break after its underscores. */
const Name = ({ text }: { text: string }) =>
  partsOfName(text).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: parts without identity
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ))

const Failed = ({ onRetry }: { onRetry(): void }) => (
  <div className={styles.failed} role="alert">
    <EmptyState
      icon={<IconAlertTriangle size={20} stroke={1.75} />}
      title={t`The row could not be loaded.`}
      action={
        <Button variant="default" size="sm" onClick={onRetry}>
          <Trans>Try again</Trans>
        </Button>
      }
    />
  </div>
)

interface LoadedRow {
  cells: Cell[]
  total: number
}

/** Loads one row; the previous row stays while the next one loads. */
function useRow(source: RowSource, offset: number): { row: LoadedRow | null; hasFailed: boolean; retry(): void } {
  const [loaded, setLoaded] = useState<{ key: string; row: LoadedRow } | null>(null)
  const [hasFailed, setHasFailed] = useState(false)
  const [attempt, setAttempt] = useState(0)

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new `attempt` retries the request
  useEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
    setHasFailed(false)
    read(source, offset, signal).then(
      (row) => !signal.aborted && setLoaded({ key: source.key, row }),
      () => !signal.aborted && setHasFailed(true),
    )
    return () => controller.abort()
  }, [source, offset, attempt])

  return { row: loaded?.key === source.key ? loaded.row : null, hasFailed, retry: () => setAttempt((now) => now + 1) }
}

async function read(source: RowSource, offset: number, signal: AbortSignal): Promise<LoadedRow> {
  const { total, rows } = await source.load({ offset, limit: ROWS_PER_PAGE, sort: [] }, signal)
  return { cells: rows[0] ?? [], total: total ?? (await source.count?.([], signal)) ?? source.rowCount }
}
