import { Loader } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { PageError } from '../../app/PageError.tsx'
import { usePageTitle } from '../../app/page-hooks.ts'
import { dashboardQuery } from './api.ts'
import styles from './DashboardPage.module.css'
import { DashboardView } from './page/DashboardView.tsx'

const route = getRouteApi('/app/dashboard/$slug')

/** One dashboard, by slug or id. */
export function DashboardPage() {
  const { slug } = route.useParams()
  const { data: dashboard, error, failureCount, refetch } = useQuery(dashboardQuery(slug))
  usePageTitle(dashboard?.name ?? 'Dashboard')

  if (dashboard !== undefined) return <DashboardView key={dashboard.id} dashboard={dashboard} address={slug} />
  if (error) return <PageError error={error} onRetry={() => void refetch()} />
  if (failureCount === 0) return null
  return (
    <div className={styles.waiting} role="status" aria-label="Loading...">
      <Loader size={24} />
    </div>
  )
}
