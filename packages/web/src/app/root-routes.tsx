import { createRootRoute, createRoute, Outlet } from '@tanstack/react-router'
import { setApiKey } from '../api/credentials.ts'
import { NotFoundPage } from './PageError.tsx'
import { PublicShell } from './PublicShell.tsx'
import { queryClient } from './query-client.ts'
import { SessionGate } from './SessionGate.tsx'
import { sessionQuery } from './session.ts'
import { Shell } from './shell/Shell.tsx'

/** Above all pages; those right below it stand alone. */
export const rootRoute = createRootRoute({ component: Outlet, notFoundComponent: NotFoundPage })

/** What people see who need no session: a page alone, with the key that stands in its address. */
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

/** Everything that needs a session lives below this route: header, main part, and the page in it. */
export const appRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'app',
  // Asked for along with the page's own code, not after it.
  beforeLoad: () => void queryClient.prefetchQuery(sessionQuery),
  component: () => (
    <SessionGate>
      <Shell>
        <Outlet />
      </Shell>
    </SessionGate>
  ),
})
