import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { SegmentedControl } from '@mantine/core'
import type { BrokenQuery, InactiveUser, StoredResult, UnusedQuery } from '@sightline/contract/clean-up.ts'
import { bytesText } from '@sightline/domain/format/units.ts'
import { localNumber } from '@sightline/domain/language/local.ts'
import { getRouteApi, Link } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { RequireSuperAdmin, SettingsPage } from '../../app/SettingsPage.tsx'
import blocks from '../../ui/blocks.module.css'
import type { ListColumn } from '../../ui/ItemsTable.tsx'
import { PageHead } from '../../ui/SidebarPage.tsx'
import {
  archiveQueries,
  deleteResults,
  disableUsers,
  readBrokenQueries,
  readInactiveUsers,
  readResults,
  readUnusedQueries,
} from './api.ts'
import { CleanUpList } from './CleanUpList.tsx'
import styles from './CleanUpPage.module.css'
import {
  confirmArchivingBroken,
  confirmArchivingUnused,
  confirmDeletingResults,
  confirmDisablingUsers,
} from './consequences.ts'
import type { Target } from './search-params.ts'

const TITLE = t`Clean-up`
const route = getRouteApi('/app/admin/clean_up')

const lists: Record<Target, { label: string; List: ComponentType }> = {
  unused: { label: t`Unused Queries`, List: UnusedQueries },
  broken: { label: t`Broken Queries`, List: BrokenQueries },
  results: { label: t`Results by Size`, List: LargeResults },
  users: { label: t`Inactive Users`, List: InactiveUsers },
}
const targets = Object.keys(lists) as Target[]

/** Lists of unused or broken items, to be archived, deleted or disabled in bulk. For super admins. */
export const CleanUpPage = () => (
  <RequireSuperAdmin title={TITLE}>
    <CleanUp />
  </RequireSuperAdmin>
)

function CleanUp() {
  const { what = 'unused' } = route.useSearch()
  const navigate = route.useNavigate()
  const { List } = lists[what]
  return (
    <SettingsPage>
      <PageHead title={<h1>{TITLE}</h1>} />
      <SegmentedControl
        className={styles.kinds}
        aria-label={t`Clean-up lists`}
        data={targets.map((value) => ({ value, label: lists[value].label }))}
        value={what}
        onChange={(next) => void navigate({ search: { what: next } })}
      />
      <List key={what} />
    </SettingsPage>
  )
}

const QueryLink = ({ id, name }: { id: number; name: string }) => (
  <Link to="/queries/$queryId" params={{ queryId: String(id) }} className={blocks.link}>
    {name}
  </Link>
)

const unusedColumns: ListColumn<UnusedQuery>[] = [
  { kind: 'custom', title: t`Query`, render: (query) => <QueryLink {...query} /> },
  { kind: 'custom', title: t`Owner`, width: 180, hideBelow: 600, render: ({ user }) => user.name },
  {
    kind: 'custom',
    title: t`Data Source`,
    width: 180,
    hideBelow: 1100,
    render: ({ data_source_name }) => data_source_name ?? '–',
  },
  { kind: 'custom', title: t`Dashboards`, width: 100, align: 'right', hideBelow: 1100, render: ({ dashboards }) => dashboards },
  { kind: 'time-ago', title: t`Last Used`, width: 140, value: ({ last_used_at }) => last_used_at },
]

/** Queries that nobody has opened or run for some months. */
function UnusedQueries() {
  return (
    <CleanUpList
      label={t`Unused Queries`}
      least={{ label: t`Unused for`, unit: 'month', choices: [1, 3, 6, 12, 24], usual: 6 }}
      read={readUnusedQueries}
      columns={unusedColumns}
      nameOf={({ name }) => name}
      action={{
        label: t`Archive`,
        done: (count) => t`${count} archived`,
        confirmation: confirmArchivingUnused,
        run: archiveQueries,
      }}
      none={t`No unused queries.`}
    />
  )
}

