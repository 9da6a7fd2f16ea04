import { t } from '@lingui/core/macro'
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

/** The tags of an item, as a list with a name for screen readers; nothing if there are none. */
export function TagList({ tags }: { tags: string[] }) {
  if (tags.length === 0) return null
  return (
    <ul className={styles.list} aria-label={t`Tags`}>
      {tags.map((tag) => (
        <li key={tag}>
          <Tag>{tag}</Tag>
        </li>
      ))}
    </ul>
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
    <div className={styles.root}>
      <span className={styles.name}>{link}</span>
      <StatusBadge isDraft={isDraft} isArchived={isArchived} />
      {mark}
      <TagList tags={tags} />
    </div>
  )
}
