import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { IconPlayerPlay, IconPlugConnectedX } from '@tabler/icons-react'
import { messageOf } from '../../../api/error.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { keyName } from '../../../ui/keyboard.tsx'
import { type LiveValue, useLive } from '../../../ui/live-value.ts'
import { Waiting } from '../../../visualizations/Placeholders.tsx'
import type { AnyVisualizationType } from '../../../visualizations/visualization.ts'
import styles from './ResultPane.module.css'
import type { QueryRun } from './use-query-run.ts'

interface NoResultProps {
  run: QueryRun
  /** The visualization type of the selected tab; null for an unknown one. */
  type: AnyVisualizationType | null
  text: LiveValue<string>
  mayEdit: boolean
  hasTables: boolean
}

/** Shown in place of the rows: that they are being loaded, why they could not be, or how to get some. */
export function NoResult({ run, type, text, mayEdit, hasTables }: NoResultProps) {
  const { execution, canExecute, isLoadingResult, loadingFailure: failure } = run
  const isEmpty = useLive(text, (written) => written.trim() === '')
  if (isLoadingResult) return <Waiting type={type} />
  // The banner above already shows the state of the run.
  if (execution.status !== 'idle') return null
  return (
    <div className={styles.empty} role={failure === null ? undefined : 'alert'}>
      {failure === null ? (
        <EmptyState
          icon={<IconPlayerPlay size={20} stroke={1.75} />}
          title={t`No result yet.`}
          help={
            isEmpty && mayEdit ? firstSteps(hasTables) : canExecute ? t`${keyName('Ctrl')} ↵ executes the query.` : undefined
          }
        />
      ) : (
        <EmptyState
          icon={<IconPlugConnectedX size={20} stroke={1.75} />}
          title={t`The stored result could not be loaded.`}
          help={messageOf(failure.error) ?? undefined}
          action={
            <Button variant="default" size="sm" onClick={failure.retry}>
              <Trans>Try again</Trans>
            </Button>
          }
        />
      )}
    </div>
  )
}

const firstSteps = (hasTables: boolean) =>
  hasTables
    ? t`Preview or insert a table from the list, write a query, and execute it with ${keyName('Ctrl')} ↵.`
    : t`Write a query, and execute it with ${keyName('Ctrl')} ↵.`
