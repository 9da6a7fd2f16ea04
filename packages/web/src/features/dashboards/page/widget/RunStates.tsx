import { Button, Loader } from '@mantine/core'
import type { ResultWindow } from '@sightline/contract/results.ts'
import { clockText } from '@sightline/domain/format/units.ts'
import { useState } from 'react'
import { LATER_MS, Later } from '../../../../ui/Later.tsx'
import { TimeAgo } from '../../../../ui/TimeAgo.tsx'
import { useElapsed } from '../../../../ui/use-elapsed.ts'
import styles from './widget.module.css'

/** How old the result is; while a newer one is on its way, how long that has taken. */
export function Age({ result, isFetching }: { result: ResultWindow | undefined; isFetching: boolean }) {
  if (isFetching) {
    return (
      <Later>
        <Timer />
      </Later>
    )
  }
  if (result === undefined) return null
  return (
    <span className={styles.age}>
      <TimeAgo date={result.result.retrieved_at} />
    </span>
  )
}

/** Milliseconds since what is waited for was begun, by who shows it only to those who wait. */
function useWaited(): number {
  const [since] = useState(() => Date.now() - LATER_MS)
  return useElapsed(since)
}

function Timer() {
  const elapsed = useWaited()
  return (
    <span className={styles.timer} role="timer">
      <Loader size={12} aria-hidden />
      {clockText(elapsed)}
    </span>
  )
}

/** Milliseconds after which somebody may want to wait no longer. */
const CANCEL_AFTER_MS = 3000

/** In place of a first result. @param props `onCancel` null where there is nothing to cancel */
export function Waiting({ onCancel }: { onCancel: (() => void) | null }) {
  return (
    <div className={styles.center} role="status" aria-label="Loading...">
      <Later>
        <Loader size={20} />
        {onCancel !== null && <Cancel onCancel={onCancel} />}
      </Later>
    </div>
  )
}

function Cancel({ onCancel }: { onCancel(): void }) {
  const elapsed = useWaited()
  if (elapsed < CANCEL_AFTER_MS) return null
  return (
    <Button variant="subtle" size="xs" onClick={onCancel}>
      Cancel
    </Button>
  )
}
