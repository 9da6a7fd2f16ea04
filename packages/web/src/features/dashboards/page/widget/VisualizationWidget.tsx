import { ActionIcon, Button, Loader, Menu, Tooltip } from '@mantine/core'
import type { ResultWindow } from '@sightline/contract/executions.ts'
import type { ShownWidget, WidgetVisualization } from '@sightline/contract/widgets.ts'
import { clockText } from '@sightline/domain/units.ts'
import { IconArrowsDiagonal, IconCode, IconDownload, IconRefresh, IconTrash } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useMemo, useRef, useState } from 'react'
import { ErrorPanel } from '../../../../ui/ErrorPanel.tsx'
import { LinkMenuItem } from '../../../../ui/LinkButton.tsx'
import { TimeAgo } from '../../../../ui/TimeAgo.tsx'
import { useElapsed } from '../../../../ui/use-elapsed.ts'
import { useNearViewport } from '../../../../ui/use-near-viewport.ts'
import { visualizationOf } from '../../../../visualizations/registry.ts'
import { recordEvent } from '../../../events/api.ts'
import { downloadAddress, downloads } from '../../../executions/api.ts'
import { cancelRun, refreshRun, runOf, runResultQuery, type WidgetRun } from '../runs.ts'
import { headOf, widgetName } from '../widget-names.ts'
import { Drawing } from './Drawing.tsx'
import { ExpandDialog } from './ExpandDialog.tsx'
import { WidgetFrame } from './WidgetFrame.tsx'
import styles from './widget.module.css'

/** Id of the element in which pages scroll. */
const SCROLLER = 'content'

interface VisualizationWidgetProps {
  widget: ShownWidget
  visualization: WidgetVisualization
  isEditing: boolean
  mayViewQuery: boolean
  onRemove: (() => void) | null
}

/** A visualization with its own result, loaded once it comes near. */
export function VisualizationWidget({ widget, visualization, isEditing, mayViewQuery, onRemove }: VisualizationWidgetProps) {
  const frame = useRef<HTMLDivElement>(null)
  const cache = useQueryClient()
  const [isExpanded, setIsExpanded] = useState(false)
  const isNear = useNearViewport(frame, SCROLLER)
  const run = useMemo(
    (): WidgetRun => runOf({ visualization, options: widget.options }) ?? { queryId: visualization.query.id, definitions: [] },
    [visualization, widget.options],
  )
  const { data: result, error, isFetching } = useQuery({ ...runResultQuery(run), enabled: isNear })

  useEffect(() => {
    if (isNear) recordEvent('view', 'widget', widget.id)
  }, [isNear, widget.id])

  const { title, note } = headOf(visualization, visualizationOf(visualization.type)?.name ?? null)
  const to = {
    to: '/queries/$queryId',
    params: { queryId: String(visualization.query.id) },
    hash: String(visualization.id),
  } as const
  return (
    <WidgetFrame
      ref={frame}
      isEditing={isEditing}
      onRemove={onRemove}
      head={
        <>
          {mayViewQuery && !isEditing ? (
            <Link {...to} className={styles.title} title={title}>
              {title}
            </Link>
          ) : (
            <span className={styles.title} title={title}>
              {title}
            </span>
          )}
          {note !== '' && (
            <span className={styles.note} title={note}>
              {note}
            </span>
          )}
          <Age result={result} isFetching={isFetching} />
        </>
      }
      actions={
        <>
          <Tooltip label="Refresh">
            <ActionIcon size="sm" aria-label="Refresh widget" disabled={isFetching} onClick={() => void refreshRun(cache, run)}>
              <IconRefresh size={16} stroke={1.75} />
            </ActionIcon>
          </Tooltip>
          {result !== undefined && (
            <Tooltip label="Enlarge">
              <ActionIcon size="sm" aria-label="Enlarge widget" onClick={() => setIsExpanded(true)}>
                <IconArrowsDiagonal size={16} stroke={1.75} />
              </ActionIcon>
            </Tooltip>
          )}
        </>
      }
      menu={menuOf({ result, queryId: visualization.query.id, query: mayViewQuery ? to : null, onRemove })}
    >
      {error !== null && !isFetching ? (
        <div className={styles.error}>
          <ErrorPanel lead="Error running query:" text={error.message} />
        </div>
      ) : result !== undefined ? (
        <Drawing visualization={visualization} result={result} />
      ) : (
        <Waiting onCancel={() => void cancelRun(cache, run)} />
      )}
      {isExpanded && result !== undefined && (
        <ExpandDialog
          title={widgetName(visualization)}
          visualization={visualization}
          result={result}
          onClose={() => setIsExpanded(false)}
        />
      )}
    </WidgetFrame>
  )
}

/** How old the result is; while a newer one is on its way, how long that has taken. */
function Age({ result, isFetching }: { result: ResultWindow | undefined; isFetching: boolean }) {
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

function Waiting({ onCancel }: { onCancel(): void }) {
  const [since] = useState(() => Date.now())
  const elapsed = useElapsed(since)
  return (
    <div className={`${styles.center} ${styles.waiting}`} role="status" aria-label="Loading...">
      <Loader size={20} />
      {elapsed >= CANCEL_AFTER_MS && (
        <Button variant="subtle" size="xs" onClick={onCancel}>
          Cancel
        </Button>
      )}
    </div>
  )
}

interface MenuParts {
  result: ResultWindow | undefined
  queryId: number
  /** Where the query is; null for those who may not see it. */
  query: { to: '/queries/$queryId'; params: { queryId: string }; hash: string } | null
  onRemove: (() => void) | null
}

const icon = { size: 16, stroke: 1.75 }

/** What the menu of a widget holds; null where it would be empty. */
function menuOf({ result, queryId, query, onRemove }: MenuParts) {
  if (result === undefined && query === null && onRemove === null) return null
  return (
    <>
      {query !== null && (
        <LinkMenuItem {...query} leftSection={<IconCode {...icon} />}>
          View Query
        </LinkMenuItem>
      )}
      {result !== undefined &&
        downloads.map(({ name, ...download }) => (
          <Menu.Item
            key={name}
            component="a"
            href={downloadAddress(queryId, result.result.id, download)}
            download
            leftSection={<IconDownload {...icon} />}
          >
            Download as {name}
          </Menu.Item>
        ))}
      {onRemove !== null && (
        <>
          <Menu.Divider />
          <Menu.Item color="var(--sl-err)" leftSection={<IconTrash {...icon} />} onClick={onRemove}>
            Remove from Dashboard
          </Menu.Item>
        </>
      )}
    </>
  )
}
