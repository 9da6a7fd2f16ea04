import { Stepper } from '@mantine/core'
import type { ReactNode } from 'react'
import { Dialog } from '../Dialog.tsx'
import styles from './create-steps.module.css'

interface CreateStepsProps {
  title: string
  step: 'type' | 'configuration'
  onClose(): void
  /** The step itself. */
  children: ReactNode
}

const steps = ['type', 'configuration'] as const

/** The dialog that makes a record of a type in three steps: its type, its options, done. With the last one it closes. */
export function CreateSteps({ title, step, onClose, children }: CreateStepsProps) {
  return (
    <Dialog opened onClose={onClose} title={title} size={860} yOffset={64} classNames={{ body: styles.body }}>
      <Stepper
        active={steps.indexOf(step)}
        size="xs"
        iconSize={20}
        className={styles.steps}
        classNames={{ stepIcon: styles.stepIcon, stepLabel: styles.stepLabel, separator: styles.separator }}
      >
        <Stepper.Step label="Type Selection" />
        <Stepper.Step label="Configuration" />
        <Stepper.Step label="Done" />
      </Stepper>
      {children}
    </Dialog>
  )
}
