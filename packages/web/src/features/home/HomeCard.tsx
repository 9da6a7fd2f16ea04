import { IconStarFilled } from '@tabler/icons-react'
import { type ReactNode, useId } from 'react'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import styles from './HomePage.module.css'

/** How many rows a card has, so that two cards side by side end together: favorites first, then recent items. */
export const CARD_ROWS = 8

interface HomeCardProps {
  icon: ReactNode
  title: string
  /** Link to the whole list. */
  all: ReactNode
  /** Says that there are no items; null if there are some or the list is loading. */
  note?: string | null
  children: ReactNode
}

/** A titled list on the home page. */
export function HomeCard({ icon, title, all, note = null, children }: HomeCardProps) {
  return (
    <section className={styles.card} aria-label={title}>
      <div className={styles.cardHead}>
        <span className={styles.cardIcon} aria-hidden>
          {icon}
        </span>
        <h2>{title}</h2>
        <span className={styles.spacer} />
        <span className={styles.all}>{all}</span>
      </div>
      {note !== null && <p className={styles.note}>{note}</p>}
      {children}
    </section>
  )
}

/** Rows of a card below a heading of their own; nothing without rows. */
export function CardGroup({ title, children }: { title: string; children: ReactNode[] }) {
  const id = useId()
  if (children.length === 0) return null
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for form fields
    <div role="group" aria-labelledby={id}>
      <h3 id={id} className={styles.groupTitle}>
        {title}
      </h3>
      {children}
    </div>
  )
}

interface RowContentProps {
  name: string
  isDraft: boolean
  isFavorite: boolean
  /** Shown instead of the star if it is no favorite. */
  icon: ReactNode
  /** At the right end, such as the age. */
  children: ReactNode
}

/** The content of a row: the name of a query or a dashboard, with its badges and its age. */
export function RowContent({ name, isDraft, isFavorite, icon, children }: RowContentProps) {
  return (
    <>
      <span className={styles.rowIcon} aria-hidden>
        {isFavorite ? <IconStarFilled size={16} color="var(--sl-star)" /> : icon}
      </span>
      <span className={styles.rowName}>{name}</span>
      <StatusBadge isDraft={isDraft} isArchived={false} />
      <span className={styles.spacer} />
      <span className={styles.age}>{children}</span>
    </>
  )
}
