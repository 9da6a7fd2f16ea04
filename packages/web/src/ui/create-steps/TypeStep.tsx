import { Button, TextInput, UnstyledButton } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { type KeyboardEvent, useRef, useState } from 'react'
import { FormError } from '../FormError.tsx'
import { TypeLogo } from '../TypeLogo.tsx'
import styles from './create-steps.module.css'

export interface OfferedType {
  type: string
  name: string
  logo: string
  deprecated?: boolean | undefined
}

interface TypeStepProps<Type> {
  types: Type[]
  /** Why there are none; null when all is well. */
  error: string | null
  onSelect(type: Type): void
  onClose(): void
}

/** The first step: a type, found by its name or with the arrow keys. */
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
    // In the search field the keys left and right belong to the text.
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
