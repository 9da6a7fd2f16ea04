import type { ReactNode } from 'react'
import { StatusBadge } from './StatusBadge.tsx'
import styles from './Tag.module.css'

/** A tag of an item. */
export function Tag({ children }: { children: string }) {
  return (
    <span className={styles.tag} title={children}>
      {children}
    </span>
  )
}

interface ItemNameProps {
  /** The name, as a link to the item. */
  link: ReactNode
  tags: string[]
  isDraft: boolean
  isArchived: boolean
  /** A further mark beside the name. */
  mark?: ReactNode
}

/** The name of an item in a list, with its status badge and tags. */
export function ItemName({ link, tags, isDraft, isArchived, mark }: ItemNameProps) {
  return (
    <span className={styles.root}>
      <span className={styles.name}>{link}</span>
      <StatusBadge isDraft={isDraft} isArchived={isArchived} />
      {mark}
      {tags.map((tag) => (
        <Tag key={tag}>{tag}</Tag>
      ))}
    </span>
  )
}
