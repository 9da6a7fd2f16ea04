import { Button } from '@mantine/core'
import { useState } from 'react'
import { Dialog } from '../../ui/Dialog.tsx'
import styles from './alerts.module.css'

interface ConfirmDialogProps {
  title: string
  text: string
  action?: string
  isDestructive?: boolean
  /** What is done; the dialog closes when it is over, however it ends. */
  onConfirm(): Promise<void>
  onClose(): void
}

/** Asks before something is done. While it is being done, nothing can be called back any more. */
export function ConfirmDialog({ title, text, action = 'OK', isDestructive = false, onConfirm, onClose }: ConfirmDialogProps) {
  const [isRunning, setIsRunning] = useState(false)
  const close = () => {
    if (!isRunning) onClose()
  }
  const confirm = async () => {
    setIsRunning(true)
    await onConfirm()
    onClose()
  }
  return (
    <Dialog opened onClose={close} title={title} size={400}>
      <p className={styles.dialogText}>{text}</p>
      <div className={styles.dialogActions}>
        <Button variant="default" disabled={isRunning} data-autofocus onClick={close}>
          Cancel
        </Button>
        <Button variant={isDestructive ? 'danger-filled' : 'filled'} loading={isRunning} onClick={() => void confirm()}>
          {action}
        </Button>
      </div>
    </Dialog>
  )
}
