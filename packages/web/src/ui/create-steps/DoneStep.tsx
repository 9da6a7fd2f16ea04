import { Button } from '@mantine/core'
import { IconCircleCheckFilled } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import styles from './create-steps.module.css'

interface DoneStepProps {
  title: string
  /** What can be done with it now. */
  text: string
  actions: ReactNode
  onClose(): void
}

/** The last step: it is there. */
export function DoneStep({ title, text, actions, onClose }: DoneStepProps) {
  return (
    <div className={styles.step}>
      <div className={styles.done}>
        <IconCircleCheckFilled size={40} color="var(--sl-ok-dot)" />
        <h2>{title}</h2>
        <p>{text}</p>
        <div className={styles.actions}>{actions}</div>
      </div>
      <div className={styles.footer}>
        <span className={styles.spacer} />
        <Button variant="default" onClick={onClose}>
          Close
        </Button>
      </div>
    </div>
  )
}
