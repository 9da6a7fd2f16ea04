import { Burger } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import styles from './NavigationDrawer.module.css'

// Wide screens have no use for it.
const NavigationMenu = lazy(() => import('./NavigationMenu.tsx'))

/** The button that opens the ways of the header on narrow screens. */
export function NavigationDrawer() {
  const [menu, setMenu] = useState<'never asked for' | 'open' | 'closed'>('never asked for')
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
      {menu !== 'never asked for' && (
        <Suspense fallback={null}>
          <NavigationMenu isOpen={menu === 'open'} onClose={() => setMenu('closed')} />
        </Suspense>
      )}
    </div>
  )
}
