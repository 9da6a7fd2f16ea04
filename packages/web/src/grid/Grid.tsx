import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useMediaQuery } from '@mantine/hooks'
import { compacted } from '@sightline/domain/dashboards/grid/compact.ts'
import { COLUMNS, heightOf, MARGIN, MOBILE_BREAKPOINT, ROW_HEIGHT } from '@sightline/domain/dashboards/grid/geometry.ts'
import { inReadingOrder, type Place, type Places, resized } from '@sightline/domain/dashboards/grid/place.ts'
import { type KeyboardEvent, type ReactNode, useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { GridLayout, type Layout, type LayoutItem } from 'react-grid-layout'
import { type Direction, itemOf, stepped, stretched } from './arrange.ts'
import styles from './Grid.module.css'
import { GridMovesContext } from './grid-moves.ts'
import { useContentHeights } from './use-content-heights.ts'
import { useFocusAfterRemoval } from './use-focus-after-removal.ts'

export interface GridItem {
  id: number
  /** For screen readers. */
  label: string
  content: ReactNode
  /** Whether it can neither be dragged nor resized; it still makes room for others. */
  isFixed?: boolean
}

interface GridProps {
  items: readonly GridItem[]
  /** Widgets with automatic height are measured. */
  places: Places
  /** Whether items can be moved and resized, which they never can in a single column. */
  isEditable: boolean
  /** Called with all places after an item was moved or resized. */
  onArrange(places: Places): void
}

const config = { cols: COLUMNS, rowHeight: ROW_HEIGHT - MARGIN, margin: [MARGIN, MARGIN], containerPadding: [0, 0] } as const
/** Controls do not start a drag. */
const NO_DRAG = 'button, a, input, textarea, select, [role="menuitem"], [data-no-drag]'

/** Lays widgets out in six columns, or in one on a narrow window. */
export function Grid({ items, places, isEditable, onArrange }: GridProps) {
  const host = useRef<HTMLDivElement>(null)
  const isSingle = useMediaQuery(`(max-width: ${MOBILE_BREAKPOINT}px)`, undefined, { getInitialValueInEffect: false })
  const measured = useContentHeights(host, places)
  useFocusAfterRemoval(host, items)
  const shown = useMemo(() => (isSingle ? measured : compacted(measured)), [measured, isSingle])
  return (
    <div ref={host} className={styles.host}>
      {isSingle ? (
        <Stack items={items} places={shown} />
      ) : (
        <ColumnGrid items={items} places={shown} isEditable={isEditable} onArrange={onArrange} />
      )}
    </div>
  )
}

/** One column, in reading order. */
function Stack({ items, places }: Pick<GridProps, 'items' | 'places'>) {
  const byId = new Map(items.map((item) => [item.id, item]))
  return (
    <div className={styles.stack}>
      {inReadingOrder(places).map((id) => {
        const item = byId.get(id)
        const place = places.get(id)
        if (item === undefined || place === undefined) return null
        return (
          <section
            key={id}
            className={styles.item}
            data-grid-item={id}
            style={{ height: heightOf(place.sizeY) }}
            aria-label={item.label}
          >
            {item.content}
          </section>
        )
      })}
    </div>
  )
}

function ColumnGrid({ items, places, isEditable, onArrange }: GridProps) {
  const host = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(0)
  const [isAnimated, setIsAnimated] = useState(false)
  // The widget that was moved by keys. Its place is read again when that is undone.
  const [arrangedId, setArrangedId] = useState<number | null>(null)
  const hintId = useId()

  useLayoutEffect(() => {
    if (host.current === null) return
    setWidth(host.current.clientWidth)
    return watchWidth(host.current, setWidth)
  }, [])
  useEffect(() => allowAnimations(() => setIsAnimated(true)), [])

  const layout = useMemo(() => {
    const fixed = new Set(items.filter(({ isFixed }) => isFixed).map(({ id }) => id))
    const still = { isDraggable: false, isResizable: false }
    return [...places].map(([id, place]) => ({ ...itemOf([id, place]), ...(fixed.has(id) && still) }))
  }, [places, items])
  // Printed widgets follow each other in this order.
  const order = useMemo(() => new Map(inReadingOrder(places).map((id, index) => [id, index])), [places])
  // Tab and screen readers do, too, but not while widgets are moved: an element that changes its place in the document loses the focus.
  const [documentOrder, setDocumentOrder] = useState(order)
  if (!isEditable && documentOrder !== order) setDocumentOrder(order)
  const inDocumentOrder = useMemo(() => {
    const rank = ({ id }: GridItem) => documentOrder.get(id) ?? documentOrder.size
    return items.toSorted((one, other) => rank(one) - rank(other))
  }, [items, documentOrder])
  const placed = (next: Layout, changed: LayoutItem | null) =>
    onArrange(
      compacted(
        new Map(
          next.flatMap((item) => {
            const place = places.get(Number(item.i))
            return place === undefined ? [] : [[Number(item.i), arranged(place, item, item.i === changed?.i)] as const]
          }),
        ),
      ),
    )

  const arrange = (id: number, next: Places) => {
    if (next === places) return
    setArrangedId(id)
    onArrange(next)
  }
  const movesOf = (id: number) => ({
    move: (direction: Direction) => arrange(id, stepped(places, id, direction)),
    resize: (direction: Direction) => arrange(id, stretched(places, id, direction)),
  })
  const onKeyDown = (id: number) => (event: KeyboardEvent<HTMLElement>) => {
    if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey) return
    const direction = directions[event.key]
    if (direction === undefined) return
    event.preventDefault()
    arrange(id, event.shiftKey ? stretched(places, id, direction) : stepped(places, id, direction))
  }

  return (
    <div ref={host} className={styles.columns} data-animated={isAnimated || undefined} data-editable={isEditable || undefined}>
      {isEditable && <Stripes />}
      {width > 0 && (
        <GridLayout
          width={width}
          layout={layout}
          gridConfig={config}
          dragConfig={{ enabled: isEditable, cancel: NO_DRAG, bounded: false, threshold: 4 }}
          resizeConfig={{ enabled: isEditable, handles: ['se'] }}
          onDragStop={(next, _, item) => placed(next, item)}
          onResizeStop={(next, _, item) => placed(next, item)}
        >
          {inDocumentOrder.map(({ id, label, content, isFixed = false }) => (
            <section
              key={id}
              className={styles.item}
              data-grid-item={id}
              style={{ order: order.get(id) }}
              aria-label={label}
              // Focusable, so that it can be moved with the keyboard.
              tabIndex={isEditable && !isFixed ? 0 : undefined}
              aria-describedby={isEditable && !isFixed ? hintId : undefined}
              onKeyDown={isEditable && !isFixed ? onKeyDown(id) : undefined}
            >
              <GridMovesContext value={isEditable && !isFixed ? movesOf(id) : null}>{content}</GridMovesContext>
            </section>
          ))}
        </GridLayout>
      )}
      <span id={hintId} hidden>
        <Trans>Arrow keys move the widget, with Shift they resize it.</Trans>
      </span>
      <span className={styles.announcement} role="status">
        {arrangedId !== null && placeText(places.get(arrangedId))}
      </span>
      {/* Without an element of this id, react-draggable adds a style element with each drag, which restyles the whole page. */}
      <span id="react-draggable-style-el" hidden />
    </div>
  )
}

