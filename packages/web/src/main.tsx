import './app/theme/tokens.css'
import './app/theme/global.css'
import './app/theme/first-paint.css'
import './app/theme/first-texts.css'
import './app/theme/forced-colors.css'
import './app/theme/touch.css'
import '@fontsource-variable/inter/opsz.css'
import '@fontsource-variable/jetbrains-mono/wght.css'
import './app/theme/mantine-styles.ts'
import { DirectionProvider, MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode, startTransition } from 'react'
import { OfflineNotice, warnAboutFailedChunks } from './app/connection-notices.ts'
import { createRoot } from './app/create-root.ts'
import { DialogHost } from './app/dialog-host.tsx'
import { replaceFirstPaint } from './app/first-paint.ts'
import { retryFailedStylesWhenOnline } from './app/lazy-page.ts'
import { queryClient } from './app/query-client.ts'
import { Toasts } from './app/Toasts.tsx'
import { colorSchemeManager, cssVariablesResolver, defaultColorScheme, theme } from './app/theme/theme.ts'
import { pageDirection } from './language/direction.ts'
import { router } from './router.tsx'
import { showCutTexts } from './ui/cut-texts.ts'
import { rememberFocus } from './ui/opener.ts'

const root = document.getElementById('root')
if (root === null) throw new Error('The page has no element "root".')

warnAboutFailedChunks()
retryFailedStylesWhenOnline()
rememberFocus()
replaceFirstPaint(root)
showCutTexts()
// A transition is rendered in small steps, between which the browser can paint and answer.
startTransition(() =>
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
            <Toasts />
            <OfflineNotice />
          </QueryClientProvider>
        </MantineProvider>
      </DirectionProvider>
    </StrictMode>,
  ),
)
