import { ActionIcon, Button, Tooltip } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import type { ResultInfo } from '@sightline/contract/results.ts'
import { bytesText, durationText } from '@sightline/domain/format/units.ts'
import { IconAdjustments, IconLayoutDashboard } from '@tabler/icons-react'
import type { ComponentType, ReactNode } from 'react'
import { TimeAgo } from '../../../ui/TimeAgo.tsx'
import styles from './BottomBar.module.css'
import { DownloadMenu } from './DownloadMenu.tsx'

interface BottomBarProps {
  /** null for a query that is not saved, whose results have an address of their own. */
  queryId: number | null
  /** null while there is no result. */
  result: ResultInfo | null
  /** null when the selected visualization is not to be edited. */
  onEdit: (() => void) | null
  /** null when the selected visualization cannot be put on a dashboard. */
  onAddToDashboard: (() => void) | null
  /** null when the selected visualization cannot be embedded. */
  onEmbed: (() => void) | null
  /** What stands at the right end. */
  children?: ReactNode
}

/** What can be done with the result, and the facts about it. */
export function BottomBar({ queryId, result, onEdit, onAddToDashboard, onEmbed, children }: BottomBarProps) {
  const scanned = result?.metadata.data_scanned
  return (
    <footer className={styles.bar}>
      {onEdit !== null && <BarButton name="Edit Visualization" icon={IconAdjustments} onClick={onEdit} />}
      {onAddToDashboard !== null && <BarButton name="Add to Dashboard" icon={IconLayoutDashboard} onClick={onAddToDashboard} />}
      {result !== null && <DownloadMenu queryId={queryId} resultId={result.id} onEmbed={onEmbed} />}
      {result !== null && (
        <div className={styles.facts}>
          <span className={styles.fact}>
            <b>{result.row_count.toLocaleString('en')}</b> {result.row_count === 1 ? 'row' : 'rows'}
          </span>
          <Tooltip label={<TimingTable result={result} />}>
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: where the time went is for the keyboard as well */}
            <span className={styles.fact} tabIndex={0}>
              <b>{durationText(result.runtime)}</b> runtime
            </span>
          </Tooltip>
          {typeof scanned === 'number' && (
            <span className={styles.fact}>
              <b>{bytesText(scanned)}</b> scanned
            </span>
          )}
          <span className={styles.fact}>
            Updated{' '}
            <b>
              <TimeAgo date={result.retrieved_at} />
            </b>
          </span>
        </div>
      )}
      <div className={styles.end}>{children}</div>
    </footer>
  )
}

interface BarButtonProps {
  name: string
  icon: ComponentType<{ size: number; stroke: number }>
  onClick(): void
}

/** A button of the bar; on a phone it is its icon alone. */
function BarButton({ name, icon: Icon, onClick }: BarButtonProps) {
  const isIconAlone = useMediaQuery('(max-width: 560px)', false, { getInitialValueInEffect: false })
  if (isIconAlone)
    return (
      <Tooltip label={name}>
        <ActionIcon variant="default" aria-label={name} onClick={onClick}>
          <Icon size={16} stroke={1.75} />
        </ActionIcon>
      </Tooltip>
    )
  return (
    <Button variant="default" size="xs" leftSection={<Icon size={14} stroke={1.75} />} onClick={onClick}>
      {name}
    </Button>
  )
}

/** Where the time of the run went. */
function TimingTable({ result: { timing } }: { result: ResultInfo }) {
  const parts = [
    ['Waiting', timing.waiting],
    ['Database', timing.database],
    ['Sightline', timing.sightline],
  ] as const
  return (
    <div className={styles.timing}>
      {parts.map(([name, milliseconds]) => (
        <div key={name}>
          <span>{name}</span>
          <span>{milliseconds < 1000 ? `${Math.round(milliseconds)} ms` : durationText(milliseconds / 1000)}</span>
        </div>
      ))}
    </div>
  )
}
