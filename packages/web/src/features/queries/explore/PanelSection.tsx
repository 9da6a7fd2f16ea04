import { ActionIcon } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import styles from './ExplorePanel.module.css'

interface PanelSectionProps {
  title: string
  /** Number of groups, measures or filters in it. */
  entries?: number
  children: ReactNode
}

/** A titled part of the panel. An entry that the keyboard adds gets the focus. */
export function PanelSection({ title, entries = 0, children }: PanelSectionProps) {
  const id = useId()
  const section = useRef<HTMLElement>(null)
  const before = useRef(entries)
  const isByKey = useRef(false)
  useEffect(() => {
    const isAdded = entries > before.current
    before.current = entries
    if (!isAdded || !isByKey.current) return
    isByKey.current = false
    const added = [...(section.current?.querySelectorAll('[data-entry]') ?? [])].at(-1)
    added?.querySelector('input')?.focus()
  }, [entries])
  return (
    <section
      ref={section}
      className={styles.section}
      aria-labelledby={id}
      onKeyDown={() => {
        isByKey.current = true
      }}
      onPointerDown={() => {
        isByKey.current = false
      }}
    >
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  )
}

interface EntryProps {
  /** Says what the button removes. */
  removeLabel: string
  /** null for what cannot be removed. */
  onRemove: (() => void) | null
  /** The fields: the first one stands beside the button. */
  children: ReactNode
}

/** One group, measure or filter. */
export function Entry({ removeLabel, onRemove, children }: EntryProps) {
  return (
    <div className={styles.entry} data-entry>
      <div className={styles.fields}>{children}</div>
      {onRemove !== null && (
        <ActionIcon size={28} variant="subtle" aria-label={removeLabel} onClick={onRemove}>
          <IconX size={14} stroke={1.75} />
        </ActionIcon>
      )}
    </div>
  )
}
