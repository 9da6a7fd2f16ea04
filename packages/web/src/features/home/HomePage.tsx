import { IconCode, IconLayoutDashboard, IconStarFilled } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { listNote } from '../../app/list-note.ts'
import { usePageTitle } from '../../app/page-hooks.ts'
import { usePermission, useSession } from '../../app/session.ts'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { TimeAgo } from '../../ui/TimeAgo.tsx'
import { favoriteDashboardsQuery, newestDashboardsQuery } from '../dashboards/api.ts'
import { favoriteQueriesQuery, newestQueriesQuery } from '../queries/api.ts'
import { countersQuery } from './api.ts'
import { Checklist, onboardingSteps } from './Checklist.tsx'
import styles from './HomePage.module.css'
import { BeaconConsent, SampleNotice, SessionNotices } from './Notices.tsx'

/** The start page: notices, the remaining first steps, and favorites. */
export function HomePage() {
  const { data: status } = useQuery(countersQuery)
  const canSeeQueries = usePermission('view_query')
  const canSeeDashboards = usePermission('list_dashboards')
  const isAdmin = usePermission('admin')
  const { client_config } = useSession()
  usePageTitle('')
  const steps = status === undefined ? [] : onboardingSteps(status.object_counters)
  return (
    <div className={styles.page}>
      <SessionNotices />
      {client_config.showBeaconConsentMessage && <BeaconConsent />}
      {isAdmin && status?.object_counters.dashboards === 0 && <SampleNotice />}
      {steps.some(({ isDone }) => !isDone) ? <Checklist steps={steps} /> : <h1 className={styles.hidden}>Home</h1>}
      <div className={styles.cards}>
        {canSeeDashboards && <FavoriteDashboards />}
        {canSeeQueries && <FavoriteQueries />}
      </div>
    </div>
  )
}

function FavoriteDashboards() {
  const favorites = useQuery(favoriteDashboardsQuery)
  const hasNone = favorites.data?.results.length === 0
  const newest = useQuery({ ...newestDashboardsQuery, enabled: hasNone })
  const shown = hasNone ? newest : favorites
  return (
    <Card
      icon={<IconLayoutDashboard size={16} stroke={1.75} />}
      title="Favorite Dashboards"
      all={<Link to="/dashboards">All Dashboards</Link>}
      more={hasMore(favorites.data) && <MoreLink to="/dashboards/favorites" count={favorites.data.count} />}
      note={listNote(favorites, 'Favorite Dashboards will appear here')}
      fallbackTitle={hasNone && (newest.data?.results.length ?? 0) > 0 ? 'Newest Dashboards' : null}
    >
      {shown.data?.results.map(({ id, slug, name, is_draft, is_favorite, updated_at }) => (
        <Link key={id} className={styles.row} to="/dashboard/$slug" params={{ slug }}>
          <RowName
            name={name}
            isDraft={is_draft}
            isFavorite={is_favorite}
            icon={<IconLayoutDashboard size={16} stroke={1.75} />}
          />
          <span className={styles.age}>
            updated <TimeAgo date={updated_at} />
          </span>
        </Link>
      ))}
    </Card>
  )
}

function FavoriteQueries() {
  const favorites = useQuery(favoriteQueriesQuery)
  const hasNone = favorites.data?.results.length === 0
  const newest = useQuery({ ...newestQueriesQuery, enabled: hasNone })
  const shown = hasNone ? newest : favorites
  return (
    <Card
      icon={<IconCode size={16} stroke={1.75} />}
      title="Favorite Queries"
      all={<Link to="/queries">All Queries</Link>}
      more={hasMore(favorites.data) && <MoreLink to="/queries/favorites" count={favorites.data.count} />}
      note={listNote(favorites, 'Favorite Queries will appear here')}
      fallbackTitle={hasNone && (newest.data?.results.length ?? 0) > 0 ? 'Newest Queries' : null}
    >
      {shown.data?.results.map(({ id, name, is_draft, is_favorite, retrieved_at, updated_at }) => (
        <Link key={id} className={styles.row} to="/queries/$queryId" params={{ queryId: String(id) }}>
          <RowName name={name} isDraft={is_draft} isFavorite={is_favorite} icon={<IconCode size={16} stroke={1.75} />} />
          <span className={styles.age}>
            <TimeAgo date={retrieved_at ?? updated_at} />
          </span>
        </Link>
      ))}
    </Card>
  )
}

/** Whether a list has more items than were requested. */
function hasMore<List extends { count: number; results: unknown[] }>(list: List | undefined): list is List {
  return list !== undefined && list.count > list.results.length
}

function MoreLink({ to, count }: { to: '/dashboards/favorites' | '/queries/favorites'; count: number }) {
  return (
    <Link className={styles.more} to={to}>
      All {count} favorites
    </Link>
  )
}

interface RowNameProps {
  name: string
  isDraft: boolean
  isFavorite: boolean
  /** Shown instead of the star if it is no favorite. */
  icon: ReactNode
}

function RowName({ name, isDraft, isFavorite, icon }: RowNameProps) {
  return (
    <>
      <span className={styles.rowIcon} aria-hidden>
        {isFavorite ? <IconStarFilled size={16} color="var(--sl-star)" /> : icon}
      </span>
      <span className={styles.rowName}>{name}</span>
      <StatusBadge isDraft={isDraft} isArchived={false} />
      <span className={styles.spacer} />
    </>
  )
}

interface CardProps {
  icon: ReactNode
  title: string
  /** Link to the whole list. */
  all: ReactNode
  /** Link to the items that are not shown, if there are any. */
  more: ReactNode
  /** Says that there are none; null if there are some or the list is loading. */
  note: string | null
  /** Heading of the rows that are shown instead if there are no favorites; null if there are some. */
  fallbackTitle: string | null
  children: ReactNode
}

function Card({ icon, title, all, more, note, fallbackTitle, children }: CardProps) {
  return (
    <section className={styles.card} aria-label={title}>
      <div className={styles.cardHead}>
        <span className={styles.cardIcon} aria-hidden>
          {icon}
        </span>
        <h3>{title}</h3>
        <span className={styles.spacer} />
        <span className={styles.all}>{all}</span>
      </div>
      {note !== null && <p className={styles.note}>{note}</p>}
      {fallbackTitle !== null && <h4 className={styles.fallbackTitle}>{fallbackTitle}</h4>}
      {children}
      {more}
    </section>
  )
}
