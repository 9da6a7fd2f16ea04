import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { ActionIcon, Button, Loader, Menu, Tooltip } from '@mantine/core'
import type { ResultWindow } from '@sightline/contract/results.ts'
import { clockText } from '@sightline/domain/format/units.ts'
import { IconDotsVertical, IconX } from '@tabler/icons-react'
import { type ReactNode, type RefObject, useState } from 'react'
import { ResultZone } from '../../../results/ResultZone.tsx'
import { CommentBadge } from '../../../ui/comments/CommentBadge.tsx'
import { DELAY_MS, Delayed } from '../../../ui/deferred.tsx'
import { useIdle } from '../../../ui/loading-tracker.ts'
import { ErrorPanel } from '../../../ui/Notice.tsx'
import { TimeAgo } from '../../../ui/TimeAgo.tsx'
import { useElapsed } from '../../../ui/use-elapsed.ts'
import { Waiting } from '../../../visualizations/Placeholders.tsx'
import { visualizationOf } from '../../../visualizations/registry.ts'
import type { WidgetComments } from '../comments/widget-comments.tsx'
import styles from './widget.module.css'

interface WidgetFrameProps {
  ref?: RefObject<HTMLDivElement | null>
  /** null for a frame without a head, such as that of a textbox. */
  head: ReactNode
  /** Buttons in the head, left of the menu. */
  actions?: ReactNode
  /** Entries of the menu; null for no menu. */
  menu: ReactNode
  isEditing: boolean
  /** null if the user may not. */
  onRemove: (() => void) | null
  /** null if the user cannot comment on it here. */
  comments?: WidgetComments | null
  children: ReactNode
}

/** The card of a widget: the head with its buttons and menu, and the content. */
export function WidgetFrame(props: WidgetFrameProps) {
  const { ref, head, actions, menu, isEditing, onRemove, comments = null, children } = props
  // Step 4 of `page/load-order.tsx`: nobody opens a menu before the charts are visible.
  const isIdle = useIdle()
  return (
    <div
      ref={ref}
      className={styles.widget}
      data-editing={isEditing || undefined}
      data-headless={head === null || undefined}
      data-menu={menu !== null || undefined}
      data-commented={comments?.isShown || undefined}
      data-open-threads={comments?.open || undefined}
    >
      <div className={styles.head}>
        {head}
        {comments !== null && comments.open > 0 && <CommentBadge open={comments.open} onOpen={comments.onShow} />}
        <div className={styles.actions} data-unpictured>
          {isIdle && !isEditing && actions}
          {isIdle && menu !== null && (
            <Menu position="bottom-end" width={216}>
              <Tooltip label={t`More`}>
                <Menu.Target>
                  <ActionIcon size="sm" aria-label={t`Widget menu`}>
                    <IconDotsVertical size={16} stroke={1.75} />
                  </ActionIcon>
                </Menu.Target>
              </Tooltip>
              <Menu.Dropdown>{menu}</Menu.Dropdown>
            </Menu>
          )}
          {isIdle && isEditing && onRemove !== null && (
            <Tooltip label={t`Remove from the dashboard`}>
              <ActionIcon size="sm" aria-label={t`Remove widget`} onClick={onRemove}>
                <IconX size={16} stroke={1.75} />
              </ActionIcon>
            </Tooltip>
          )}
        </div>
      </div>
      <div className={styles.body}>{children}</div>
    </div>
  )
}

interface WidgetBodyProps {
  /** The type of the visualization, in whose outline the widget waits. */
  type: string
  /** The parameters and filters of the widget. */
  bar: ReactNode
  /** Error message of the run; null if it has not failed. */
  failure: string | null
  /** Whether the result is that of earlier values. */
  isStale?: boolean
  /** null if nothing can be cancelled. */
  onCancel: (() => void) | null
  /** The visualization; null while its result is loading. */
  children: ReactNode
}

/** The content of a widget with a visualization: its parameters and filters, and its result, error or loading state. */
export function WidgetBody({ type, bar, failure, isStale = false, onCancel, children }: WidgetBodyProps) {
  return (
    <div className={styles.parts}>
      {bar}
      <div className={styles.visualization} data-stale={isStale || undefined}>
        {failure !== null ? (
          <div className={styles.error}>
            <ErrorPanel lead={t`Error running query:`} text={failure} />
          </div>
        ) : (
          (children ?? (
            <>
              <Waiting type={visualizationOf(type)} />
              {onCancel !== null && (
                <Delayed>
                  <Cancel onCancel={onCancel} />
                </Delayed>
              )}
            </>
          ))
        )}
      </div>
    </div>
  )
}

/** The empty card of a widget that is not rendered yet. */
export const PendingCard = () => <div className={styles.widget} aria-busy="true" />

interface WidgetTitleProps {
  /** The name of the visualization, as text or as a link. */
  title: ReactNode
  /** The name of the query; empty if it adds nothing. */
  note: string
}

/** The names of a widget, in one line. */
export const WidgetTitle = ({ title, note }: WidgetTitleProps) => (
  <div className={styles.names}>
    {typeof title === 'string' ? (
      <span className={styles.title} title={title}>
        {title}
      </span>
    ) : (
      title
    )}
    {note !== '' && (
      <span className={styles.note} title={note}>
        {note}
      </span>
    )}
  </div>
)

/** The age of the result and its time zone or, while a newer one is loading, for how long. @param first undefined if there is no result */
export function ResultAge({ first, isFetching }: { first: ResultWindow | undefined; isFetching: boolean }) {
  if (isFetching) {
    return (
      <Delayed>
        <Timer />
      </Delayed>
    )
  }
  if (first === undefined) return null
  return (
    <span className={styles.age}>
      <span className={styles.fullAge}>
        <TimeAgo date={first.result.retrieved_at} />
        <ResultZone first={first} />
      </span>
      <span className={styles.shortAge} aria-hidden>
        <TimeAgo date={first.result.retrieved_at} isShort />
      </span>
    </span>
  )
}

/** Milliseconds since loading began, for a component inside of `Delayed`, which mounts after its delay. */
function useWaitedMs(): number {
  const [since] = useState(() => Date.now() - DELAY_MS)
  return useElapsed(since)
}

function Timer() {
  const elapsed = useWaitedMs()
  return (
    <span className={styles.timer} role="timer">
      <Loader size={12} aria-hidden />
      {clockText(elapsed)}
    </span>
  )
}

/** Milliseconds after which a run can be cancelled. */
const CANCEL_AFTER_MS = 3000

function Cancel({ onCancel }: { onCancel(): void }) {
  const elapsed = useWaitedMs()
  if (elapsed < CANCEL_AFTER_MS) return null
  return (
    <div className={styles.cancel}>
      <Button variant="default" size="xs" onClick={onCancel}>
        <Trans>Cancel</Trans>
      </Button>
    </div>
  )
}
