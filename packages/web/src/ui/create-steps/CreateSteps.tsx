import { Button, Stepper, TextInput, UnstyledButton } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
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
        <Stepper.Step label="Type Selection" />
        <Stepper.Step label="Configuration" />
        <Stepper.Step label="Done" />
      </Stepper>
      {children}
    </Dialog>
  )
}

export interface OfferedType {
  type: string
  name: string
  logo: string
  deprecated?: boolean | undefined
}

interface TypeStepProps<Type> {
  types: Type[]
  /** Why the types could not be loaded; null if they could. */
  error: string | null
  onSelect(type: Type): void
  onClose(): void
}

/** The first step: the type, selected by search or with the arrow keys. */
export function TypeStep<Type extends OfferedType>({ types, error, onSelect, onClose }: TypeStepProps<Type>) {
  const [search, setSearch] = useState('')
  const grid = useRef<HTMLDivElement>(null)
  const offered = types.filter(({ deprecated }) => deprecated !== true)
  const wanted = search.trim().toLowerCase()
  const found = offered.filter(({ name, type }) => name.toLowerCase().includes(wanted) || type.includes(wanted))

  const move = (event: KeyboardEvent) => {
    const cards = [...(grid.current?.querySelectorAll('button') ?? [])]
    const at = cards.findIndex((card) => card.matches(':focus'))
    const columns = grid.current === null ? 1 : getComputedStyle(grid.current).gridTemplateColumns.split(' ').length
    const steps: Record<string, number> = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: at < 0 ? 1 : columns, ArrowUp: -columns }
    const by = steps[event.key]
    // In the search field, left and right move the cursor.
    if (by === undefined || (at < 0 && event.key !== 'ArrowDown')) return
    event.preventDefault()
    if (at + by < 0) document.getElementById('type-search')?.focus()
    else cards[Math.min(at + by, cards.length - 1)]?.focus()
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the arrow keys of the cards and the field inside
    <div className={styles.step} onKeyDown={move}>
      <div className={styles.search}>
        <TextInput
          id="type-search"
          data-autofocus
          placeholder="Search..."
          aria-label="Search..."
          leftSection={<IconSearch size={14} stroke={1.75} />}
          rightSection={<span className={styles.count}>{found.length === 1 ? '1 type' : `${found.length} types`}</span>}
          rightSectionWidth={72}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
          onKeyDown={(event) => {
            const [first] = found
            if (event.key === 'Enter' && first !== undefined) onSelect(first)
          }}
        />
      </div>
      <div className={styles.scroll}>
        {error !== null && <FormError>{error}</FormError>}
        {types.length > 0 && found.length === 0 && <p className={styles.none}>No items match your search.</p>}
        <div ref={grid} className={styles.types}>
          {found.map((type) => (
            <UnstyledButton key={type.type} className={styles.type} onClick={() => onSelect(type)}>
              <TypeLogo svg={type.logo} />
              <span className={styles.typeName}>{type.name}</span>
            </UnstyledButton>
          ))}
        </div>
      </div>
      <div className={styles.footer}>
        <span className={styles.count}>Arrow keys move, Enter selects.</span>
        <span className={styles.spacer} />
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button disabled>Create</Button>
      </div>
    </div>
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
