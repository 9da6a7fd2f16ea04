import { useRouterState } from '@tanstack/react-router'
import { Component, lazy, type ReactNode, Suspense, useRef, useState } from 'react'
import type { HelpTopic } from '../help/help-topics.ts'
import { notify } from '../notify.ts'
import { CreateDashboardContext, HelpContext } from '../shell-actions.ts'
import { Header } from './Header.tsx'
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

const HelpDrawer = lazy(async () => ({ default: (await import('../../features/help/HelpDrawer.tsx')).HelpDrawer }))

/** Lets everything inside open the help, which is loaded when it is asked for the first time. */
export function HelpProvider({ children }: { children: ReactNode }) {
  // Each asking is a new one, also for the page that was shown last.
  const [asked, setAsked] = useState<{ topic: HelpTopic } | null>(null)
  const [open] = useState(() => (topic: HelpTopic) => setAsked({ topic }))
  return (
    <HelpContext value={open}>
      {children}
      {asked !== null && (
        <Suspense fallback={null}>
          <HelpDrawer asked={asked} />
        </Suspense>
      )}
    </HelpContext>
  )
}

interface LoadedDialogProps {
  children: ReactNode
  onClose(): void
}

/** A dialog whose code is loaded when it is wanted. One that cannot be had is told, and takes nothing of the page along. */
export class LoadedDialog extends Component<LoadedDialogProps, { hasFailed: boolean }> {
  override state = { hasFailed: false }
  static getDerivedStateFromError() {
    return { hasFailed: true }
  }
  override componentDidCatch() {
    notify.error('The dialog could not be opened.')
    this.props.onClose()
  }
  override render() {
    return this.state.hasFailed ? null : <Suspense fallback={null}>{this.props.children}</Suspense>
  }
}
