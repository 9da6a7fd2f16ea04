import { Badge } from '@mantine/core'
import type { ReactNode } from 'react'
import styles from './ItemName.module.css'

interface StatusBadgeProps {
  isDraft: boolean
  isArchived: boolean
}

/** The badge of an archived or unpublished item; none for others. An archived draft counts as archived. */
export function StatusBadge({ isDraft, isArchived }: StatusBadgeProps) {
  if (isArchived) return <Badge data-tone="warn">Archived</Badge>
  return isDraft ? <Badge>Unpublished</Badge> : null
}

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
}

/** The name of an item in a list, with its status badge and tags. */
export function ItemName({ link, tags, isDraft, isArchived }: ItemNameProps) {
  return (
    <span className={styles.root}>
      <span className={styles.name}>{link}</span>
      <StatusBadge isDraft={isDraft} isArchived={isArchived} />
      {tags.map((tag) => (
        <Tag key={tag}>{tag}</Tag>
      ))}
    </span>
  )
}
