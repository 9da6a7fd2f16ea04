import { t } from '@lingui/core/macro'
import { Checkbox } from '@mantine/core'
import { durationText } from '@sightline/domain/format/units.ts'
import { addedOrder, nextOrder, orderParts } from '@sightline/domain/list-state.ts'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Avatar } from './Avatar.tsx'
import { FavoriteStar } from './FavoriteStar.tsx'
import styles from './ItemsTable.module.css'
import { TimeAgo } from './TimeAgo.tsx'
import { DateTime } from './time-zone.tsx'

interface ItemsTableProps<Item> {
  /** Name of the table for screen readers. */
  label: string
  columns: ListColumn<Item>[]
  items: Item[]
  keyOf(item: Item): number | string
  /** The order in force; '' for none. */
  order: string
  /** Null if the items cannot be sorted. */
  onOrder: ((order: string) => void) | null
  /** Whether newer items are loading. */
  isStale: boolean
}

/**
 * A list as a table, on phones as cards. A click on a head sorts by it (ascending, descending, none); with Shift it adds the column to
 * the sort order.
 */
export function ItemsTable<Item>({ label, columns, items, keyOf, order, onOrder, isStale }: ItemsTableProps<Item>) {
  const heading = columns.findIndex(({ kind, hideBelow }) => kind !== 'favorites' && kind !== 'choice' && !hideBelow)
  const isSortable = onOrder !== null && columns.some(({ order: name }) => name !== undefined)
  return (
    <table {...ROLES.table} className={styles.table} aria-label={label} data-stale={isStale || undefined}>
      <thead {...ROLES.group} data-sortable={isSortable || undefined}>
        <tr {...ROLES.row}>
          {columns.map((column) => (
            <th
              key={column.title}
              {...ROLES.head}
              data-sortable={column.order !== undefined || undefined}
              data-align={column.align}
              data-hide-below={column.hideBelow}
              style={{ width: column.width }}
              aria-sort={sortOf(column.order, order)}
            >
              <Head column={column} order={order} onOrder={onOrder} />
            </th>
          ))}
        </tr>
      </thead>
      <tbody {...ROLES.group}>
        {items.map((item) => (
          <tr key={keyOf(item)} {...ROLES.row}>
            {columns.map((column, index) => (
              <td
                key={column.title}
                {...ROLES.cell}
                data-heading={index === heading || undefined}
                data-label={column.title}
                data-align={column.align}
                data-kind={column.kind}
                data-hide-below={column.hideBelow}
              >
                {listCell(column, item)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Said explicitly: Safari takes the roles from the parts of a table that are laid out as cards. */
const ROLES = {
  table: { role: 'table' },
  group: { role: 'rowgroup' },
  row: { role: 'row' },
  head: { role: 'columnheader' },
  cell: { role: 'cell' },
}

interface HeadProps<Item> {
  column: ListColumn<Item>
  order: string
  onOrder: ((order: string) => void) | null
}

function Head<Item>({ column, order, onOrder }: HeadProps<Item>) {
  if (column.kind === 'favorites' || column.kind === 'choice') return <span className={styles.hidden}>{column.title}</span>
  const name = column.order
  if (name === undefined || onOrder === null) return column.title
  const sort = sortOf(name, order)
  const parts = orderParts(order)
  const place = parts.findIndex((part) => part.name === name) + 1
  return (
    <button
      type="button"
      className={styles.sort}
      data-sorted={sort !== undefined}
      onClick={(event) => onOrder(event.shiftKey ? addedOrder(order, name) : nextOrder(order, name))}
    >
      {column.title}
      {sort === 'ascending' && <IconArrowUp size={12} stroke={2} aria-hidden />}
      {sort === 'descending' && <IconArrowDown size={12} stroke={2} aria-hidden />}
      {place > 0 && parts.length > 1 && <sup className={styles.place}>{place}</sup>}
    </button>
  )
}

function sortOf(name: string | undefined, order: string): 'ascending' | 'descending' | undefined {
  const part = orderParts(order).find((each) => each.name === name)
  if (part === undefined) return undefined
  return part.descending ? 'descending' : 'ascending'
}

/** The content of a column, by its kind. */
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
  /** `format` is a date pattern of dayjs. */
  | { kind: 'date' | 'datetime'; value(item: Item): string | null; format: string }
  /** Seconds. */
  | { kind: 'duration'; value(item: Item): number | null }
  | { kind: 'time-ago'; value(item: Item): string | null }
  | { kind: 'custom'; render(item: Item): ReactNode }
  /** Buttons, which stand at the end of a card without the title of their column. */
  | { kind: 'actions'; render(item: Item): ReactNode }

/** A column of a list. */
export type ListColumn<Item> = Content<Item> & {
  title: string
  /** Sort key of the list endpoint; columns without one are not sortable. */
  order?: string
  align?: 'right'
  /** Pixels; a column without a width takes the remaining room. */
  width?: number
  /** Hidden on screens narrower than this, pixels. */
  hideBelow?: 600 | 1100
}

/** Renders one cell. */
export function listCell<Item>(column: ListColumn<Item>, item: Item): ReactNode {
  switch (column.kind) {
    case 'favorites':
      return <FavoriteStar {...column.value(item)} onToggle={(isFavorite) => column.onToggle(item, isFavorite)} />
    case 'choice': {
      const { name, isChosen } = column.value(item)
      return <Checkbox aria-label={t`Choose ${name}`} checked={isChosen} onChange={() => column.onToggle(item)} />
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
      return value === null ? '–' : <DateTime value={value} format={column.format} />
    }
    case 'duration': {
      const seconds = column.value(item)
      return seconds === null ? '–' : durationText(seconds)
    }
    case 'time-ago':
      return <TimeAgo date={column.value(item)} />
    case 'custom':
    case 'actions':
      return column.render(item)
  }
}
