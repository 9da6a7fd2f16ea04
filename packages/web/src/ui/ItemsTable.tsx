import { addedOrder, nextOrder, orderParts } from '@sightline/domain/list-state.ts'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import styles from './ItemsTable.module.css'
import { type ListColumn, listCell } from './list-columns.tsx'

interface ItemsTableProps<Item> {
  /** What is listed, for screen readers. */
  label: string
  columns: ListColumn<Item>[]
  items: Item[]
  keyOf(item: Item): number | string
  /** The order in force; '' for none. */
  order: string
  /** Null while the items cannot be sorted: then no head can be clicked. */
  onOrder: ((order: string) => void) | null
  /** Whether newer items are on their way. */
  isStale: boolean
}

/** A list as a table: sorted by a click on a head (up, down, none); with shift, the column joins those it is sorted by. */
export function ItemsTable<Item>({ label, columns, items, keyOf, order, onOrder, isStale }: ItemsTableProps<Item>) {
  return (
    <table className={styles.table} aria-label={label} data-stale={isStale || undefined}>
      <thead>
        <tr>
          {columns.map((column) => (
            <th
              key={column.title}
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
      <tbody>
        {items.map((item) => (
          <tr key={keyOf(item)}>
            {columns.map((column) => (
              <td key={column.title} data-align={column.align} data-kind={column.kind} data-hide-below={column.hideBelow}>
                {listCell(column, item)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
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
