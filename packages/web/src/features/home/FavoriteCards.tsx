import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { DashboardListItem } from '@sightline/contract/dashboards.ts'
import type { QueryListItem, RecentQuery } from '@sightline/contract/queries.ts'
import { IconCode, IconLayoutDashboard } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { listNote } from '../../app/list-note.ts'
import { useSession } from '../../app/session.ts'
import { TimeAgo } from '../../ui/TimeAgo.tsx'
import { favoriteDashboardsQuery, newestDashboardsQuery, recentDashboardsQuery } from '../dashboards/api.ts'
import { favoriteQueriesQuery, newestQueriesQuery, ownRecentQueriesQuery } from '../queries/api.ts'
import { CARD_ROWS, CardGroup, HomeCard, RowContent } from './HomeCard.tsx'
import styles from './HomePage.module.css'

const dashboardIcon = <IconLayoutDashboard size={16} stroke={1.75} />
const queryIcon = <IconCode size={16} stroke={1.75} />

/**
 * Loads the favorite dashboards and, for the rows that they leave, the recent ones, or for newcomers the newest.
 * @param isEnabled whether the user may list dashboards
 */
export function useFavoriteDashboards(isEnabled: boolean) {
  const favorites = useQuery({ ...favoriteDashboardsQuery, enabled: isEnabled })
  const recent = useQuery({ ...recentDashboardsQuery, enabled: isEnabled })
  const newest = useQuery({ ...newestDashboardsQuery, enabled: hasNoOthers(favorites.data, recent.data) })
  const rows = joined(favorites.data?.results ?? [], recent.data ?? [], newest.data?.results ?? [], CARD_ROWS)
  return { favorites, rows, loads: [favorites, recent, newest] }
}

export const FavoriteDashboards = ({ favorites, rows }: ReturnType<typeof useFavoriteDashboards>) => (
  <FavoriteCard
    icon={dashboardIcon}
    title={t`Favorite Dashboards`}
    all={
      <Link to="/dashboards">
        <Trans>All Dashboards</Trans>
      </Link>
    }
    note={listNote(favorites, t`Favorite Dashboards will appear here`)}
    more={hasMore(favorites.data) && <MoreLink to="/dashboards/favorites" count={favorites.data.count} />}
    othersTitle={rows.othersAre === 'Recent' ? t`Recent Dashboards` : t`Newest Dashboards`}
    rows={rows}
    row={(item) => <DashboardRow key={item.id} item={item} />}
  />
)

/** The same for queries. Unpublished queries of colleagues do not belong on a start page. */
export function useFavoriteQueries(isEnabled: boolean) {
  const { user } = useSession()
  const favorites = useQuery({ ...favoriteQueriesQuery, enabled: isEnabled })
  const recent = useQuery({ ...ownRecentQueriesQuery, enabled: isEnabled })
  const newest = useQuery({ ...newestQueriesQuery, enabled: hasNoOthers(favorites.data, recent.data) })
  const finished = newest.data?.results.filter((query) => !query.is_draft || query.user.id === user.id)
  const rows = joined(favorites.data?.results ?? [], recent.data ?? [], finished ?? [], CARD_ROWS)
  return { favorites, rows, loads: [favorites, recent, newest] }
}

export const FavoriteQueries = ({ favorites, rows }: ReturnType<typeof useFavoriteQueries>) => (
  <FavoriteCard
    icon={queryIcon}
    title={t`Favorite Queries`}
    all={
      <Link to="/queries">
        <Trans>All Queries</Trans>
      </Link>
    }
    note={listNote(favorites, t`Favorite Queries will appear here`)}
    more={hasMore(favorites.data) && <MoreLink to="/queries/favorites" count={favorites.data.count} />}
    othersTitle={rows.othersAre === 'Recent' ? t`Recent Queries` : t`Newest Queries`}
    rows={rows}
    row={(item) => <QueryRow key={item.id} item={item} />}
  />
)

