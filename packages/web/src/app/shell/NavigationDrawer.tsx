import { Burger } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import styles from './NavigationDrawer.module.css'

// Loaded on demand: wide screens do not need it.
const NavigationMenu = lazy(() => import('./NavigationMenu.tsx'))

/** The button that opens the navigation on narrow screens. */
export function NavigationDrawer() {
  const [menu, setMenu] = useState<'unmounted' | 'open' | 'closed'>('unmounted')
  return (
    <div className={styles.root}>
      <Burger
        opened={menu === 'open'}
        onClick={() => setMenu('open')}
        size={18}
        lineSize={1.75}
        aria-label="Open the menu"
        className={styles.burger}
      />
      {menu !== 'unmounted' && (
        <Suspense fallback={null}>
          <NavigationMenu isOpen={menu === 'open'} onClose={() => setMenu('closed')} />
        </Suspense>
      )}
    </div>
  )
}
