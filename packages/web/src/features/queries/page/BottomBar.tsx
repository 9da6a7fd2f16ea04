import { Button, Menu, Tooltip } from '@mantine/core'
import type { ResultInfo } from '@sightline/contract/executions.ts'
import { bytesText, durationText } from '@sightline/domain/units.ts'
import { IconAdjustments, IconChevronDown, IconDownload } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { TimeAgo } from '../../../ui/TimeAgo.tsx'
import { downloadAddress, fileTypes } from '../../executions/api.ts'
import styles from './BottomBar.module.css'

interface BottomBarProps {
  /** null for a query that is not saved, whose results have an address of their own. */
  queryId: number | null
  /** null while there is no result. */
  result: ResultInfo | null
  /** null when the selected visualization is not to be edited. */
  onEdit: (() => void) | null
  /** What stands at the right end. */
  children?: ReactNode
}

/** What can be done with the result, and the facts about it. */
export function BottomBar({ queryId, result, onEdit, children }: BottomBarProps) {
  const scanned = result?.metadata.data_scanned
  return (
    <footer className={styles.bar}>
      {onEdit !== null && (
        <Button
          variant="default"
          size="xs"
          className={styles.edit}
          leftSection={<IconAdjustments size={14} stroke={1.75} />}
          onClick={onEdit}
        >
          Edit Visualization
        </Button>
      )}
      {result !== null && (
        <Menu position="top-start">
          <Menu.Target>
            <Button
              variant="default"
              size="xs"
              leftSection={<IconDownload size={14} stroke={1.75} />}
              rightSection={<IconChevronDown size={14} stroke={1.75} />}
            >
              Download
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {fileTypes.map(({ type, name }) => (
              <Menu.Item key={type} component="a" href={downloadAddress(queryId, result.id, type)} download>
                Download as {name} File
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
      <span className={styles.spring} />
      {result !== null && (
        <>
          <span className={styles.fact}>
            <b>{result.row_count.toLocaleString('en')}</b> {result.row_count === 1 ? 'row' : 'rows'}
          </span>
          <Tooltip label={<TimingTable result={result} />}>
            <span className={styles.fact} tabIndex={-1}>
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
        </>
      )}
      {children}
    </footer>
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
