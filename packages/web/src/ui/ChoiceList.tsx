import { Trans } from '@lingui/react/macro'
import { type KeyboardEvent, type ReactNode, useState } from 'react'
import styles from './ChoiceList.module.css'

interface Choice {
  id: number
  name: string
  /** Shown after the name. */
  details?: ReactNode
}

interface ChoiceListProps<Item extends Choice> {
  /** Name of the list for screen readers. */
  label: string
  choices: readonly Item[]
  /** Id of the chosen one; null for none. */
  chosen: number | null
  onChoose(item: Item): void
}

/** A list of items to choose one from: a single stop for Tab, in which the arrow keys, Home and End move. */
export function ChoiceList<Item extends Choice>({ label, choices, chosen, onChoose }: ChoiceListProps<Item>) {
  // The one that Tab focuses: the one that had the focus last.
  const [entry, setEntry] = useState<number | null>(null)
  if (choices.length === 0)
    return (
      <p className={styles.nothing}>
        <Trans>Sorry, we couldn't find anything.</Trans>
      </p>
    )
  const wanted = entry ?? chosen
  const stop = choices.some(({ id }) => id === wanted) ? wanted : choices[0]?.id
  const onKeyDown = (choice: Item, at: number) => (event: KeyboardEvent<HTMLElement>) => {
    const next = stepOf(event.key, at, choices.length)
    const isChosen = event.key === 'Enter' || event.key === ' '
    if (next === null && !isChosen) return
    event.preventDefault()
    if (isChosen) onChoose(choice)
    const option = next === null ? null : event.currentTarget.parentElement?.children[next]
    if (option instanceof HTMLElement) option.focus()
  }
  return (
    <div role="listbox" className={styles.list} aria-label={label}>
      {choices.map((choice, at) => (
        <div
          key={choice.id}
          role="option"
          className={styles.choice}
          aria-selected={choice.id === chosen}
          tabIndex={choice.id === stop ? 0 : -1}
          onFocus={() => setEntry(choice.id)}
          onClick={() => onChoose(choice)}
          onKeyDown={onKeyDown(choice, at)}
        >
          <span className={styles.name}>{choice.name}</span>
          {choice.details}
        </div>
      ))}
    </div>
  )
}

/** The index that a key leads to; null if it leads nowhere. */
function stepOf(key: string, at: number, count: number): number | null {
  switch (key) {
    case 'ArrowDown':
      return Math.min(at + 1, count - 1)
    case 'ArrowUp':
      return Math.max(at - 1, 0)
    case 'Home':
      return 0
    case 'End':
      return count - 1
    default:
      return null
  }
}
