import { createRootRoute, createRoute, Outlet } from '@tanstack/react-router'
import { setApiKey } from '../api/credentials.ts'
import { NotFoundPage } from './PageError.tsx'
import { PublicShell } from './PublicShell.tsx'
import { queryClient } from './query-client.ts'
import { SessionGate } from './SessionGate.tsx'
import { sessionQuery } from './session.ts'
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
