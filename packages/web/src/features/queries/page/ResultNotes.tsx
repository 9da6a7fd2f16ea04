import { IconAlertTriangle } from '@tabler/icons-react'
import styles from './ResultPane.module.css'

/** What the database said on the way, and which limit cut the result short. */
export function ResultNotes({ truncated, log }: { truncated: string | null; log: string[] }) {
  if (truncated === null && log.length === 0) return null
  return (
    <div className={styles.notes}>
      {truncated !== null && (
        <div className={styles.warning} role="status">
          <IconAlertTriangle size={16} stroke={1.75} aria-hidden />
          {truncated}
        </div>
      )}
      {log.length > 0 && (
        <details className={styles.log}>
          <summary>Log Information:</summary>
          <pre>{log.join('\n')}</pre>
        </details>
      )}
    </div>
  )
}
