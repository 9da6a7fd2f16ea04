import { Button, Loader } from '@mantine/core'
import { type Execution, isRunning } from '@sightline/domain/execution-state.ts'
import { useEffect, useState } from 'react'
import { ErrorPanel } from '../../../ui/ErrorPanel.tsx'
import styles from './ExecutionBanner.module.css'

/** A run that takes longer than this is worth a banner, milliseconds: shorter ones would only make the page flicker. */
const BANNER_AFTER_MS = 600

interface ExecutionBannerProps {
  execution: Execution
  onCancel(): void
}

/** What the present run is doing, or why it failed. */
export function ExecutionBanner({ execution, onCancel }: ExecutionBannerProps) {
  const elapsed = useElapsed(isRunning(execution) ? execution.startedAt : null)
  if (execution.status === 'failed') {
    return (
      <div className={styles.error}>
        <ErrorPanel lead="Error running query:" text={execution.error} />
      </div>
    )
  }
  if (!isRunning(execution)) return null
  return (
    <>
      <div className={styles.line} />
      {elapsed >= BANNER_AFTER_MS && (
        <div className={styles.banner} role="status">
          <Loader />
          <span className={styles.state}>{stateText(execution)}</span>
          <span className={styles.time} aria-hidden>
            {clockText(elapsed)}
          </span>
          {execution.status === 'processing' && execution.rows > 0 && (
            <span className={styles.rows} aria-hidden>
              {execution.rows.toLocaleString('en')} rows so far
            </span>
          )}
          {execution.status === 'waiting' && execution.ahead > 0 && (
            <span className={styles.rows}>{execution.ahead === 1 ? '1 run ahead' : `${execution.ahead} runs ahead`}</span>
          )}
          <span className={styles.spring} />
          {execution.status !== 'loading-result' && (
            <Button variant="default" size="sm" disabled={execution.isCancelling} onClick={onCancel}>
              Cancel
            </Button>
          )}
        </div>
      )}
    </>
  )
}

function stateText(execution: Execution): string {
  if (execution.status === 'waiting') return 'Query in queue'
  return execution.status === 'processing' ? 'Executing query' : 'Loading results'
}

/** A duration as minutes and seconds: `00:14`. */
export function clockText(milliseconds: number): string {
  const seconds = Math.floor(milliseconds / 1000)
  return `${String(Math.floor(seconds / 60)).padStart(2, '0')}:${String(seconds % 60).padStart(2, '0')}`
}

/** Milliseconds since a moment, often enough for a clock that shows seconds. */
function useElapsed(since: number | null): number {
  const [now, setNow] = useState(since ?? 0)
  useEffect(() => {
    if (since === null) return
    setNow(Date.now())
    const timer = setInterval(() => setNow(Date.now()), 200)
    return () => clearInterval(timer)
  }, [since])
  return since === null ? 0 : Math.max(0, now - since)
}
