import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Stepper } from '@mantine/core'
import { type ReactNode, useEffect, useRef } from 'react'
import { Dialog } from '../Dialog.tsx'
import { FormError } from '../Notice.tsx'
import { TypeLogo } from '../type-cards/TypeCards.tsx'
import styles from './create-steps.module.css'

interface CreateStepsProps {
  title: string
  step: 'type' | 'configuration'
  onClose(): void
  /** The step itself. */
  children: ReactNode
}

const steps = ['type', 'configuration'] as const

/** The dialog that creates a record in three steps: type, configuration, done. It closes at the last one. */
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
        <Stepper.Step label={t`Type Selection`} />
        <Stepper.Step label={t`Configuration`} />
        <Stepper.Step label={t`Done`} />
      </Stepper>
      {children}
    </Dialog>
  )
}

interface ConfigureStepProps {
  type: { name: string; logo: string }
  /** Why the record could not be created; null if nothing failed. */
  error: string | null
  isPending: boolean
  onBack(): void
  onSubmit(): void
  /** The fields. */
  children: ReactNode
}

/** The second step: the options of the chosen type. */
export function ConfigureStep({ type, error, isPending, onBack, onSubmit, children }: ConfigureStepProps) {
  const place = useRef<HTMLDivElement>(null)
  // The error is shown above the fields and may be out of view.
  useEffect(() => {
    if (error !== null) place.current?.scrollIntoView()
  }, [error])
  return (
    <form
      noValidate
      className={styles.step}
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit()
      }}
    >
      <div className={styles.scroll}>
        <div className={styles.fields}>
          <div className={styles.chosen}>
            <TypeLogo svg={type.logo} size={44} />
            <h2>{type.name}</h2>
          </div>
          {error !== null && (
            <div ref={place}>
              <FormError>{error}</FormError>
            </div>
          )}
          {children}
        </div>
      </div>
      <div className={styles.footer}>
        <Button variant="default" onClick={onBack} disabled={isPending}>
          <Trans>Previous</Trans>
        </Button>
        <span className={styles.spacer} />
        <Button type="submit" loading={isPending}>
          <Trans>Create</Trans>
        </Button>
      </div>
    </form>
  )
}
