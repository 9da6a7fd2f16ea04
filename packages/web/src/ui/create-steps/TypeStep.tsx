import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, TextInput, UnstyledButton } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { keyInLine } from '../../language/direction.ts'
import { FormError } from '../Notice.tsx'
import { TypeLogo } from '../type-cards/TypeCards.tsx'
import styles from './create-steps.module.css'
import { foundTypes, groupedTypes, type OfferedType, type TypeGroup } from './offered-types.ts'

interface TypeStepProps<Type> {
  types: Type[]
  /** The categories of the types in order, with the titles of their groups; none for a plain list. */
  categories: readonly (readonly [category: string, title: string])[]
  /** Why the types could not be loaded; null if they could. */
  error: string | null
  onSelect(type: Type): void
  onClose(): void
}

/** The first step: the type, selected by search or with the arrow keys. */
export function TypeStep<Type extends OfferedType>({ types, categories, error, onSelect, onClose }: TypeStepProps<Type>) {
  const [search, setSearch] = useState('')
  const list = useRef<HTMLDivElement>(null)
  const offered = types.filter(({ deprecated }) => deprecated !== true)
  const found = foundTypes(offered, search)
  const groups = groupedTypes(found, search.trim() === '' ? categories : [])

  const move = (event: KeyboardEvent) => {
    const cards = [...(list.current?.querySelectorAll('button') ?? [])]
    const at = cards.findIndex((card) => card.matches(':focus'))
    // In the search field, left and right move the cursor.
    if (!event.key.startsWith('Arrow') || (at < 0 && event.key !== 'ArrowDown')) return
    event.preventDefault()
    const next = at < 0 ? cards[0] : nextCard(cards, at, keyInLine(event.key))
    if (next === null) document.getElementById('type-search')?.focus()
    else next?.focus()
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the arrow keys of the cards and the field inside
    <div className={styles.step} onKeyDown={move}>
      <div className={styles.search}>
        <TextInput
          id="type-search"
          data-autofocus
          placeholder={t`Search...`}
          aria-label={t`Search...`}
          leftSection={<IconSearch size={14} stroke={1.75} />}
          rightSection={<span className={styles.count}>{found.length === 1 ? t`1 type` : t`${found.length} types`}</span>}
          rightSectionWidth={72}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
          onKeyDown={(event) => {
            const [first] = found
            if (event.key === 'Enter' && first !== undefined) onSelect(first)
          }}
        />
      </div>
      <div ref={list} className={styles.scroll}>
        {error !== null && <FormError>{error}</FormError>}
        {types.length > 0 && found.length === 0 && (
          <p className={styles.none}>
            <Trans>No items match your search.</Trans>
          </p>
        )}
        {groups.map((group) => (
          <Group key={group.title} group={group} onSelect={onSelect} />
        ))}
      </div>
      <div className={styles.footer}>
        <span className={styles.count}>
          <Trans>Arrow keys move, Enter selects.</Trans>
        </span>
        <span className={styles.spacer} />
        <Button variant="default" onClick={onClose}>
          <Trans>Cancel</Trans>
        </Button>
        <Button disabled>
          <Trans>Create</Trans>
        </Button>
      </div>
    </div>
  )
}

interface GroupProps<Type> {
  group: TypeGroup<Type>
  onSelect(type: Type): void
}

function Group<Type extends OfferedType>({ group: { title, types }, onSelect }: GroupProps<Type>) {
  const id = useId()
  const cards = types.map((type) => (
    <UnstyledButton key={type.type} className={styles.type} onClick={() => onSelect(type)}>
      <TypeLogo svg={type.logo} />
      <span className={styles.typeName}>{type.name}</span>
    </UnstyledButton>
  ))
  if (title === null) return <div className={styles.types}>{cards}</div>
  return (
    <section aria-labelledby={id} className={styles.group}>
      <h3 id={id} className={styles.groupTitle}>
        {title}
      </h3>
      <div className={styles.types}>{cards}</div>
    </section>
  )
}

/**
 * The card that an arrow key leads to from another one: the neighbor in reading order, or the nearest one in the next row.
 * @returns null above the first row
 */
function nextCard(cards: HTMLElement[], at: number, key: string): HTMLElement | null | undefined {
  if (key === 'ArrowRight') return cards[Math.min(at + 1, cards.length - 1)]
  if (key === 'ArrowLeft') return at === 0 ? null : cards[at - 1]
  const from = cards[at]
  if (from === undefined) return undefined
  const isBeyond = (card: HTMLElement) =>
    key === 'ArrowDown' ? card.offsetTop > from.offsetTop : card.offsetTop < from.offsetTop
  const beyond = key === 'ArrowDown' ? cards.filter(isBeyond) : cards.filter(isBeyond).toReversed()
  const [first] = beyond
  if (first === undefined) return key === 'ArrowDown' ? cards.at(-1) : null
  const row = beyond.filter(({ offsetTop }) => offsetTop === first.offsetTop)
  const distance = ({ offsetLeft }: HTMLElement) => Math.abs(offsetLeft - from.offsetLeft)
  return row.toSorted((one, other) => distance(one) - distance(other))[0]
}
