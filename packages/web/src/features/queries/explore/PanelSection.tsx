import { ActionIcon } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { type ReactNode, useId } from 'react'
import styles from './ExplorePanel.module.css'

/** A titled part of the panel. */
export function PanelSection({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section className={styles.section} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  )
}

interface EntryProps {
  /** Says what the button removes. */
  removeLabel: string
  onRemove(): void
  /** The fields: the first one stands beside the button. */
  children: ReactNode
}

/** One group, measure or filter. */
export function Entry({ removeLabel, onRemove, children }: EntryProps) {
  return (
    <div className={styles.entry}>
      <div className={styles.fields}>{children}</div>
      <ActionIcon size={28} variant="subtle" aria-label={removeLabel} onClick={onRemove}>
        <IconX size={14} stroke={1.75} />
      </ActionIcon>
    </div>
  )
}
