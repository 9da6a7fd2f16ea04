import { t } from '@lingui/core/macro'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type PointerEvent, type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { MoveHandle } from '../ui/MoveHandle.tsx'
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

/** Estimated height of an item in pixels; the real one is measured. */
const USUAL_HEIGHT = 41
/** Items rendered above and below the visible ones. */
const OVERSCAN = 12

/**
 * A list whose items are reordered by dragging their handle or with the arrow keys on it. It scrolls with its scroll container;
 * only visible items are rendered.
 */
export function OrderedList<T>({ label, items, keyOf, nameOf, onOrder, children }: OrderedListProps<T>) {
  const list = useRef<HTMLUListElement>(null)
  const dragged = useRef<string | null>(null)
  const [scroller, setScroller] = useState<HTMLElement | null>(null)
  const [margin, setMargin] = useState(0)
  useLayoutEffect(() => {
    const around = scrollerOf(list.current)
    setScroller(around)
    if (around && list.current) setMargin(topIn(around, list.current))
  }, [])
  const virtual = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller,
    estimateSize: () => USUAL_HEIGHT,
    getItemKey: (index) => {
      const item = items[index]
      return item === undefined ? index : keyOf(item)
    },
    overscan: OVERSCAN,
    scrollMargin: margin,
  })
  const shown = virtual.getVirtualItems()
  const first = shown[0]?.index ?? 0
  const above = (shown[0]?.start ?? margin) - margin
  const below = virtual.getTotalSize() - ((shown.at(-1)?.end ?? margin) - margin)

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
    move(from, placeAt(event.clientY, from, middles, first))
  }
  const step = (index: number, by: -1 | 1) => {
    move(index, index + by)
    // Keeps the item visible, because an unmounted item would lose the keyboard focus.
    virtual.scrollToIndex(index + by)
  }

  return (
    // The list captures the pointer during a drag, because a moved item would lose the capture.
    <ul
      ref={list}
      className={styles.list}
      aria-label={label}
      style={{ paddingTop: above, paddingBottom: below }}
      onPointerMove={drag}
      onLostPointerCapture={() => {
        dragged.current = null
      }}
    >
      {shown.map(({ index, key }) => {
        const item = items[index]
        return (
          item !== undefined && (
            <li
              key={key}
              ref={virtual.measureElement}
              data-index={index}
              className={styles.item}
              aria-setsize={items.length}
              aria-posinset={index + 1}
            >
              <MoveHandle
                label={t`Move ${nameOf(item)}, use the up and down arrow keys`}
                className={styles.handle}
                isFirst={index === 0}
                isLast={index === items.length - 1}
                onGrab={() => {
                  dragged.current = keyOf(item)
                }}
                onStep={(by) => step(index, by)}
              />
              <div className={styles.content}>{children(item)}</div>
            </li>
          )
        )
      })}
    </ul>
  )
}

/** The scroll container of an element; null if there is none. */
const scrollerOf = (element: Element | null): HTMLElement | null => {
  for (let around = element?.parentElement; around; around = around.parentElement)
    if (/auto|scroll/.test(getComputedStyle(around).overflowY)) return around
  return null
}

/** Distance in pixels from the top of the scroll content to the top of an element, independent of the scroll position. */
const topIn = (scroller: HTMLElement, element: Element) =>
  element.getBoundingClientRect().top - scroller.getBoundingClientRect().top + scroller.scrollTop
