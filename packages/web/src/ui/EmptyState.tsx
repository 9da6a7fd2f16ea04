import type { ReactNode } from 'react'
import styles from './EmptyState.module.css'

interface EmptyStateProps {
  /** 20 px. */
  icon: ReactNode
  /** One sentence. */
  title: ReactNode
  /** At most one line. */
  help?: ReactNode
  /** At most one button. */
  action?: ReactNode
}

/** A placeholder for an empty list or a page with nothing to show. */
export function EmptyState({ icon, title, help, action }: EmptyStateProps) {
  return (
    <div className={styles.root}>
      <span className={styles.icon} aria-hidden>
        {icon}
      </span>
      <div className={styles.title}>{title}</div>
      {help !== undefined && <div className={styles.help}>{help}</div>}
      {action !== undefined && <div className={styles.action}>{action}</div>}
    </div>
  )
}
