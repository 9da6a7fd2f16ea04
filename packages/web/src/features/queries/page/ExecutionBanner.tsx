import { Button, Loader, Tooltip } from '@mantine/core'
import { type Execution, isRunning, type RunningExecution } from '@sightline/domain/execution-state.ts'
import { explanationText } from '@sightline/domain/explanation-text.ts'
import { clockText } from '@sightline/domain/format/units.ts'
import { useState } from 'react'
import { canRequestNotifications, requestNotifications } from '../../../app/desktop-notifications.ts'
import { ErrorPanel } from '../../../ui/Notice.tsx'
import { useElapsed } from '../../../ui/use-elapsed.ts'
import styles from './ExecutionBanner.module.css'

/** A run that takes longer than this is worth a banner, milliseconds: shorter ones would only make the page flicker. */
const BANNER_AFTER_MS = 600

/** A run that takes longer than this is one to do something else meanwhile, milliseconds. */
const NOTICE_AFTER_MS = 10_000

const ON_HOVER_AND_FOCUS = { hover: true, focus: true, touch: true }

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
          <Why execution={execution} now={execution.startedAt + elapsed} />
          {elapsed >= NOTICE_AFTER_MS && <NoticeButton />}
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

/** Offers, once, to tell of the end on the desktop. */
function NoticeButton() {
  const [isOffered, setIsOffered] = useState(canRequestNotifications)
  if (!isOffered) return null
  return (
    <Button
      variant="subtle"
      size="sm"
      onClick={() => {
        setIsOffered(false)
        void requestNotifications()
      }}
    >
      Notify me
    </Button>
  )
}

/** Why the run takes its time: one line, and what else is known on hover and focus. Its seconds are not read out as they pass. */
function Why({ execution, now }: { execution: RunningExecution; now: number }) {
  const { explanation } = execution
  const ahead = execution.status === 'waiting' ? execution.ahead : 0
  const { line, details } = explanation
    ? explanationText(explanation, now)
    : { line: ahead > 0 ? `${ahead} ahead of you` : '', details: [] }
  if (details.length === 0)
    return (
      <span className={styles.why} aria-live="off">
        {line}
      </span>
    )
  return (
    <Tooltip multiline maw={420} label={details.map((detail) => <div key={detail}>{detail}</div>)} events={ON_HOVER_AND_FOCUS}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the details are for the keyboard as well */}
      <span className={styles.why} aria-live="off" tabIndex={0}>
        {line}
      </span>
    </Tooltip>
  )
}

function stateText(execution: Execution): string {
  if (execution.status === 'waiting') return 'Query in queue'
  return execution.status === 'processing' ? 'Executing query' : 'Loading results'
}
