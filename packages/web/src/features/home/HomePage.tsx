import { Trans } from '@lingui/react/macro'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { usePageTitle } from '../../app/page-hooks.ts'
import { usePermission, useSession } from '../../app/session.ts'
import { useReady } from '../../ui/use-ready.ts'
import { Attention, useAttention } from './Attention.tsx'
import { countersQuery, homeQuery } from './api.ts'
import { Checklist, onboardingSteps } from './Checklist.tsx'
import { FavoriteDashboards, FavoriteQueries, useFavoriteDashboards, useFavoriteQueries } from './FavoriteCards.tsx'
import styles from './HomePage.module.css'
import { BeaconConsent, SampleNotice, SessionNotices } from './Notices.tsx'
import { RecentWork } from './RecentWork.tsx'
import { WhatChanged } from './WhatChanged.tsx'

/**
 * The start page: notices, what needs attention, the remaining first steps, favorites, what has changed, and recent work. It appears
 * as a whole, because sections that come one by one would push the ones below them down.
 */
export function HomePage() {
  const counters = useQuery(countersQuery)
  const home = useQuery(homeQuery)
  const canSeeQueries = usePermission('view_query')
  const canSeeDashboards = usePermission('list_dashboards')
  const dashboards = useFavoriteDashboards(canSeeDashboards)
  const queries = useFavoriteQueries(canSeeQueries)
  const attention = useAttention()
  const isAdmin = usePermission('admin')
  const { client_config } = useSession()
  usePageTitle('')
  const loads = [counters, home, ...dashboards.loads, ...queries.loads, ...attention.loads]
  if (!useReady(!loads.some(isComing))) return null

  const status = counters.data
  const steps = status === undefined ? [] : onboardingSteps(status.object_counters, status.sample_counters)
  const hasSteps = steps.some(({ isDone }) => !isDone)
  return (
    <div className={styles.page}>
      {!hasSteps && (
        <h1 className={styles.hidden}>
          <Trans>Home</Trans>
        </h1>
      )}
      <SessionNotices />
      {isAdmin && status?.object_counters.dashboards === 0 && <SampleNotice />}
      <Attention {...attention} />
      {hasSteps && <Checklist steps={steps} sampleDashboard={canSeeDashboards ? status?.sample_dashboard : undefined} />}
      <div className={styles.columns}>
        <div className={styles.column}>
          {canSeeDashboards && <FavoriteDashboards {...dashboards} />}
          <WhatChanged changes={home.data?.changes ?? []} />
        </div>
        <div className={styles.column}>{canSeeQueries && <FavoriteQueries {...queries} />}</div>
      </div>
      {(canSeeQueries || canSeeDashboards) && home.data !== undefined && <RecentWork work={home.data.work} />}
      {client_config.showBeaconConsentMessage && <BeaconConsent />}
    </div>
  )
}

/** Whether a call has not been answered yet. The page does not wait for the next attempt of one that has failed. */
const isComing = ({ isLoading, failureCount }: UseQueryResult): boolean => isLoading && failureCount === 0
