import { useRouterState } from '@tanstack/react-router'
import { lazy, type ReactNode, useRef, useState } from 'react'
import { CreateDashboardContext } from '../create-dashboard.ts'
import { HelpProvider } from '../help/HelpProvider.tsx'
import { Header } from './Header.tsx'
import { LoadedDialog } from './LoadedDialog.tsx'
import styles from './Shell.module.css'
import { useGlobalShortcuts, usePaletteKey } from './shortcuts.ts'

const CreateDialog = lazy(async () => ({ default: (await import('../../features/dashboards/CreateDialog.tsx')).CreateDialog }))

const ShortcutsDialog = lazy(() => import('./ShortcutsDialog.tsx'))
const CommandPalette = lazy(() => import('./palette/CommandPalette.tsx'))

/** The frame of every page behind sign-in: header above, the page below it, scrolling on its own. */
export function Shell({ children }: { children: ReactNode }) {
  const main = useRef<HTMLElement>(null)
  const [shortcuts, setShortcuts] = useState<'never asked for' | 'open' | 'closed'>('never asked for')
  const showShortcuts = () => setShortcuts('open')
  const [isCreating, setIsCreating] = useState(false)
  const [createDashboard] = useState(() => () => setIsCreating(true))
  const [isPaletteOpen, setIsPaletteOpen] = useState(false)
  useGlobalShortcuts(showShortcuts, createDashboard)
  usePaletteKey(() => setIsPaletteOpen((now) => !now))
  // A dashboard on a wall needs no header.
  const isHeadless = useRouterState({
    select: ({ location }) => location.pathname.startsWith('/dashboard/') && 'fullscreen' in location.search,
  })
  return (
    <CreateDashboardContext value={createDashboard}>
      <HelpProvider>
        <div className={styles.shell}>
          <button type="button" className={styles.skip} onClick={() => main.current?.focus()}>
            Skip to content
          </button>
          {!isHeadless && <Header onShowShortcuts={showShortcuts} />}
          <main ref={main} id="content" tabIndex={-1} className={styles.main}>
            {children}
          </main>
          {shortcuts !== 'never asked for' && (
            <LoadedDialog onClose={() => setShortcuts('never asked for')}>
              <ShortcutsDialog isOpen={shortcuts === 'open'} onClose={() => setShortcuts('closed')} />
            </LoadedDialog>
          )}
          {isPaletteOpen && (
            <LoadedDialog onClose={() => setIsPaletteOpen(false)}>
              <CommandPalette onShowShortcuts={showShortcuts} onClose={() => setIsPaletteOpen(false)} />
            </LoadedDialog>
          )}
          {isCreating && (
            <LoadedDialog onClose={() => setIsCreating(false)}>
              <CreateDialog onClose={() => setIsCreating(false)} />
            </LoadedDialog>
          )}
        </div>
      </HelpProvider>
    </CreateDashboardContext>
  )
}
