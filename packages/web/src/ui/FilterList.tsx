import type { ReactNode } from 'react'
import styles from './ItemsPage.module.css'
import { SideCaption } from './SidebarPage.tsx'

interface FilterListProps<Value extends string> {
  caption: string
  options: readonly { value: Value; label: string; icon: ReactNode }[]
  /** null for no filter. */
  chosen: string | null
  onChange(chosen: Value | null): void
}

/** The states that a list can be filtered by, in its sidebar. A click on the chosen one clears the filter. */
export function FilterList<Value extends string>({ caption, options, chosen, onChange }: FilterListProps<Value>) {
  return (
    <>
      <SideCaption>{caption}</SideCaption>
      <fieldset className={styles.root} aria-label={caption}>
        {options.map(({ value, label, icon }) => (
          <button
            key={value}
            type="button"
            className={styles.tag}
            aria-pressed={value === chosen}
            onClick={() => onChange(value === chosen ? null : value)}
          >
            {icon}
            <span className={styles.name}>{label}</span>
          </button>
        ))}
      </fieldset>
    </>
  )
}
