import { Trans } from '@lingui/react/macro'
import { VisuallyHidden } from '@mantine/core'
import { useRouterState } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense, useRef, useState } from 'react'
import type { HelpTopic } from '../help/help-topics.ts'
import { LazyDialog } from '../LazyDialog.tsx'
import { CreateDashboardContext, HelpContext } from '../shell-actions.ts'
import { Header } from './Header.tsx'
import { useKeptFocus } from './kept-focus.ts'
import { usePageArrival } from './page-arrival.ts'
import styles from './Shell.module.css'
import { useGlobalShortcuts, usePaletteKey } from './shortcuts.ts'

const CreateDialog = lazy(async () => ({ default: (await import('../../features/dashboards/CreateDialog.tsx')).CreateDialog }))

const ShortcutsDialog = lazy(() => import('./ShortcutsDialog.tsx'))
const CommandPalette = lazy(() => import('./palette/CommandPalette.tsx'))

/** The frame of every page behind sign-in: the header, and below it the page, which scrolls on its own. */
export function Shell({ children }: { children: ReactNode }) {
  const main = useRef<HTMLElement>(null)
  const [shortcuts, setShortcuts] = useState<'unmounted' | 'open' | 'closed'>('unmounted')
  const showShortcuts = () => setShortcuts('open')
  const [isCreating, setIsCreating] = useState(false)
  const [createDashboard] = useState(() => () => setIsCreating(true))
  const [isPaletteOpen, setIsPaletteOpen] = useState(false)
  useGlobalShortcuts(showShortcuts, createDashboard)
  const arrivedAt = usePageArrival(main)
  useKeptFocus(main)
  usePaletteKey(() => setIsPaletteOpen((now) => !now))
  // A dashboard in full screen has no header.
  const isHeadless = useRouterState({
    select: ({ location }) => location.pathname.startsWith('/dashboard/') && 'fullscreen' in location.search,
  })
  return (
    <CreateDashboardContext value={createDashboard}>
      <HelpProvider>
        <div className={styles.shell}>
          <button type="button" className={styles.skip} onClick={() => main.current?.focus()}>
            <Trans>Skip to content</Trans>
          </button>
          {!isHeadless && <Header onShowShortcuts={showShortcuts} />}
          <main ref={main} id="content" tabIndex={-1} className={styles.main}>
            {children}
          </main>
          <VisuallyHidden aria-live="polite">{arrivedAt}</VisuallyHidden>
          {shortcuts !== 'unmounted' && (
            <LazyDialog onClose={() => setShortcuts('unmounted')}>
              <ShortcutsDialog isOpen={shortcuts === 'open'} onClose={() => setShortcuts('closed')} />
            </LazyDialog>
          )}
          {isPaletteOpen && (
            <LazyDialog onClose={() => setIsPaletteOpen(false)}>
              <CommandPalette onShowShortcuts={showShortcuts} onClose={() => setIsPaletteOpen(false)} />
            </LazyDialog>
          )}
          {isCreating && (
            <LazyDialog onClose={() => setIsCreating(false)}>
              <CreateDialog onClose={() => setIsCreating(false)} />
            </LazyDialog>
          )}
        </div>
      </HelpProvider>
    </CreateDashboardContext>
  )
}

const HelpDrawer = lazy(async () => ({ default: (await import('../../features/help/HelpDrawer.tsx')).HelpDrawer }))

/** Provides `useHelp`. The help drawer is loaded when it is opened for the first time. */
function HelpProvider({ children }: { children: ReactNode }) {
  // A new object for each request, so that the same topic can be opened again.
  const [request, setRequest] = useState<{ topic: HelpTopic } | null>(null)
  const [open] = useState(() => (topic: HelpTopic) => setRequest({ topic }))
  return (
    <HelpContext value={open}>
      {children}
      {request !== null && (
        <Suspense fallback={null}>
          <HelpDrawer request={request} />
        </Suspense>
      )}
    </HelpContext>
  )
}