const brokenColumns: ListColumn<BrokenQuery>[] = [
  {
    kind: 'custom',
    title: t`Query`,
    render: ({ error, ...query }) => (
      <>
        <QueryLink {...query} />
        {error !== '' && (
          <span className={`${blocks.error} ${styles.error}`} title={error}>
            {error}
          </span>
        )}
      </>
    ),
  },
  { kind: 'custom', title: t`Owner`, width: 180, hideBelow: 600, render: ({ user }) => user.name },
  {
    kind: 'custom',
    title: t`Scheduled`,
    width: 100,
    hideBelow: 1100,
    render: ({ is_scheduled }) => (is_scheduled ? t`yes` : t`no`),
  },
  { kind: 'custom', title: t`Failures`, width: 90, align: 'right', render: ({ failures }) => failures },
  { kind: 'time-ago', title: t`Last Failure`, width: 140, hideBelow: 600, value: ({ last_failed_at }) => last_failed_at },
]

/** Queries whose last runs have all failed. */
function BrokenQueries() {
  return (
    <CleanUpList
      label={t`Broken Queries`}
      least={{ label: t`Failed`, unit: 'run', choices: [3, 5, 10, 20], usual: 5 }}
      read={readBrokenQueries}
      columns={brokenColumns}
      nameOf={({ name }) => name}
      action={{
        label: t`Archive`,
        done: (count) => t`${count} archived`,
        confirmation: confirmArchivingBroken,
        run: archiveQueries,
      }}
      none={t`No broken queries.`}
    />
  )
}

const resultColumns: ListColumn<StoredResult>[] = [
  {
    kind: 'custom',
    title: t`Shown By`,
    render: ({ query, id }) =>
      query === null ? (
        <span className={styles.faint}>
          <Trans>no query (result {id})</Trans>
        </span>
      ) : (
        <QueryLink {...query} />
      ),
  },
  { kind: 'custom', title: t`Data Source`, width: 200, hideBelow: 600, render: ({ data_source_name }) => data_source_name },
  {
    kind: 'custom',
    title: t`Rows`,
    width: 120,
    align: 'right',
    hideBelow: 1100,
    render: ({ row_count }) => localNumber(row_count),
  },
  { kind: 'custom', title: t`Size`, width: 120, align: 'right', render: ({ size }) => bytesText(size) },
  { kind: 'time-ago', title: t`Retrieved`, width: 140, hideBelow: 600, value: ({ retrieved_at }) => retrieved_at },
]

/** Stored results by size. */
function LargeResults() {
  return (
    <CleanUpList
      label={t`Results by Size`}
      least={null}
      read={readResults}
      columns={resultColumns}
      nameOf={({ id, query }) => query?.name ?? `result ${id}`}
      action={{
        label: t`Delete`,
        done: (count) => t`${count} deleted`,
        confirmation: confirmDeletingResults,
        run: deleteResults,
      }}
      none={t`No stored results yet.`}
    />
  )
}

const userColumns: ListColumn<InactiveUser>[] = [
  { kind: 'avatar', title: t`User`, value: (user) => user },
  { kind: 'custom', title: t`Email`, width: 240, hideBelow: 1100, render: ({ email }) => email },
  { kind: 'custom', title: t`Queries`, width: 90, align: 'right', hideBelow: 600, render: ({ queries }) => queries },
  { kind: 'custom', title: t`Scheduled`, width: 100, align: 'right', hideBelow: 1100, render: ({ scheduled }) => scheduled },
  { kind: 'time-ago', title: t`Last Active`, width: 140, value: ({ active_at }) => active_at },
]

/** Users who have not been active for some months. */
function InactiveUsers() {
  return (
    <CleanUpList
      label={t`Inactive Users`}
      least={{ label: t`Inactive for`, unit: 'month', choices: [1, 3, 6, 12, 24], usual: 6 }}
      read={readInactiveUsers}
      columns={userColumns}
      nameOf={({ name }) => name}
      action={{
        label: t`Disable`,
        done: (count) => t`${count} disabled`,
        confirmation: confirmDisablingUsers,
        run: disableUsers,
      }}
      none={t`No inactive users.`}
    />
  )
}
