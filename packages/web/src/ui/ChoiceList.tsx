import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
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

/** A list of items to choose one from. */
export function ChoiceList<Item extends Choice>({ label, choices, chosen, onChoose }: ChoiceListProps<Item>) {
  if (choices.length === 0)
    return (
      <p className={styles.nothing}>
        <Trans>Sorry, we couldn't find anything.</Trans>
      </p>
    )
  return (
    <ul className={styles.list} aria-label={label}>
      {choices.map((choice) => (
        <li key={choice.id}>
          <button type="button" className={styles.choice} aria-pressed={choice.id === chosen} onClick={() => onChoose(choice)}>
            <span className={styles.name}>{choice.name}</span>
            {choice.details}
          </button>
        </li>
      ))}
    </ul>
  )
}
