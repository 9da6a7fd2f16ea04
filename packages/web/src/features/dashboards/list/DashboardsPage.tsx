import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import type { DashboardListItem } from '@sightline/contract/dashboards.ts'
import { type ListSearch, listState, toRequest, withPage, withSearch } from '@sightline/domain/list-state.ts'
import { IconLayoutDashboard, IconPlus, IconStar } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, Navigate, useNavigate, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { lastPageFromError } from '../../../api/error.ts'
import { PageError } from '../../../app/PageError.tsx'
import { usePageTitle } from '../../../app/page-hooks.ts'
import { usePermission, useSession } from '../../../app/session.ts'
import { useCreateDashboard } from '../../../app/shell-actions.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { ItemsPage } from '../../../ui/ItemsPage.tsx'
import type { ListColumn } from '../../../ui/ItemsTable.tsx'
import { NothingFound, NothingTagged } from '../../../ui/NothingFound.tsx'
import { ownPage, SideLink, SideNav } from '../../../ui/SidebarPage.tsx'
import { ItemName } from '../../../ui/Tag.tsx'
import { useFavorite } from '../../favorites/api.ts'
import { tagsQuery } from '../../tags/api.ts'
import { type DashboardListName, dashboardListQuery } from '../api.ts'

export const AllDashboardsPage = () => <DashboardsPage name="list" />
export const FavoriteDashboardsPage = () => <DashboardsPage name="favorites" />

const titles: Record<DashboardListName, string> = { list: t`Dashboards`, favorites: t`Favorite Dashboards` }

function DashboardsPage({ name }: { name: DashboardListName }) {
  const { client_config } = useSession()
  const canCreate = usePermission('create_dashboard')
  const createDashboard = useCreateDashboard()
  const search: ListSearch = useSearch({ strict: false })
  const navigate = useNavigate()
  const list = listState(search, { page_size: client_config.pageSize, order: '-created_at' })
  const dashboards = useQuery(dashboardListQuery(name, toRequest(list)))
  const tags = useQuery(tagsQuery('dashboards'))
  const columns = useColumns()
  usePageTitle(titles[name])

  const go = (next: ListSearch, replace: boolean) => void navigate({ to: '.', search: next, replace })
  const lastPage = lastPageFromError(dashboards.error, list.page_size)
  if (lastPage !== null) return <Navigate to="." search={withPage(search, lastPage)} replace />

  return (
    <ItemsPage
      title={titles[name]}
      searchLabel={t`Search...`}
      navigation={<DashboardLists />}
      action={
        canCreate && (
          <Button leftSection={<IconPlus size={16} stroke={1.75} />} onClick={createDashboard}>
            <Trans>New Dashboard</Trans>
          </Button>
        )
      }
      columns={columns}
      keyOf={(dashboard) => dashboard.id}
      // After a failed refetch the loaded list stays visible.
      failure={
        dashboards.isLoadingError ? <PageError error={dashboards.error} onRetry={() => void dashboards.refetch()} /> : null
      }
      items={dashboards.data}
      isStale={dashboards.isPlaceholderData}
      tags={tags.data?.tags ?? []}
      pageSizes={client_config.pageSizeOptions}
      search={search}
      list={list}
      empty={emptyOf(name, list.q, list.tags, () => go(withSearch(search, ''), false))}
      onChange={go}
    />
  )
}

function DashboardLists() {
  return (
    <SideNav label={t`Lists of dashboards`}>
      <SideLink to="/dashboards" activeOptions={ownPage} icon={<IconLayoutDashboard size={16} stroke={1.75} />}>
        <Trans>All Dashboards</Trans>
      </SideLink>
      <SideLink to="/dashboards/favorites" activeOptions={ownPage} icon={<IconStar size={16} stroke={1.75} />}>
        <Trans>Favorites</Trans>
      </SideLink>
    </SideNav>
  )
}

function useColumns(): ListColumn<DashboardListItem>[] {
  const favorite = useFavorite()
  return [
    {
      kind: 'favorites',
      title: t`Favorite`,
      width: 44,
      value: (dashboard) => ({ name: dashboard.name, isFavorite: dashboard.is_favorite }),
      onToggle: ({ id, slug }, isFavorite) => favorite.mutate({ item: { kind: 'dashboards', id, slug }, isFavorite }),
    },
    { kind: 'custom', title: t`Name`, order: 'name', render: (dashboard) => <DashboardName dashboard={dashboard} /> },
    { kind: 'avatar', title: t`Created By`, value: (dashboard) => dashboard.user, width: 200, hideBelow: 1100 },
    {
      kind: 'time-ago',
      title: t`Created At`,
      order: 'created_at',
      value: (dashboard) => dashboard.created_at,
      width: 140,
      hideBelow: 600,
    },
  ]
}

function DashboardName({ dashboard }: { dashboard: DashboardListItem }) {
  return (
    <ItemName
      link={
        <Link to="/dashboard/$slug" params={{ slug: dashboard.slug }}>
          {dashboard.name}
        </Link>
      }
      tags={dashboard.tags}
      isDraft={dashboard.is_draft}
      isArchived={dashboard.is_archived}
    />
  )
}

function emptyOf(name: DashboardListName, q: string, tags: string[], clearSearch: () => void): ReactNode {
  if (q !== '') return <NothingFound onClear={clearSearch} />
  if (tags.length > 0) return <NothingTagged what="dashboards" tags={tags} />
  if (name === 'favorites')
    return (
      <EmptyState
        icon={<IconStar size={20} stroke={1.75} />}
        title={t`Mark dashboards as Favorite to list them here.`}
        help={t`Press the star next to a dashboard name.`}
      />
    )
  return (
    <EmptyState
      icon={<IconLayoutDashboard size={20} stroke={1.75} />}
      title={t`See the big picture`}
      help={t`A dashboard shows the results of several queries on one page.`}
    />
  )
}
