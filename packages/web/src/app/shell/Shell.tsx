import { type ReactNode, useRef, useState } from 'react'
import { Header } from './Header.tsx'
import styles from './Shell.module.css'
import { ShortcutsDialog } from './ShortcutsDialog.tsx'
import { useGlobalShortcuts } from './shortcuts.ts'

/** The frame of every page behind sign-in: header above, the page below it, scrolling on its own. */
export function Shell({ children }: { children: ReactNode }) {
  const main = useRef<HTMLElement>(null)
  const [areShortcutsOpen, setAreShortcutsOpen] = useState(false)
  const showShortcuts = () => setAreShortcutsOpen(true)
  useGlobalShortcuts(showShortcuts)
  return (
    <div className={styles.shell}>
      <button type="button" className={styles.skip} onClick={() => main.current?.focus()}>
        Skip to content
      </button>
      <Header onShowShortcuts={showShortcuts} />
      <main ref={main} id="content" tabIndex={-1} className={styles.main}>
        {children}
      </main>
      <ShortcutsDialog isOpen={areShortcutsOpen} onClose={() => setAreShortcutsOpen(false)} />
    </div>
  )
}
