import { t } from '@lingui/core/macro'
import { InputBase } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { type KeyboardEvent, type ReactNode, type Ref, useEffect, useId, useRef } from 'react'
import { keyInLine } from '../language/direction.ts'
import { foundByTyping, type GalleryGroup } from './gallery-groups.ts'
import styles from './TypeGallery.module.css'
import type { TypeChoice } from './type-choices.ts'

interface TypeFieldProps {
  ref: Ref<HTMLButtonElement>
  current: TypeChoice | null
  isOpen: boolean
  galleryId: string
  onToggle(): void
}

/** Shows the type of a visualization, and opens the gallery below it. */
export const TypeField = ({ ref, current, isOpen, galleryId, onToggle }: TypeFieldProps) => (
  <InputBase
    ref={ref}
    component="button"
    type="button"
    role="combobox"
    aria-expanded={isOpen}
    aria-controls={isOpen ? galleryId : undefined}
    aria-haspopup="listbox"
    pointer
    data-autofocus={isOpen ? undefined : true}
    label={t`Visualization Type`}
    leftSection={current && <current.icon size={16} stroke={1.75} />}
    rightSection={<IconChevronDown size={14} stroke={1.75} className={isOpen ? styles.turned : undefined} />}
    rightSectionPointerEvents="none"
    classNames={{ input: styles.value }}
    onKeyDown={(event) => {
      const keys = isOpen ? ['Escape'] : ['ArrowDown', 'ArrowUp']
      if (!keys.includes(event.key)) return
      event.preventDefault()
      onToggle()
    }}
    onClick={onToggle}
  >
    {current?.name}
  </InputBase>
)

interface TypeCardsProps {
  id: string
  groups: readonly GalleryGroup[]
  /** The key of the current choice. */
  value: string
  pictureOf(choice: TypeChoice): ReactNode
  onChoose(choice: TypeChoice): void
  /** Closes the gallery without a choice. */
  onClose(): void
}

/** Milliseconds after which typed letters begin another name. */
const TYPING_PAUSE_MS = 700

/** All types of visualization, and all kinds of chart, as cards: arrow keys move the focus, and so do the letters of a name. */
export function TypeCards({ id, groups, value, pictureOf, onChoose, onClose }: TypeCardsProps) {
  const cards = useRef<HTMLDivElement>(null)
  const typed = useRef({ text: '', at: 0 })
  const labelId = useId()
  const choices = groups.flatMap(({ members }) => members)
  const focused = choices.some(({ key }) => key === value) ? value : choices[0]?.key
  const elements = () => [...(cards.current?.querySelectorAll<HTMLElement>('[role="option"]') ?? [])]
  useEffect(() => {
    const selected = cards.current?.querySelector<HTMLElement>('[tabindex="0"]')
    selected?.focus({ preventScroll: true })
    selected?.scrollIntoView({ block: 'nearest' })
  }, [])

  const find = (key: string, at: number) => {
    const now = Date.now()
    const text = now - typed.current.at < TYPING_PAUSE_MS ? typed.current.text + key : key
    typed.current = { text, at: now }
    const names = choices.map(({ name }) => name)
    return foundByTyping(names, text, at)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const { key } = event
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const all = elements()
    const at = all.findIndex((element) => element.contains(document.activeElement))
    const chosen = choices[at]
    const isTyping = typed.current.text !== '' && Date.now() - typed.current.at < TYPING_PAUSE_MS
    if (key === 'Escape') onClose()
    else if (chosen && (key === 'Enter' || (key === ' ' && !isTyping))) onChoose(chosen)
    else {
      const next = key.length === 1 ? find(key, at) : neighbour(all, at, keyInLine(key))
      if (next === null) return
      all[next]?.focus()
    }
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <div
      ref={cards}
      id={id}
      role="listbox"
      tabIndex={-1}
      aria-label={t`Visualization Type`}
      className={styles.cards}
      onKeyDown={onKeyDown}
    >
      {groups.map(({ label, fits, members }, place) => (
        // biome-ignore lint/a11y/useSemanticElements: a group of options in a list box is no field set.
        <div
          key={label}
          role="group"
          aria-labelledby={`${labelId}${place}`}
          className={styles.group}
          data-fits={fits || undefined}
        >
          <div id={`${labelId}${place}`} className={styles.label}>
            {label}
          </div>
          {members.map((choice) => {
            const { key, name, icon: Icon } = choice
            const picture = pictureOf(choice)
            return (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the list box has the key handler.
              <div
                key={key}
                role="option"
                aria-selected={key === value}
                aria-describedby={`${labelId}${place}`}
                tabIndex={key === focused ? 0 : -1}
                data-autofocus={key === focused || undefined}
                className={styles.card}
                onClick={() => onChoose(choice)}
              >
                {picture}
                <span className={styles.name}>
                  <Icon size={picture ? 14 : 20} stroke={1.75} />
                  {name}
                </span>
              </div>
            )
          })}
        </div>
      ))}
    </div>
  )
}

/** The index of the card that a key leads to from the one at an index; null for other keys, and at the edges. */
function neighbour(cards: readonly HTMLElement[], at: number, key: string): number | null {
  const within = (index: number) => (index >= 0 && index < cards.length ? index : null)
  if (key === 'ArrowRight') return within(at + 1)
  if (key === 'ArrowLeft') return within(at - 1)
  if (key === 'Home') return within(0)
  if (key === 'End') return within(cards.length - 1)
  if (key !== 'ArrowDown' && key !== 'ArrowUp') return null
  const from = cards[at]
  if (!from) return within(0)
  const isDown = key === 'ArrowDown'
  const rows = cards.map((card) => card.offsetTop)
  const row = rows.filter((top) => (isDown ? top > from.offsetTop : top < from.offsetTop))
  if (row.length === 0) return at
  const top = isDown ? Math.min(...row) : Math.max(...row)
  const distance = (index: number) => Math.abs((cards[index]?.offsetLeft ?? 0) - from.offsetLeft)
  return cards
    .map((_, index) => index)
    .filter((index) => rows[index] === top)
    .reduce((a, b) => (distance(b) < distance(a) ? b : a))
}
