import { Button, Loader } from '@mantine/core'
import type { ResultWindow } from '@sightline/contract/results.ts'
import { clockText } from '@sightline/domain/units.ts'
import { useEffect, useState } from 'react'
import { TimeAgo } from '../../../../ui/TimeAgo.tsx'
import { useElapsed } from '../../../../ui/use-elapsed.ts'
import styles from './widget.module.css'

/** How old the result is; while a newer one is on its way, how long that has taken. */
export function Age({ result, isFetching }: { result: ResultWindow | undefined; isFetching: boolean }) {
  const [since, setSince] = useState<number | null>(null)
  useEffect(() => setSince(isFetching ? Date.now() : null), [isFetching])
  const elapsed = useElapsed(since)
  if (isFetching) {
    return (
      <span className={`${styles.timer} ${styles.waiting}`} role="timer">
        <Loader size={12} aria-hidden />
        {clockText(elapsed)}
      </span>
    )
  }
  if (result === undefined) return null
  return (
    <span className={styles.age}>
      <TimeAgo date={result.result.retrieved_at} />
    </span>
  )
}

/** Milliseconds after which somebody may want to wait no longer. */
const CANCEL_AFTER_MS = 3000

/** In place of a first result. @param props `onCancel` null where there is nothing to cancel */
export function Waiting({ onCancel }: { onCancel: (() => void) | null }) {
  const [since] = useState(() => Date.now())
  const elapsed = useElapsed(since)
  return (
    <div className={`${styles.center} ${styles.waiting}`} role="status" aria-label="Loading...">
      <Loader size={20} />
      {onCancel !== null && elapsed >= CANCEL_AFTER_MS && (
        <Button variant="subtle" size="xs" onClick={onCancel}>
          Cancel
        </Button>
      )}
    </div>
  )
}
