import { Button } from '@mantine/core'
import { type ReactNode, useEffect, useRef } from 'react'
import { FormError } from '../FormError.tsx'
import { TypeLogo } from '../TypeLogo.tsx'
import styles from './create-steps.module.css'

interface ConfigureStepProps {
  type: { name: string; logo: string }
  /** Why it could not be made; null when nothing went wrong. */
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
  // The sentence stands above the fields, which may be out of sight.
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
          Previous
        </Button>
        <span className={styles.spacer} />
        <Button type="submit" loading={isPending}>
          Create
        </Button>
      </div>
    </form>
  )
}