interface FavoriteCardProps<Favorite, Other> {
  icon: ReactNode
  title: string
  /** Link to the whole list. */
  all: ReactNode
  /** Says that there are no favorites; null if there are some. */
  note: string | null
  /** Link to all favorites; false if the card shows them all. */
  more: ReactNode
  /** Heading of the other items. */
  othersTitle: string
  rows: JoinedRows<Favorite, Other>
  row(item: Favorite | Other): ReactNode
}

/** Favorites, and other items in the rows that they leave. */
function FavoriteCard<Favorite, Other>(props: FavoriteCardProps<Favorite, Other>) {
  const { icon, title, all, note, more, othersTitle, rows, row } = props
  return (
    <HomeCard icon={icon} title={title} all={all} note={note}>
      {rows.favorites.map(row)}
      {more}
      <CardGroup title={othersTitle}>{rows.others.map(row)}</CardGroup>
    </HomeCard>
  )
}

function DashboardRow({ item: { slug, name, is_draft, is_favorite, updated_at } }: { item: DashboardListItem }) {
  return (
    <Link className={styles.row} to="/dashboard/$slug" params={{ slug }}>
      <RowContent name={name} isDraft={is_draft} isFavorite={is_favorite} icon={dashboardIcon}>
        <Trans>
          updated <TimeAgo date={updated_at} />
        </Trans>
      </RowContent>
    </Link>
  )
}

function QueryRow({ item }: { item: QueryListItem | RecentQuery }) {
  const { id, name, is_draft, is_favorite, updated_at } = item
  const runAt = 'last_run_at' in item ? item.last_run_at : null
  return (
    <Link className={styles.row} to="/queries/$queryId" params={{ queryId: String(id) }}>
      <RowContent name={name} isDraft={is_draft} isFavorite={is_favorite} icon={queryIcon}>
        {runAt === null ? t`updated` : t`run`} <TimeAgo date={runAt ?? updated_at} />
      </RowContent>
    </Link>
  )
}

interface Page {
  count: number
  results: readonly unknown[]
}

/** Whether there are rows to spare and all recent items are favorites, so that the newest items take those rows. */
const hasNoOthers = (favorites: { results: readonly Item[] } | undefined, recent: readonly Item[] | undefined): boolean =>
  favorites !== undefined &&
  recent !== undefined &&
  favorites.results.length < CARD_ROWS &&
  besides(favorites.results, recent).length === 0

/** Whether there are more favorites than rows. */
const hasMore = <List extends Page>(list: List | undefined): list is List => list !== undefined && list.count > CARD_ROWS

function MoreLink({ to, count }: { to: '/dashboards/favorites' | '/queries/favorites'; count: number }) {
  return (
    <Link className={styles.more} to={to}>
      <Trans>All {count} favorites</Trans>
    </Link>
  )
}

interface Item {
  id: number
}

/** The rows of a card: favorites first, then other items. */
export interface JoinedRows<Favorite, Other> {
  favorites: Favorite[]
  others: Other[]
  /** The kind of the other items, for their heading. */
  othersAre: 'Recent' | 'Newest'
}

/** The items that are not favorites. */
export function besides<Other extends Item>(favorites: readonly Item[], items: readonly Other[]): Other[] {
  const ids = new Set(favorites.map(({ id }) => id))
  return items.filter(({ id }) => !ids.has(id))
}

/**
 * Fills the rows of a card: with favorites, and while there is room with other recent items or, if there are none, the newest. No item
 * appears twice.
 */
export function joined<Favorite extends Item, Recent extends Item, Newest extends Item>(
  favorites: readonly Favorite[],
  recent: readonly Recent[],
  newest: readonly Newest[],
  rows: number,
): JoinedRows<Favorite, Recent | Newest> {
  const otherRecent = besides(favorites, recent)
  const isRecent = otherRecent.length > 0
  const others: readonly (Recent | Newest)[] = isRecent ? otherRecent : besides(favorites, newest)
  return {
    favorites: favorites.slice(0, rows),
    others: others.slice(0, Math.max(0, rows - favorites.length)),
    othersAre: isRecent ? 'Recent' : 'Newest',
  }
}
