import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { QueryListItem } from '@sightline/contract/queries.ts'
import { type ListSearch, type ListState, listState, toRequest, withFilter, withPage } from '@sightline/domain/list-state.ts'
import {
  IconAlertTriangle,
  IconArchive,
  IconCircleCheck,
  IconClockExclamation,
  IconCode,
  IconFilterExclamation,
  IconListDetails,
  IconPlus,
  IconStar,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, Navigate, useNavigate, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { lastPageFromError } from '../../../api/error.ts'
import { PageError } from '../../../app/PageError.tsx'
import { usePageTitle } from '../../../app/page-hooks.ts'
import { usePermission, useSession } from '../../../app/session.ts'
import { Avatar } from '../../../ui/Avatar.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { FilterList } from '../../../ui/FilterList.tsx'
import { HealthBadge } from '../../../ui/HealthMark.tsx'
import { ItemsPage } from '../../../ui/ItemsPage.tsx'
import type { ListColumn } from '../../../ui/ItemsTable.tsx'
import { LinkButton } from '../../../ui/LinkButton.tsx'
import { NothingFound, NothingTagged } from '../../../ui/NothingFound.tsx'
import { ownPage, SideLink, SideNav } from '../../../ui/SidebarPage.tsx'
import { ScheduleText } from '../../../ui/schedule/ScheduleText.tsx'
import { ItemName } from '../../../ui/Tag.tsx'
import { useFavorite } from '../../favorites/api.ts'
import { tagsQuery } from '../../tags/api.ts'
import { type QueryListName, queryHealthQuery, queryListQuery } from '../api.ts'

export const AllQueriesPage = () => <QueriesPage name="list" />
export const FavoriteQueriesPage = () => <QueriesPage name="favorites" />
export const ArchivedQueriesPage = () => <QueriesPage name="archive" />
export const MyQueriesPage = () => <QueriesPage name="my" />

const titles: Record<QueryListName, string> = {
  list: t`Queries`,
  favorites: t`Favorite Queries`,
  archive: t`Archived Queries`,
  my: t`My Queries`,
}

function QueriesPage({ name }: { name: QueryListName }) {
  const { client_config } = useSession()
  const canCreate = usePermission('create_query')
  const search: ListSearch = useSearch({ strict: false })
  const navigate = useNavigate()
  const list = listState(search, { page_size: client_config.pageSize, order: '-created_at' })
  const health = healthFilters.find(({ value }) => value === search.filter)?.value
  const queries = useQuery(queryListQuery(name, { ...toRequest(list), health }))
  const tags = useQuery(tagsQuery('queries'))
  const columns = useColumns()
  usePageTitle(titles[name])

  const go = (next: ListSearch, replace: boolean) => void navigate({ to: '.', search: next, replace })
  const lastPage = lastPageFromError(queries.error, list.page_size)
  if (lastPage !== null) return <Navigate to="." search={withPage(search, lastPage)} replace />

  return (
    <ItemsPage
      title={titles[name]}
      searchLabel={t`Search...`}
      navigation={
        <>
          <QueryLists />
          {name !== 'archive' && (
            <FilterList
              caption={t`Health`}
              options={healthFilters}
              chosen={health ?? null}
              onChange={(chosen) => go(withFilter(search, chosen), false)}
            />
          )}
        </>
      }
      action={
        canCreate && (
          <LinkButton to="/queries/new" leftSection={<IconPlus size={16} stroke={1.75} />}>
            <Trans>New Query</Trans>
          </LinkButton>
        )
      }
      columns={columns}
      keyOf={(query) => query.id}
      // If reloading fails, the loaded list stays.
      failure={queries.isLoadingError ? <PageError error={queries.error} onRetry={() => void queries.refetch()} /> : null}
      items={queries.data}
      isStale={queries.isPlaceholderData}
      tags={tags.data?.tags ?? []}
      pageSizes={client_config.pageSizeOptions}
      search={search}
      list={list}
      empty={
        health === undefined || list.q !== '' ? (
          emptyOf(name, list, canCreate, () => go({ ...search, q: undefined, page: undefined }, false))
        ) : (
          <EmptyState icon={<IconCircleCheck size={20} stroke={1.75} />} title={healthy[health]} />
        )
      }
      onChange={go}
    />
  )
}

const healthy = {
  failing: t`No query here is failing.`,
  stale: t`No query here is stale.`,
  failing_or_stale: t`No query here is failing or stale.`,
}

const healthFilters = [
  { value: 'failing', label: t`Failing`, icon: <IconAlertTriangle size={14} stroke={1.75} aria-hidden /> },
  { value: 'stale', label: t`Stale`, icon: <IconClockExclamation size={14} stroke={1.75} aria-hidden /> },
  {
    value: 'failing_or_stale',
    label: t`Failing or stale`,
    icon: <IconFilterExclamation size={14} stroke={1.75} aria-hidden />,
  },
] as const

function QueryLists() {
  const { user } = useSession()
  const canCreate = usePermission('create_query')
  return (
    <SideNav label={t`Lists of queries`}>
      <SideLink to="/queries" activeOptions={ownPage} icon={<IconListDetails size={16} stroke={1.75} />}>
        <Trans>All Queries</Trans>
      </SideLink>
      <SideLink to="/queries/favorites" activeOptions={ownPage} icon={<IconStar size={16} stroke={1.75} />}>
        <Trans>Favorites</Trans>
      </SideLink>
      <SideLink to="/queries/archive" activeOptions={ownPage} icon={<IconArchive size={16} stroke={1.75} />}>
        <Trans>Archived</Trans>
      </SideLink>
      {canCreate && (
        <SideLink to="/queries/my" activeOptions={ownPage} icon={<Avatar size="xs" id={user.id} name={user.name} />}>
          <Trans>My Queries</Trans>
        </SideLink>
      )}
    </SideNav>
  )
}

function useColumns(): ListColumn<QueryListItem>[] {
  const favorite = useFavorite()
  return [
    {
      kind: 'favorites',
      title: t`Favorite`,
      width: 44,
      value: (query) => ({ name: query.name, isFavorite: query.is_favorite }),
      onToggle: (query, isFavorite) => favorite.mutate({ item: { kind: 'queries', id: query.id }, isFavorite }),
    },
    { kind: 'custom', title: t`ID`, render: (query) => query.id, width: 60, hideBelow: 1100 },
    { kind: 'custom', title: t`Name`, order: 'name', render: (query) => <QueryName query={query} /> },
    { kind: 'avatar', title: t`Created By`, order: 'created_by', value: (query) => query.user, width: 160, hideBelow: 1100 },
    {
      kind: 'time-ago',
      title: t`Created At`,
      order: 'created_at',
      value: (query) => query.created_at,
      width: 116,
      hideBelow: 600,
    },
    {
      kind: 'duration',
      title: t`Runtime`,
      order: 'runtime',
      value: (query) => query.runtime,
      align: 'right',
      width: 92,
      hideBelow: 1100,
    },
    {
      kind: 'time-ago',
      title: t`Last Executed At`,
      order: 'executed_at',
      value: (query) => query.retrieved_at ?? query.last_run_at,
      width: 130,
    },
    {
      kind: 'custom',
      title: t`Update Schedule`,
      order: 'schedule',
      width: 172,
      hideBelow: 1100,
      render: (query) => <ScheduleText schedule={query.schedule} />,
    },
  ]
}

function QueryName({ query }: { query: QueryListItem }) {
  return (
    <ItemName
      link={
        <Link to="/queries/$queryId" params={{ queryId: String(query.id) }}>
          {query.name}
        </Link>
      }
      tags={query.tags}
      isDraft={query.is_draft}
      isArchived={query.is_archived}
      mark={query.is_archived ? null : <QueryHealthMark id={query.id} />}
    />
  )
}

function QueryHealthMark({ id }: { id: number }) {
  const { data } = useQuery(queryHealthQuery(id))
  return data ? <HealthBadge health={data} retrievedAt={data.retrieved_at} /> : null
}

function emptyOf(name: QueryListName, { q, tags }: ListState, canCreate: boolean, clearSearch: () => void): ReactNode {
  if (q !== '') return <NothingFound onClear={clearSearch} />
  if (tags.length > 0) return <NothingTagged what="queries" tags={tags} />
  switch (name) {
    case 'favorites':
      return (
        <EmptyState
          icon={<IconStar size={20} stroke={1.75} />}
          title={t`Mark queries as Favorite to list them here.`}
          help={t`Press the star next to a query name.`}
        />
      )
    case 'archive':
      return <EmptyState icon={<IconArchive size={20} stroke={1.75} />} title={t`Archived queries will be listed here.`} />
    case 'my':
      return (
        <EmptyState
          icon={<IconCode size={20} stroke={1.75} />}
          title={t`Your queries will appear here.`}
          action={
            canCreate ? (
              <LinkButton to="/queries/new">
                <Trans>Create your first query</Trans>
              </LinkButton>
            ) : undefined
          }
        />
      )
    case 'list':
      return <EmptyState icon={<IconCode size={20} stroke={1.75} />} title={t`Getting the data from your datasources.`} />
  }
}