/** The columns, faintly visible while the layout is edited. */
function Stripes() {
  return (
    <div className={styles.stripes} aria-hidden>
      {Array.from({ length: COLUMNS }, (_, column) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a column is identified by its index
        <span key={column} />
      ))}
    </div>
  )
}

const directions: Record<string, Direction> = { ArrowLeft: 'left', ArrowRight: 'right', ArrowUp: 'up', ArrowDown: 'down' }

/** Converts an item of react-grid-layout back to a place. Only the item that was resized may have another size. */
function arranged(place: Place, { x, y, w, h }: LayoutItem, isChanged: boolean): Place {
  const sized = isChanged ? resized(place, w, h) : place
  return { ...sized, col: x, row: y }
}

const placeText = (place: Place | undefined) =>
  place === undefined ? '' : t`Column ${place.col + 1}, row ${place.row + 1}, ${place.sizeX} wide, ${place.sizeY} high.`

/** Milliseconds after which changes are animated: the first layout appears without movement. */
const ANIMATION_DELAY_MS = 50
/** Milliseconds without a further change after which a new width counts. */
const RESIZE_DEBOUNCE_MS = 50

/** Calls `allow` soon after the first layout. @returns cancels it */
export function allowAnimations(allow: () => void): () => void {
  const timer = setTimeout(allow, ANIMATION_DELAY_MS)
  return () => clearTimeout(timer)
}

/** Calls `onWidth` with the width of an element in pixels after each change. @returns stops it */
export function watchWidth(element: HTMLElement, onWidth: (width: number) => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const observer = new ResizeObserver(() => {
    clearTimeout(timer)
    timer = setTimeout(() => onWidth(element.clientWidth), RESIZE_DEBOUNCE_MS)
  })
  observer.observe(element)
  return () => {
    clearTimeout(timer)
    observer.disconnect()
  }
}
