import { Badge } from '@mantine/core'
import type { AlertState } from '@sightline/contract/alerts.ts'
import styles from './alerts.module.css'

const tones: Record<AlertState, string | undefined> = { ok: 'ok', triggered: 'err', unknown: undefined }

/** The state of an alert as a coloured label. */
export function StateBadge({ state }: { state: AlertState }) {
  return (
    <Badge data-tone={tones[state]} className={styles.state}>
      <span className={styles.dot} aria-hidden />
      {state.toUpperCase()}
    </Badge>
  )
}
