import { Checkbox } from '@mantine/core'
import { durationText } from '@sightline/domain/format/units.ts'
import dayjs from 'dayjs'
import type { ReactNode } from 'react'
import { Avatar } from './Avatar.tsx'
import { FavoriteStar } from './FavoriteStar.tsx'
import styles from './list-columns.module.css'
import { TimeAgo } from './TimeAgo.tsx'

/** What a column of a list shows, by its kind. */
type Content<Item> =
  | {
      kind: 'favorites'
      value(item: Item): { name: string; isFavorite: boolean }
      onToggle(item: Item, isFavorite: boolean): void
    }
  | {
      kind: 'choice'
      value(item: Item): { name: string; isChosen: boolean }
      onToggle(item: Item): void
    }
  | { kind: 'avatar'; value(item: Item): { id: number; name: string; profile_image_url?: string } }
  /** `format` is the installation's pattern. */
  | { kind: 'date' | 'datetime'; value(item: Item): string | null; format: string }
  /** Seconds. */
  | { kind: 'duration'; value(item: Item): number | null }
  | { kind: 'time-ago'; value(item: Item): string | null }
  | { kind: 'custom'; render(item: Item): ReactNode }

/** A column of a list. */
export type ListColumn<Item> = Content<Item> & {
  title: string
  /** Sort name of the list call; a column without one cannot be sorted by. */
  order?: string
  align?: 'right'
  /** CSS width; the column without one takes what is left. */
  width?: number
  /** Left out on screens narrower than this, in pixels. */
  hideBelow?: 600 | 1100
}

/** The content of one cell. */
export function listCell<Item>(column: ListColumn<Item>, item: Item): ReactNode {
  switch (column.kind) {
    case 'favorites':
      return <FavoriteStar {...column.value(item)} onToggle={(isFavorite) => column.onToggle(item, isFavorite)} />
    case 'choice': {
      const { name, isChosen } = column.value(item)
      return <Checkbox aria-label={`Choose ${name}`} checked={isChosen} onChange={() => column.onToggle(item)} />
    }
    case 'avatar': {
      const person = column.value(item)
      return (
        <span className={styles.person}>
          <Avatar id={person.id} name={person.name} profile_image_url={person.profile_image_url} />
          <span>{person.name}</span>
        </span>
      )
    }
    case 'date':
    case 'datetime': {
      const value = column.value(item)
      return value === null ? '–' : dayjs(value).format(column.format)
    }
    case 'duration': {
      const seconds = column.value(item)
      return seconds === null ? '–' : durationText(seconds)
    }
    case 'time-ago':
      return <TimeAgo date={column.value(item)} />
    case 'custom':
      return column.render(item)
  }
}
