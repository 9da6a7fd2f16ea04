import { rateInUrl } from '@sightline/domain/schedule/intervals.ts'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { ApiError } from '../../../api/error.ts'
import { useClientConfig } from '../../../app/client-config.ts'
import { PageError } from '../../../app/PageError.tsx'
import { usePageTitle } from '../../../app/title.ts'
import { publicDashboardQuery } from './api.ts'
import { PublicBoard } from './PublicBoard.tsx'
import styles from './PublicDashboardPage.module.css'

const route = getRouteApi('/visitor/public/dashboards/$token')

/** A shared dashboard, for everybody who has its address. With `refresh` in the address it is loaded again and again. */
export function PublicDashboardPage() {
  const { token } = route.useParams()
  const rate = rateInUrl(route.useSearch().refresh, useClientConfig().minRefreshInterval)
  const refetchInterval = rate === null ? false : rate * 1000
  const { data, error, refetch } = useQuery({ ...publicDashboardQuery(token), refetchInterval })
  usePageTitle(data?.name ?? 'Dashboard')

  // A refusal takes away what was shown before; a connection that is gone for a while does not.
  const isRefused = error instanceof ApiError && error.status >= 400 && error.status < 500
  if (error !== null && (isRefused || data === undefined)) return <PageError error={error} onRetry={() => void refetch()} />
  if (data === undefined)
    return (
      <div className={styles.waiting} role="status">
        Loading...
      </div>
    )
  return <PublicBoard dashboard={data} rate={rate} />
}
