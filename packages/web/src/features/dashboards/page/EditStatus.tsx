import { Button, Loader } from '@mantine/core'
import { IconAlertCircle, IconCircleCheck } from '@tabler/icons-react'
import { useState } from 'react'
import styles from './DashboardHead.module.css'
import type { SavingStatus } from './layout-saver.ts'

interface EditStatusProps {
  status: SavingStatus
  onRetry(): void
  /** Leaves the editing once all is saved. */
  onDone(): Promise<void>
}

/** How the saving of the layout goes, and the way out of editing. */
export function EditStatus({ status, onRetry, onDone }: EditStatusProps) {
  const [isLeaving, setIsLeaving] = useState(false)
  const leave = async () => {
    setIsLeaving(true)
    try {
      await onDone()
    } finally {
      setIsLeaving(false)
    }
  }
  return (
    <div className={styles.editing}>
      <span className={styles.status} role="status">
        {status === 'saved' && <IconCircleCheck size={14} stroke={1.75} color="var(--sl-ok)" aria-hidden />}
        {status === 'saving' && <Loader size={14} aria-hidden />}
        {status === 'failed' && <IconAlertCircle size={14} stroke={1.75} color="var(--sl-err)" aria-hidden />}
        {words[status]}
      </span>
      {status === 'failed' && (
        <Button variant="default" size="sm" onClick={onRetry}>
          Retry
        </Button>
      )}
      <Button size="sm" loading={isLeaving} onClick={() => void leave()}>
        Done Editing
      </Button>
    </div>
  )
}

const words: Record<SavingStatus, string> = { saved: 'Saved', saving: 'Saving', failed: 'Saving Failed' }
