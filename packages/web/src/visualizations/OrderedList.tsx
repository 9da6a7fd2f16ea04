import { IconGripVertical } from '@tabler/icons-react'
import { type KeyboardEvent, type PointerEvent, type ReactNode, useRef } from 'react'
import styles from './OrderedList.module.css'
import { moveItem, placeAt } from './ordering.ts'

interface OrderedListProps<T> {
  label: string
  items: readonly T[]
  keyOf(item: T): string
  nameOf(item: T): string
  onOrder(items: T[]): void
  children(item: T): ReactNode
}

/** A list whose items are put in order by dragging their handle, or with the arrow keys on it. */
export function OrderedList<T>({ label, items, keyOf, nameOf, onOrder, children }: OrderedListProps<T>) {
  const list = useRef<HTMLUListElement>(null)
  const dragged = useRef<string | null>(null)

  const move = (from: number, to: number) => {
    if (from !== to && to >= 0 && to < items.length) onOrder(moveItem(items, from, to))
  }
  const drag = (event: PointerEvent) => {
    const from = items.findIndex((item) => keyOf(item) === dragged.current)
    if (from < 0 || !list.current) return
    const middles = [...list.current.children].map((row) => {
      const { top, height } = row.getBoundingClientRect()
      return top + height / 2
    })
    move(from, placeAt(event.clientY, from, middles))
  }
  const step = (event: KeyboardEvent, index: number) => {
    const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0
    if (by === 0) return
    event.preventDefault()
    move(index, index + by)
  }

  return (
    // The list has the pointer while an item is dragged: the item itself would lose it each time it is put elsewhere.
    <ul
      ref={list}
      className={styles.list}
      aria-label={label}
      onPointerMove={drag}
      onLostPointerCapture={() => {
        dragged.current = null
      }}
    >
      {items.map((item, index) => (
        <li key={keyOf(item)} className={styles.item}>
          <button
            type="button"
            className={styles.handle}
            aria-label={`Move ${nameOf(item)}, use the up and down arrow keys`}
            onPointerDown={(event) => {
              list.current?.setPointerCapture(event.pointerId)
              dragged.current = keyOf(item)
            }}
            onKeyDown={(event) => step(event, index)}
          >
            <IconGripVertical size={14} stroke={1.75} />
          </button>
          <div className={styles.content}>{children(item)}</div>
        </li>
      ))}
    </ul>
  )
}
