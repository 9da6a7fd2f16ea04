import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Select, UnstyledButton } from '@mantine/core'
import { api } from '@sightline/contract/api.ts'
import { JobStatus } from '@sightline/contract/executions.ts'
import type { OwnRun, runStates } from '@sightline/contract/query-history.ts'
import { localNumber } from '@sightline/domain/language/local.ts'
import { beginningOf } from '@sightline/domain/shortened.ts'
import { IconHistory } from '@tabler/icons-react'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { getRouteApi, Navigate } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { call } from '../../../api/call.ts'
import { lastPageFromError } from '../../../api/error.ts'
import { PageError } from '../../../app/PageError.tsx'
import { usePageTitle } from '../../../app/page-hooks.ts'
import { usePermission, useSession } from '../../../app/session.ts'
import { useFormats } from '../../../app/use-formats.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { ItemsTable, type ListColumn } from '../../../ui/ItemsTable.tsx'
import { ListSkeleton } from '../../../ui/ListSkeleton.tsx'
import { NothingFound } from '../../../ui/NothingFound.tsx'
import { Paginator } from '../../../ui/Paginator.tsx'
import { SearchBox } from '../../../ui/SearchBox.tsx'
import { PageHead } from '../../../ui/SidebarPage.tsx'
import { dataSourcesQuery } from '../../data-sources/api.ts'
import { outcomeText, runName } from './outcome-text.ts'
import styles from './RunHistoryPage.module.css'
import type { RunHistorySearch } from './run-history-search.ts'
import { ownValuesText } from './run-values.ts'

const RunDialog = lazy(() => import('./RunDialog.tsx'))

const route = getRouteApi('/app/run_history')

/** The user's own runs of all queries and texts, newest first. */
export function RunHistoryPage() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const { client_config } = useSession()
  const [opened, setOpened] = useState<OwnRun | null>(null)
  usePageTitle(t`Run History`)
  const page = search.page ?? 1
  const pageSize = search.page_size ?? client_config.pageSize
  const runs = useQuery(ownRunsQuery({ ...search, page, page_size: pageSize }))
  const go = (next: RunHistorySearch, replace = false) => void navigate({ search: next, replace })
  const filter = (change: Partial<RunHistorySearch>, replace = false) => go({ ...search, ...change, page: undefined }, replace)

  const lastPage = lastPageFromError(runs.error, pageSize)
  if (lastPage !== null) return <Navigate to="." search={{ ...search, page: lastPage > 1 ? lastPage : undefined }} replace />
  if (runs.error) return <PageError error={runs.error} onRetry={() => void runs.refetch()} />
  return (
    <div className={styles.page}>
      <PageHead
        title={
          <h1>
            <Trans>Run History</Trans>
          </h1>
        }
      />
      <Filters search={search} onChange={filter} />
      {runs.data === undefined && <ListSkeleton rows={8} />}
      {runs.data?.results.length === 0 && (
        <div className={styles.card}>{isFiltered(search) ? <NothingFound onClear={() => go({})} /> : <NothingYet />}</div>
      )}
      {runs.data !== undefined && runs.data.results.length > 0 && (
        <>
          <div className={styles.card}>
            <ItemsTable
              label={t`Run History`}
              columns={columnsWith(setOpened)}
              items={runs.data.results}
              keyOf={({ id }) => id}
              order=""
              onOrder={null}
              isStale={runs.isPlaceholderData}
            />
          </div>
          <Paginator
            page={page}
            pageSize={pageSize}
            total={runs.data.count}
            pageSizes={client_config.pageSizeOptions}
            onPage={(next) => go({ ...search, page: next > 1 ? next : undefined })}
            onPageSize={(size) => go({ ...search, page_size: size, page: undefined })}
          />
        </>
      )}
      {opened !== null && (
        <Suspense fallback={null}>
          <RunDialog run={opened} onClose={() => setOpened(null)} />
        </Suspense>
      )}
    </div>
  )
}

const isFiltered = ({ q, data_source_id, status }: RunHistorySearch) =>
  Boolean(q) || data_source_id !== undefined || status !== undefined

