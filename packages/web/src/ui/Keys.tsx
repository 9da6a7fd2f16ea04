import type { ReactNode } from 'react'
import styles from './Keys.module.css'

/** Keys to press, together or one after the other. */
export function Keys({ keys }: { keys: string[] }) {
  return (
    <span className={styles.keys}>
      {keys.map((key) => (
        <kbd key={key} className={styles.key}>
          {key}
        </kbd>
      ))}
    </span>
  )
}

/** The keys that press the button in which this stands; left out where there is little room. */
export function ButtonKey({ children }: { children: ReactNode }) {
  return <kbd className={styles.inButton}>{children}</kbd>
}
