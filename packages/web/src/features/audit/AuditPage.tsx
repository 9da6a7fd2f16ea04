import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { api } from '@sightline/contract/api.ts'
import type { AuditEntry } from '@sightline/contract/audit.ts'
import { formatDate } from '@sightline/domain/format/date.ts'
import { IconDownload, IconHistory } from '@tabler/icons-react'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { getRouteApi, Navigate } from '@tanstack/react-router'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { ApiError, lastPageFromError } from '../../api/error.ts'
import { endpointUrl } from '../../api/url.ts'
import { PageError } from '../../app/PageError.tsx'
import { usePageTitle } from '../../app/page-hooks.ts'
import { SettingsPage } from '../../app/SettingsPage.tsx'
import { usePermission, useSession } from '../../app/session.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ItemsTable, type ListColumn } from '../../ui/ItemsTable.tsx'
import { ListSkeleton } from '../../ui/ListSkeleton.tsx'
import { LogObjects } from '../../ui/log-objects/LogObjects.tsx'
import { objectName } from '../../ui/log-objects/object-links.ts'
import { NothingFound } from '../../ui/NothingFound.tsx'
import { Paginator } from '../../ui/Paginator.tsx'
import { PageHead } from '../../ui/SidebarPage.tsx'
import { useTimeZone } from '../../ui/time-zone.tsx'
import { AuditFilters } from './AuditFilters.tsx'
import styles from './AuditPage.module.css'
import { actionText, detailLines, recordedName, subjectText } from './entry-text.ts'
import { type AuditSearch, isFiltered } from './search-params.ts'

const route = getRouteApi('/app/settings/audit')

/** The audit log of security-relevant events, newest first. For admins. */
export function AuditPage() {
  const isAdmin = usePermission('admin')
  usePageTitle(t`Audit Log`)
  return isAdmin ? <AuditLog /> : <PageError error={new ApiError(403, 'forbidden', '', null)} />
}

function AuditLog() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const { client_config } = useSession()
  const [opened, setOpened] = useState<AuditEntry | null>(null)
  const page = search.page ?? 1
  const pageSize = search.page_size ?? client_config.pageSize
  const log = useQuery(auditQuery({ ...search, page, page_size: pageSize }))
  const go = (next: AuditSearch, replace = false) => void navigate({ search: next, replace })

  const lastPage = lastPageFromError(log.error, pageSize)
  if (lastPage !== null) return <Navigate to="." search={{ ...search, page: lastPage > 1 ? lastPage : undefined }} replace />
  if (log.error) return <PageError error={log.error} onRetry={() => void log.refetch()} />
  return (
    <SettingsPage>
      <PageHead
        title={
          <h1>
            <Trans>Audit Log</Trans>
          </h1>
        }
      >
        <Button
          component="a"
          variant="default"
          href={downloadUrl(search)}
          leftSection={<IconDownload size={16} stroke={1.75} />}
        >
          <Trans>Download CSV</Trans>
        </Button>
      </PageHead>
      <AuditFilters search={search} onChange={go} />
      {log.data === undefined && <ListSkeleton rows={8} />}
      {log.data?.results.length === 0 && (
        <div className={styles.card}>{isFiltered(search) ? <NothingFound onClear={() => go({})} /> : <NothingYet />}</div>
      )}
      {log.data !== undefined && log.data.results.length > 0 && (
        <>
          <div className={styles.card}>
            <ItemsTable
              label={t`Audit Log`}
              columns={columnsWith(client_config.dateTimeFormat, setOpened)}
              items={log.data.results}
              keyOf={(entry) => entry.id}
              order=""
              onOrder={() => {}}
              isStale={log.isPlaceholderData}
            />
          </div>
          <Paginator
            page={page}
            pageSize={pageSize}
            total={log.data.count}
            pageSizes={client_config.pageSizeOptions}
            onPage={(next) => go({ ...search, page: next > 1 ? next : undefined })}
            onPageSize={(size) => go({ ...search, page_size: size, page: undefined })}
          />
        </>
      )}
      {opened !== null && <EntryDialog entry={opened} onClose={() => setOpened(null)} />}
    </SettingsPage>
  )
}

const NothingYet = () => (
  <EmptyState
    icon={<IconHistory size={20} stroke={1.75} />}
    title={t`No entries yet.`}
    help={t`Sign-ins, query runs and permission changes appear here.`}
  />
)

function columnsWith(format: string, open: (entry: AuditEntry) => void): ListColumn<AuditEntry>[] {
  return [
    { kind: 'datetime', title: t`Time`, width: 150, value: (entry) => entry.created_at, format },
    { kind: 'custom', title: t`User`, width: 180, render: (entry) => entry.actor?.name ?? t`Unknown` },
    {
      kind: 'custom',
      title: t`Action`,
      render: (entry) => (
        <button type="button" className={styles.what} onClick={() => open(entry)}>
          {actionText(entry)}
        </button>
      ),
    },
    { kind: 'custom', title: t`Object`, width: 260, hideBelow: 600, render: (entry) => <EntryObject {...entry} /> },
    { kind: 'custom', title: t`IP Address`, width: 140, hideBelow: 1100, render: (entry) => entry.ip ?? '–' },
  ]
}

function EntryObject(entry: AuditEntry) {
  const [object, ...others] = entry.objects
  return object === undefined ? (
    subjectText(entry)
  ) : (
    <LogObjects objects={[object, ...others]} recordedName={(each) => recordedName(entry, each)} />
  )
}

/** All details of one entry. */
function EntryDialog({ entry, onClose }: { entry: AuditEntry; onClose(): void }) {
  const { dateTimeFormat } = useSession().client_config
  const facts = [
    { name: t`Time`, value: formatDate(entry.created_at, dateTimeFormat, useTimeZone()) ?? '' },
    { name: t`User`, value: whoText(entry) },
    {
      name: t`Object`,
      value:
        entry.objects[0] === undefined
          ? subjectText(entry)
          : objectName(entry.objects[0], recordedName(entry, entry.objects[0])),
    },
    ...detailLines(entry),
    { name: t`IP Address`, value: entry.ip ?? '' },
    { name: t`Client`, value: entry.user_agent ?? '' },
  ]
  return (
    <Dialog opened onClose={onClose} title={actionText(entry)} size={560}>
      <dl className={styles.facts}>
        {facts
          .filter(({ value }) => value !== '')
          .map(({ name, value }) => (
            <Fact key={name} name={name} value={value} />
          ))}
      </dl>
    </Dialog>
  )
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </>
  )
}

function whoText({ actor }: AuditEntry): string {
  if (actor === null) return t`Unknown`
  return actor.id === null ? actor.name : `${actor.name} (user ${actor.id})`
}

/** A page of the audit log. For admins. */
const auditQuery = ({ page, page_size, ...filters }: AuditSearch & { page: number; page_size: number }) =>
  queryOptions({
    queryKey: ['audit', { page, page_size, ...filters }],
    queryFn: ({ signal }) =>
      call(api.audit.list, { query: { ...filters, page: String(page), page_size: String(page_size) }, signal }),
    placeholderData: keepPreviousData,
  })

/** The URL to download all entries that match the filters. */
const downloadUrl = ({ page: _, page_size: __, ...filters }: AuditSearch): string =>
  endpointUrl(api.audit.download, {}, filters)
