import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { createRootRoute, createRoute, Outlet } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { setApiKey } from '../api/call.ts'
import { CalendarContext } from '../ui/time-zone.tsx'
import { NotFoundPage, PageError } from './PageError.tsx'
import { queryClient } from './query-client.ts'
import styles from './root-routes.module.css'
import { SessionGate } from './SessionGate.tsx'
import { ClientConfigContext, configQuery, sessionQuery } from './session.ts'
import { Shell } from './shell/Shell.tsx'

/** The root route. Its direct children are pages without a shell. */
export const rootRoute = createRootRoute({ component: Outlet, notFoundComponent: NotFoundPage })

/** Parent of public pages, which use the API key of their URL instead of a session. */
export const publicRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'visitor',
  component: () => (
    <PublicShell>
      <Outlet />
    </PublicShell>
  ),
  onLeave: () => setApiKey(null),
})

/** Parent of all pages that need a session: header, main part, and the page in it. */
export const appRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'app',
  // Loaded in parallel with the code of the page.
  beforeLoad: () => void queryClient.prefetchQuery(sessionQuery),
  component: () => (
    <SessionGate>
      <Shell>
        <Outlet />
      </Shell>
    </SessionGate>
  ),
})

/** The shell of public pages, without header: the page itself, once the settings are loaded. */
function PublicShell({ children }: { children: ReactNode }) {
  const { data, error, refetch } = useQuery(configQuery)
  return (
    <main id="content" tabIndex={-1} className={styles.main}>
      {data !== undefined ? (
        <ClientConfigContext value={data}>
          <CalendarContext value={data}>{children}</CalendarContext>
        </ClientConfigContext>
      ) : error !== null ? (
        <PageError error={error} onRetry={() => void refetch()} />
      ) : (
        <div className={styles.waiting} role="status">
          <Trans>Loading...</Trans>
        </div>
      )}
    </main>
  )
}
