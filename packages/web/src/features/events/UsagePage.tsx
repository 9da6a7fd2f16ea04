import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { EventEntry, Popularity } from '@sightline/contract/events.ts'
import { localNumber } from '@sightline/domain/language/local.ts'
import { type ListSearch, listState } from '@sightline/domain/list-state.ts'
import { IconActivity } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, Navigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { ApiError, lastPageFromError } from '../../api/error.ts'
import { PageError } from '../../app/PageError.tsx'
import { usePageTitle } from '../../app/page-hooks.ts'
import { SettingsPage } from '../../app/SettingsPage.tsx'
import { usePermission, useSession } from '../../app/session.ts'
import blocks from '../../ui/blocks.module.css'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ItemsTable, type ListColumn } from '../../ui/ItemsTable.tsx'
import { ListSkeleton } from '../../ui/ListSkeleton.tsx'
import { LogObjects } from '../../ui/log-objects/LogObjects.tsx'
import { Paginator } from '../../ui/Paginator.tsx'
import { PageHead } from '../../ui/SidebarPage.tsx'
import { eventsQuery, popularityQuery } from './api.ts'
import { actionText, browserText, subjectText } from './event-text.ts'
import styles from './UsagePage.module.css'

const route = getRouteApi('/app/settings/usage')

/** The most opened items and the latest events. For admins. */
export function UsagePage() {
  const isAdmin = usePermission('admin')
  usePageTitle(t`Usage`)
  return isAdmin ? <Usage /> : <PageError error={new ApiError(403, 'forbidden', '', null)} />
}

function Usage() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const { client_config } = useSession()
  const { page, page_size: pageSize } = listState(search, { page_size: client_config.pageSize, order: '' })
  const events = useQuery(eventsQuery(page, pageSize))
  const popularity = useQuery(popularityQuery)
  const go = (next: ListSearch) => void navigate({ search: next })
  const lastPage = lastPageFromError(events.error, pageSize)
  if (lastPage !== null) return <Navigate to="." search={{ ...search, page: lastPage > 1 ? lastPage : undefined }} replace />
  const error = events.error ?? popularity.error
  if (error) return <PageError error={error} onRetry={() => void Promise.all([events.refetch(), popularity.refetch()])} />
  return (
    <SettingsPage>
      <PageHead
        title={
          <h1>
            <Trans>Usage</Trans>
          </h1>
        }
      />
      {popularity.data !== undefined && <MostViewed popularity={popularity.data} />}
      <h2 className={blocks.title}>
        <Trans>Events</Trans>
      </h2>
      {events.data === undefined && <ListSkeleton rows={8} />}
      {events.data?.count === 0 && (
        <div className={blocks.card}>
          <EmptyState
            icon={<IconActivity size={20} stroke={1.75} />}
            title={t`No events yet.`}
            help={t`Queries and dashboards that people open and run appear here. Usage data never leaves this installation.`}
          />
        </div>
      )}
      {events.data !== undefined && events.data.count > 0 && (
        <>
          <div className={blocks.card}>
            <ItemsTable
              label={t`Events`}
              columns={columnsWith(client_config.dateTimeFormat)}
              items={events.data.results.map((entry, at) => ({ ...entry, at }))}
              keyOf={({ at }) => at}
              order=""
              onOrder={() => {}}
              isStale={events.isPlaceholderData}
            />
          </div>
          <Paginator
            page={page}
            pageSize={pageSize}
            total={events.data.count}
            pageSizes={client_config.pageSizeOptions}
            onPage={(next) => go({ ...search, page: next > 1 ? next : undefined })}
            onPageSize={(size) => go({ ...search, page_size: size, page: undefined })}
          />
        </>
      )}
    </SettingsPage>
  )
}

function MostViewed({ popularity: { days, queries, dashboards } }: { popularity: Popularity }) {
  return (
    <div className={styles.lists}>
      <ViewedList
        title={t`Most viewed queries, last ${days} days`}
        items={queries}
        link={({ id, name }) => (
          <Link to="/queries/$queryId" params={{ queryId: String(id) }}>
            {name}
          </Link>
        )}
      />
      <ViewedList
        title={t`Most viewed dashboards, last ${days} days`}
        items={dashboards}
        link={({ slug, name }) => (
          <Link to="/dashboard/$slug" params={{ slug }}>
            {name}
          </Link>
        )}
      />
    </div>
  )
}

interface ViewedListProps<Item> {
  title: string
  items: Item[]
  link(item: Item): ReactNode
}

function ViewedList<Item extends { id: number; views: number }>({ title, items, link }: ViewedListProps<Item>) {
  return (
    <section className={blocks.block} aria-label={title}>
      <h2>{title}</h2>
      {items.length === 0 && (
        <p className={blocks.none}>
          <Trans>No views yet.</Trans>
        </p>
      )}
      {items.length > 0 && (
        <ol className={styles.viewed}>
          {items.map((item) => (
            <li key={item.id}>
              {link(item)}
              <span>{item.views === 1 ? t`1 view` : t`${localNumber(item.views)} views`}</span>
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}

function EventObject(entry: EventEntry) {
  const [object, ...others] = entry.objects
  return object === undefined ? subjectText(entry) : <LogObjects objects={[object, ...others]} />
}

function EventUser({ user_id, user_name }: EventEntry) {
  const name = user_name ?? t`Unknown`
  if (user_id === null) return name
  return (
    <Link to="/users/$userId" params={{ userId: String(user_id) }} className={styles.user}>
      {name}
    </Link>
  )
}

const columnsWith = (format: string): ListColumn<EventEntry & { at: number }>[] => [
  { kind: 'datetime', title: t`Time`, width: 150, value: ({ created_at }) => created_at, format },
  { kind: 'custom', title: t`User`, width: 200, render: (entry) => <EventUser {...entry} /> },
  { kind: 'custom', title: t`Action`, width: 200, render: actionText },
  { kind: 'custom', title: t`Object`, render: (entry) => <EventObject {...entry} /> },
  { kind: 'custom', title: t`Browser`, width: 240, hideBelow: 1100, render: browserText },
]
