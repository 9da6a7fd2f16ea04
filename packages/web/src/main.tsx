import './app/theme/tokens.css'
import './app/theme/global.css'
import './app/theme/forced-colors.css'
import '@fontsource-variable/inter/opsz.css'
import '@fontsource-variable/jetbrains-mono/wght.css'
import '@mantine/core/styles.layer.css'
import '@mantine/notifications/styles.layer.css'
import { DirectionProvider, MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { lazy, StrictMode, Suspense, useEffect, useState } from 'react'
import { OfflineNotice, warnAboutFailedChunks } from './app/connection-notices.ts'
import { createRoot } from './app/create-root.ts'
import { DialogHost } from './app/dialog-host.tsx'
import { retryFailedStylesWhenOnline } from './app/lazy-page.ts'
import { queryClient } from './app/query-client.ts'
import { colorSchemeManager, cssVariablesResolver, defaultColorScheme, theme } from './app/theme/theme.ts'
import { pageDirection } from './language/direction.ts'
import { router } from './router.tsx'
import { whenIdle } from './ui/loading-tracker.ts'
import { rememberFocus } from './ui/opener.ts'

// Without them the page still works.
const Toasts = lazy(() => import('./app/Toasts.tsx').catch(() => ({ default: () => null })))

/** Milliseconds after which the toasts are loaded even if the browser is busy. */
const TOASTS_LATEST_MS = 1200

/** Loads the toasts when the browser is idle for the first time, without waiting for slow data. */
function IdleToasts() {
  const [isIdle, setIsIdle] = useState(false)
  useEffect(() => whenIdle(() => setIsIdle(true), TOASTS_LATEST_MS), [])
  return (
    isIdle && (
      <Suspense fallback={null}>
        <Toasts />
      </Suspense>
    )
  )
}

const root = document.getElementById('root')
if (root === null) throw new Error('The page has no element "root".')

warnAboutFailedChunks()
retryFailedStylesWhenOnline()
rememberFocus()
createRoot(root).render(
  <StrictMode>
    <DirectionProvider initialDirection={pageDirection} detectDirection={false}>
      <MantineProvider
        theme={theme}
        cssVariablesResolver={cssVariablesResolver}
        colorSchemeManager={colorSchemeManager}
        defaultColorScheme={defaultColorScheme()}
      >
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router} />
          <DialogHost />
          <IdleToasts />
          <OfflineNotice />
        </QueryClientProvider>
      </MantineProvider>
    </DirectionProvider>
  </StrictMode>,
)