const NothingYet = () => (
  <EmptyState
    icon={<IconHistory size={20} stroke={1.75} />}
    title={t`No recent runs.`}
    help={t`Queries that you execute appear here, and are kept as long as unused results.`}
  />
)

const states: { value: (typeof runStates)[number]; label: string }[] = [
  { value: 'running', label: t`Waiting or running` },
  { value: 'done', label: t`Done` },
  { value: 'failed', label: t`Failed` },
]

interface FiltersProps {
  search: RunHistorySearch
  onChange(change: Partial<RunHistorySearch>, replace?: boolean): void
}

/** The filters: text, data source and status. */
function Filters({ search, onChange }: FiltersProps) {
  const sources = useQuery({ ...dataSourcesQuery, enabled: usePermission('list_data_sources') })
  const mayReadTexts = usePermission('view_source')
  return (
    <div className={styles.filters}>
      {mayReadTexts && (
        <SearchBox
          value={search.q ?? ''}
          placeholder={t`Search texts...`}
          onSearch={(q) => onChange({ q: q || undefined }, true)}
        />
      )}
      <Select
        size="sm"
        w={220}
        aria-label={t`Data Source`}
        placeholder={t`All data sources`}
        data={(sources.data ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
        value={search.data_source_id === undefined ? null : String(search.data_source_id)}
        onChange={(id) => onChange({ data_source_id: id === null ? undefined : Number(id) })}
        searchable
        clearable
        clearButtonProps={{ 'aria-label': t`All data sources` }}
      />
      <Select
        size="sm"
        w={190}
        aria-label={t`Status`}
        placeholder={t`Any status`}
        data={states}
        value={search.status ?? null}
        onChange={(value) => onChange({ status: states.find((state) => state.value === value)?.value })}
        clearable
        clearButtonProps={{ 'aria-label': t`Any status` }}
      />
    </div>
  )
}

function columnsWith(open: (run: OwnRun) => void): ListColumn<OwnRun>[] {
  return [
    {
      kind: 'custom',
      title: t`Run`,
      render: (run) => (
        <UnstyledButton className={styles.run} onClick={() => open(run)}>
          <span className={styles.name}>{runName(run)}</span>
          {run.status !== JobStatus.done && <span className={styles.notDone}>{outcomeText(run)}</span>}
          {run.text !== null && <code className={styles.text}>{beginningOf(run.text, SHOWN_LENGTH)}</code>}
          <RunValues run={run} />
        </UnstyledButton>
      ),
    },
    { kind: 'time-ago', title: t`Started`, value: ({ created_at }) => created_at, width: 130 },
    {
      kind: 'custom',
      title: t`Data Source`,
      width: 160,
      hideBelow: 1100,
      render: ({ data_source }) => data_source?.name ?? t`No access`,
    },
    {
      kind: 'custom',
      title: t`Outcome`,
      width: 190,
      hideBelow: 600,
      render: (run) => (
        <span className={styles.outcome} title={run.error}>
          {outcomeText(run)}
        </span>
      ),
    },
    { kind: 'duration', title: t`Runtime`, value: ({ runtime }) => runtime, align: 'right', width: 100, hideBelow: 1100 },
    {
      kind: 'custom',
      title: t`Rows`,
      align: 'right',
      width: 90,
      hideBelow: 600,
      render: ({ rows }) => (rows === null ? '–' : localNumber(rows)),
    },
  ]
}

/** The parameter values of a run, which its text shows only where they are used. */
function RunValues({ run }: { run: OwnRun }) {
  const text = ownValuesText(run, useFormats())
  return text === '' ? null : <span className={styles.values}>{beginningOf(text, SHOWN_LENGTH)}</span>
}

/** Characters of a text, or of values, in the list. */
const SHOWN_LENGTH = 200

const ownRunsQuery = ({ page, page_size, ...filters }: RunHistorySearch & { page: number; page_size: number }) =>
  queryOptions({
    queryKey: ['run_history', { page, page_size, ...filters }],
    queryFn: ({ signal }) =>
      call(api.queryHistory.ownRuns, { query: { ...filters, page: String(page), page_size: String(page_size) }, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
