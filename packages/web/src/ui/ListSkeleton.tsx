import { Trans } from '@lingui/react/macro'
import styles from './ListSkeleton.module.css'

/** The skeleton of a list that is loading. Its style sheet shows it after 150 ms, so that quick loads do not flicker. */
export function ListSkeleton({ rows }: { rows: number }) {
  return (
    <div className={styles.card} role="status">
      <span className={styles.hidden}>
        <Trans>Loading...</Trans>
      </span>
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows without identity
        <div key={row} className={styles.row} aria-hidden>
          <i style={{ width: 16 }} />
          <i style={{ width: `${22 + ((row * 37) % 18)}%` }} />
          <i style={{ width: '10%', marginInlineStart: 'auto' }} />
          <i style={{ width: '9%' }} />
          <i style={{ width: '9%' }} />
        </div>
      ))}
    </div>
  )
}
