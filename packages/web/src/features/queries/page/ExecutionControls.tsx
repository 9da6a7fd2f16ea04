import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Loader, Tooltip, VisuallyHidden } from '@mantine/core'
import { CANCELLED_ERROR } from '@sightline/contract/cancelled-error.ts'
import { type Execution, isRunning, type RunningExecution } from '@sightline/domain/execution-state.ts'
import { explanationText } from '@sightline/domain/explanation-text.ts'
import { clockText, countText } from '@sightline/domain/format/units.ts'
import { IconPlayerPlayFilled } from '@tabler/icons-react'
import { useLocation } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { canRequestNotifications, requestNotifications } from '../../../app/desktop-notifications.ts'
import type { CursorPosition } from '../../../editor/SqlEditor.tsx'
import { ariaShortcut, ButtonKey, keyName } from '../../../ui/keyboard.tsx'
import { type LiveValue, useLive } from '../../../ui/live-value.ts'
import { ErrorPanel } from '../../../ui/Notice.tsx'
import { useElapsed } from '../../../ui/use-elapsed.ts'
import styles from './ExecutionControls.module.css'
import { opensEditor } from './visualization-tabs.ts'

interface ExecuteButtonProps {
  isEnabled: boolean
  /** Why it is disabled; null if it is not, or if the reason is obvious. */
  disabledReason: string | null
  onExecute(): void
  /** The label; *Execute* by default. */
  children?: ReactNode
}

/** Runs the query, or the selected part of its text. */
export function ExecuteInEditorButton({ cursor, ...button }: ExecuteButtonProps & { cursor: LiveValue<CursorPosition> }) {
  const hasSelection = useLive(cursor, (position) => position.hasSelection)
  return (
    <ExecuteButton {...button}>
      {/* Both labels are rendered on top of each other, so that the button keeps the width of the wider one. */}
      <span className={styles.labels} data-selected={hasSelection || undefined}>
        {executeLabel}
        <span className={styles.label}>
          <IconPlayerPlayFilled size={14} />
          <Trans>Execute Selected</Trans>
        </span>
      </span>
    </ExecuteButton>
  )
}

const executeLabel = (
  <span className={styles.label}>
    <IconPlayerPlayFilled size={14} />
    <Trans>Execute</Trans>
    <ButtonKey>{keyName('Ctrl')} ↵</ButtonKey>
  </span>
)

/** Runs the query. */
export function ExecuteButton({ isEnabled, disabledReason, onExecute, children = executeLabel }: ExecuteButtonProps) {
  // A disabled button cannot be focused and shows no tooltip: one with a reason stays focusable.
  const hash = useLocation({ select: (location) => location.hash })
  const disabled =
    disabledReason === null
      ? { disabled: !isEnabled }
      : { 'data-disabled': true, 'aria-disabled': true, 'aria-description': disabledReason }
  return (
    <Tooltip label={disabledReason} disabled={disabledReason === null} openDelay={0}>
      <Button
        // Beside the settings of a visualization, their *Save* is the primary button.
        variant={opensEditor(hash) ? 'default' : 'filled'}
        size="sm"
        onClick={(event) => (disabledReason === null ? onExecute() : event.preventDefault())}
        aria-keyshortcuts={ariaShortcut('Enter')}
        {...disabled}
      >
        {children}
      </Button>
    </Tooltip>
  )
}

/** Delay before the banner is shown, milliseconds: shorter runs would only make the page flicker. */
const BANNER_AFTER_MS = 600

/** Delay before a desktop notification is offered, milliseconds. */
const NOTICE_AFTER_MS = 10_000

const ON_HOVER_AND_FOCUS = { hover: true, focus: true, touch: true }

interface ExecutionBannerProps {
  execution: Execution
  onCancel(): void
}

/**
 * Announces the end of a run, which is otherwise only seen. A result that the page opens with is not announced.
 * @param rows number of rows of the result; null while there is none
 */
export function RunAnnouncement({ execution, rows }: { execution: Execution; rows: number | null }) {
  const [hasRun, setHasRun] = useState(false)
  if (!hasRun && isRunning(execution)) setHasRun(true)
  return <VisuallyHidden aria-live="polite">{hasRun ? endText(execution, rows) : ''}</VisuallyHidden>
}

/** The text that is announced at the end of a run; empty while it runs. An error is announced where it is shown. */
export function endText(execution: Execution, rows: number | null): string {
  if (execution.status === 'done' && rows !== null)
    return plural(rows, { one: 'Query finished: # row', other: 'Query finished: # rows' })
  return execution.status === 'failed' && execution.error === CANCELLED_ERROR ? t`Query cancelled` : ''
}

/** The state of the current run with its time and *Cancel*, or why it failed. */
export function ExecutionBanner({ execution, onCancel }: ExecutionBannerProps) {
  const elapsed = useElapsed(isRunning(execution) ? execution.startedAt : null)
  const [lasted, setLasted] = useState(0)
  if (isRunning(execution) && lasted !== elapsed) setLasted(elapsed)
  if (execution.status === 'failed') {
    // The user wanted this, so it is no error.
    if (execution.error === CANCELLED_ERROR) {
      return (
        <div className={styles.banner} role="status">
          <span className={styles.why}>
            <Trans>Cancelled after {clockText(lasted)}</Trans>
          </span>
        </div>
      )
    }
    return (
      <div className={styles.error}>
        <ErrorPanel lead={t`Error running query:`} text={execution.error} />
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
              <Trans>{countText(execution.rows, 'row')} so far</Trans>
            </span>
          )}
          <Explanation execution={execution} />
          {elapsed >= NOTICE_AFTER_MS && <NoticeButton />}
          {execution.status !== 'loading-result' && (
            <Button
              variant="default"
              size="sm"
              // A disabled button would lose the focus.
              data-disabled={execution.isCancelling || undefined}
              aria-disabled={execution.isCancelling}
              onClick={() => {
                if (!execution.isCancelling) onCancel()
              }}
            >
              <Trans>Cancel</Trans>
            </Button>
          )}
        </div>
      )}
    </>
  )
}

/** Offers, once, to send a desktop notification when the run ends. */
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
      <Trans>Notify me</Trans>
    </Button>
  )
}

/** Why the run takes so long: one line, with details on hover and focus. Screen readers do not announce its changes. */
function Explanation({ execution }: { execution: RunningExecution }) {
  const { explanation } = execution
  const ahead = execution.status === 'waiting' ? execution.ahead : 0
  const { line, details } = explanation
    ? explanationText(explanation)
    : { line: ahead > 0 ? t`${ahead} ahead of you` : '', details: [] }
  if (details.length === 0)
    return (
      <span className={styles.why} aria-live="off">
        {line}
      </span>
    )
  return (
    <Tooltip multiline maw={420} label={details.map((detail) => <div key={detail}>{detail}</div>)} events={ON_HOVER_AND_FOCUS}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users need the details, too */}
      <span className={styles.why} role="note" aria-live="off" tabIndex={0}>
        {line}
      </span>
    </Tooltip>
  )
}

function stateText(execution: Execution): string {
  if (execution.status === 'waiting') return t`Query in queue`
  return execution.status === 'processing' ? t`Executing query` : t`Loading results`
}
