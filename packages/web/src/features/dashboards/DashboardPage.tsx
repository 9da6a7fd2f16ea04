import { IconLayoutDashboard } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { PageError } from '../../app/PageError.tsx'
import { usePageTitle } from '../../app/title.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { FavoriteStar } from '../../ui/FavoriteStar.tsx'
import { Marks } from '../../ui/Marks.tsx'
import { Tag } from '../../ui/Tag.tsx'
import { useFavorite } from '../favorites/api.ts'
import { dashboardQuery } from './api.ts'
import styles from './DashboardPage.module.css'

const route = getRouteApi('/app/dashboard/$slug')

/** One dashboard: its name, mark and tags, and its widgets. */
export function DashboardPage() {
  const { slug } = route.useParams()
  const { data: dashboard, error, refetch } = useQuery(dashboardQuery(slug))
  const favorite = useFavorite()
  usePageTitle(dashboard?.name ?? 'Dashboard')

  if (error) return <PageError error={error} onRetry={() => void refetch()} />
  if (dashboard === undefined) return null
  return (
    <div className={styles.page}>
      <div className={styles.head}>
        <FavoriteStar
          name={dashboard.name}
          isFavorite={dashboard.is_favorite}
          onToggle={(isFavorite) =>
            favorite.mutate({ item: { kind: 'dashboards', id: dashboard.id, slug: dashboard.slug }, isFavorite })
          }
        />
        <h1>{dashboard.name}</h1>
        <Marks isDraft={dashboard.is_draft} isArchived={dashboard.is_archived} />
        {dashboard.tags.map((tag) => (
          <Tag key={tag}>{tag}</Tag>
        ))}
      </div>
      {dashboard.widgets.length === 0 && (
        <EmptyState icon={<IconLayoutDashboard size={20} stroke={1.75} />} title="This dashboard has no widgets yet." />
      )}
    </div>
  )
}
