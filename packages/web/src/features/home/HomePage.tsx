import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { usePageTitle } from '../../app/page-hooks.ts'
import { organizationName, usePermission, useSession } from '../../app/session.ts'
import { countersQuery } from './api.ts'
import { Checklist, onboardingSteps } from './Checklist.tsx'
import { FavoriteDashboards, FavoriteQueries } from './FavoriteCards.tsx'
import styles from './HomePage.module.css'
import { BeaconConsent, SampleNotice, SessionNotices } from './Notices.tsx'

const Attention = lazy(async () => ({ default: (await import('./Attention.tsx')).Attention }))

const WhatChanged = lazy(async () => ({ default: (await import('./WhatChanged.tsx')).WhatChanged }))
const RecentWork = lazy(async () => ({ default: (await import('./RecentWork.tsx')).RecentWork }))

/** The start page: notices, the remaining first steps, favorites, what needs attention and has changed, and recent work. */
export function HomePage() {
  const { data: status } = useQuery(countersQuery)
  const canSeeQueries = usePermission('view_query')
  const canSeeDashboards = usePermission('list_dashboards')
  const isAdmin = usePermission('admin')
  const { client_config } = useSession()
  usePageTitle(organizationName(client_config))
  const steps = status === undefined ? [] : onboardingSteps(status.object_counters, status.sample_counters)
  return (
    <div className={styles.page}>
      <SessionNotices />
      {isAdmin && status?.object_counters.dashboards === 0 && <SampleNotice />}
      {steps.some(({ isDone }) => !isDone) ? (
        <Checklist steps={steps} sampleDashboard={canSeeDashboards ? status?.sample_dashboard : undefined} />
      ) : (
        <h1 className={styles.hidden}>
          <Trans>Home</Trans>
        </h1>
      )}
      <div className={styles.columns}>
        <div className={styles.column}>
          {canSeeDashboards && <FavoriteDashboards />}
          <Suspense fallback={null}>
            <Attention />
            <WhatChanged />
          </Suspense>
        </div>
        <div className={styles.column}>{canSeeQueries && <FavoriteQueries />}</div>
      </div>
      <Suspense fallback={null}>{(canSeeQueries || canSeeDashboards) && <RecentWork />}</Suspense>
      {client_config.showBeaconConsentMessage && <BeaconConsent />}
    </div>
  )
}
