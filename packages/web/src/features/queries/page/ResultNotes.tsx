import { Trans } from '@lingui/react/macro'
import { IconAlertTriangle } from '@tabler/icons-react'
import styles from './ResultPane.module.css'

/** The warning about a truncated result, and the log messages of the database. */
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
          <summary>
            <Trans>Log Information:</Trans>
          </summary>
          <pre>{log.join('\n')}</pre>
        </details>
      )}
    </div>
  )
}
