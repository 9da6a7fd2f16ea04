import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Switch } from '@mantine/core'
import type { QueryListItem } from '@sightline/contract/queries.ts'
import { normalizePage } from '@sightline/domain/list-state.ts'
import { IconCircleCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { PageError } from '../../app/PageError.tsx'
import { AdminFrame, RequireSuperAdmin } from '../../app/SettingsPage.tsx'
import { useSession } from '../../app/session.ts'
import blocks from '../../ui/blocks.module.css'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ItemsTable, type ListColumn } from '../../ui/ItemsTable.tsx'
import { ListSkeleton } from '../../ui/ListSkeleton.tsx'
import { Paginator } from '../../ui/Paginator.tsx'
import { ScheduleText } from '../../ui/schedule/ScheduleText.tsx'
import { TimeAgo } from '../../ui/TimeAgo.tsx'
import { outdatedQuery, REFRESH_MS } from './api.ts'
import styles from './OutdatedPage.module.css'
import { timeOf } from './tasks.ts'

const TITLE = t`Outdated Queries`

/** The queries whose scheduled run is overdue. For super admins. */
export const OutdatedPage = () => (
  <RequireSuperAdmin title={TITLE}>
    <Outdated />
  </RequireSuperAdmin>
)

function Outdated() {
  const { client_config } = useSession()
  const [isUpdating, setIsUpdating] = useState(true)
  const [page, setPage] = useState(1)
  const [pageSize, setPageSize] = useState(client_config.pageSize)
  const outdated = useQuery({ ...outdatedQuery, refetchInterval: isUpdating ? REFRESH_MS : false })
  if (outdated.error !== null && outdated.data === undefined)
    return <PageError error={outdated.error} onRetry={() => void outdated.refetch()} />
  const queries = outdated.data?.queries ?? []
  const shown = normalizePage({ page, pageSize, total: queries.length })
  const first = (shown.page - 1) * pageSize
  return (
    <AdminFrame
      title={TITLE}
      actions={
        <>
          <span className={styles.updated}>
            <Trans>
              Last updated: <TimeAgo date={timeOf(secondsIn(outdated.data?.updated_at))} never={t`Not yet`} />
            </Trans>
          </span>
          <Switch
            label={t`Auto update`}
            checked={isUpdating}
            onChange={(event) => {
              setIsUpdating(event.currentTarget.checked)
              if (event.currentTarget.checked) void outdated.refetch()
            }}
          />
        </>
      }
    >
      {outdated.data === undefined && <ListSkeleton rows={6} />}
      {outdated.data !== undefined && queries.length === 0 && (
        <div className={blocks.card}>
          <EmptyState icon={<IconCircleCheck size={20} stroke={1.75} />} title={t`There are no outdated queries.`} />
        </div>
      )}
      {queries.length > 0 && (
        <div className={blocks.card}>
          <ItemsTable
            label={TITLE}
            columns={columns}
            items={queries.slice(first, first + pageSize)}
            keyOf={({ id }) => id}
            order=""
            onOrder={() => {}}
            isStale={false}
          />
        </div>
      )}
      {queries.length > 0 && (
        <Paginator
          page={shown.page}
          pageSize={pageSize}
          total={queries.length}
          pageSizes={client_config.pageSizeOptions}
          onPage={setPage}
          onPageSize={(size) => {
            setPageSize(size)
            setPage(1)
          }}
        />
      )}
    </AdminFrame>
  )
}

const secondsIn = (text: string | null | undefined) => (text === null || text === undefined ? null : Number(text))

const columns: ListColumn<QueryListItem>[] = [
  { kind: 'custom', title: t`ID`, align: 'right', width: 80, hideBelow: 600, render: ({ id }) => id },
  {
    kind: 'custom',
    title: t`Name`,
    render: ({ id, name }) => (
      <Link to="/queries/$queryId" params={{ queryId: String(id) }} className={blocks.link}>
        {name}
      </Link>
    ),
  },
  { kind: 'avatar', title: t`Created By`, width: 200, hideBelow: 1100, value: ({ user }) => user },
  { kind: 'time-ago', title: t`Last Executed At`, width: 160, value: ({ retrieved_at }) => retrieved_at },
  {
    kind: 'custom',
    title: t`Update Schedule`,
    width: 180,
    hideBelow: 600,
    render: ({ schedule }) => <ScheduleText schedule={schedule} />,
  },
]
