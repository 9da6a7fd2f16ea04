import { Button } from '@mantine/core'
import { IconPlayerPlay, IconPlugConnectedX } from '@tabler/icons-react'
import { messageOf } from '../../../api/error.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { keyName } from '../../../ui/keyboard.tsx'
import type { AnyVisualizationType } from '../../../visualizations/visualization.ts'
import { Waiting } from '../../../visualizations/Waiting.tsx'
import styles from './ResultPane.module.css'
import type { Running } from './use-running.ts'

interface NoResultProps {
  running: Running
  /** What will be drawn; null for one that is not known. */
  type: AnyVisualizationType | null
}

/** What stands where the rows will be: that they are on their way, why they are not there, or how to get some. */
export function NoResult({ running, type }: NoResultProps) {
  const { execution, canExecute, isLoadingResult, loadingFailure: failure } = running
  if (isLoadingResult) return <Waiting type={type} />
  // The run itself says how it goes, above.
  if (execution.status !== 'idle') return null
  return (
    <div className={styles.empty} role={failure === null ? undefined : 'alert'}>
      {failure === null ? (
        <EmptyState
          icon={<IconPlayerPlay size={20} stroke={1.75} />}
          title="No result yet."
          help={canExecute ? `${keyName('Ctrl')} ↵ executes the query.` : undefined}
        />
      ) : (
        <EmptyState
          icon={<IconPlugConnectedX size={20} stroke={1.75} />}
          title="The stored result could not be loaded."
          help={messageOf(failure.error) ?? undefined}
          action={
            <Button variant="default" size="sm" onClick={failure.retry}>
              Try again
            </Button>
          }
        />
      )}
    </div>
  )
}
