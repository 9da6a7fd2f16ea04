import { useMediaQuery } from '@mantine/hooks'
import { type KeyboardEvent, type ReactNode, useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { GridLayout, type Layout, type LayoutItem } from 'react-grid-layout'
import { compacted, type Direction, itemOf, stepped, stretched } from './arrange.ts'
import styles from './Grid.module.css'
import { COLUMNS, heightOf, MARGIN, MOBILE_BREAKPOINT, ROW_HEIGHT } from './geometry.ts'
import { inReadingOrder, type Place, type Places, resized } from './place.ts'
import { allowAnimations, watchWidth } from './timing.ts'
import { useContentHeights } from './use-content-heights.ts'

export interface GridItem {
  id: number
  /** What it is, for screen readers. */
  label: string
  content: ReactNode
}

interface GridProps {
  items: readonly GridItem[]
  /** Where the items lie; those that follow their content are measured. */
  places: Places
  /** Whether items can be moved and resized; never in a single column. */
  isEditable: boolean
  /** Told all places after somebody has moved or resized an item. */
  onArrange(places: Places): void
}

const config = { cols: COLUMNS, rowHeight: ROW_HEIGHT - MARGIN, margin: [MARGIN, MARGIN], containerPadding: [0, 0] } as const
/** What is pressed or selected by itself does not drag. */
const NO_DRAG = 'button, a, input, textarea, select, [role="menuitem"], [data-no-drag]'

/** Lays widgets out on six columns, or in one where there is little room. */
export function Grid({ items, places, isEditable, onArrange }: GridProps) {
  const host = useRef<HTMLDivElement>(null)
  const isSingle = useMediaQuery(`(max-width: ${MOBILE_BREAKPOINT}px)`, undefined, { getInitialValueInEffect: false })
  const measured = useContentHeights(host, places)
  const shown = useMemo(() => (isSingle ? measured : compacted(measured)), [measured, isSingle])
  return (
    <div ref={host} className={styles.host}>
      {isSingle ? (
        <Stack items={items} places={shown} />
      ) : (
        <Board items={items} places={shown} isEditable={isEditable} onArrange={onArrange} />
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
          <div key={id} className={styles.item} data-grid-item={id} style={{ height: heightOf(place.sizeY) }}>
            {item.content}
          </div>
        )
      })}
    </div>
  )
}

function Board({ items, places, isEditable, onArrange }: GridProps) {
  const host = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(0)
  const [isAnimated, setIsAnimated] = useState(false)
  const [told, setTold] = useState('')
  const hintId = useId()

  useLayoutEffect(() => {
    if (host.current === null) return
    setWidth(host.current.clientWidth)
    return watchWidth(host.current, setWidth)
  }, [])
  useEffect(() => allowAnimations(() => setIsAnimated(true)), [])

  const layout = useMemo(() => [...places].map(itemOf), [places])
  // On paper they follow each other in this order.
  const order = useMemo(() => new Map(inReadingOrder(places).map((id, index) => [id, index])), [places])
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

  const onKeyDown = (id: number) => (event: KeyboardEvent<HTMLElement>) => {
    if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey) return
    const direction = directions[event.key]
    if (direction === undefined) return
    event.preventDefault()
    const next = event.shiftKey ? stretched(places, id, direction) : stepped(places, id, direction)
    if (next === places) return
    setTold(wordsFor(next.get(id)))
    onArrange(next)
  }

  return (
    <div ref={host} className={styles.board} data-animated={isAnimated || undefined} data-editable={isEditable || undefined}>
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
          {items.map(({ id, label, content }) => (
            <section
              key={id}
              className={styles.item}
              data-grid-item={id}
              style={{ order: order.get(id) }}
              aria-label={label}
              // The keys that move it need a place that takes them.
              tabIndex={isEditable ? 0 : undefined}
              aria-describedby={isEditable ? hintId : undefined}
              onKeyDown={isEditable ? onKeyDown(id) : undefined}
            >
              {content}
            </section>
          ))}
        </GridLayout>
      )}
      <span id={hintId} hidden>
        Arrow keys move the widget, with Shift they resize it.
      </span>
      <span className={styles.told} role="status">
        {told}
      </span>
      {/* The library that drags would put a style of this id into the page, for which the whole page is styled anew with every press. */}
      <span id="react-draggable-style-el" hidden />
    </div>
  )
}

/** The columns, faintly, to which widgets are dragged. */
function Stripes() {
  return (
    <div className={styles.stripes} aria-hidden>
      {Array.from({ length: COLUMNS }, (_, column) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: columns are their index
        <span key={column} />
      ))}
    </div>
  )
}

const directions: Record<string, Direction> = { ArrowLeft: 'left', ArrowRight: 'right', ArrowUp: 'up', ArrowDown: 'down' }

/** A place as the library has it now. Only the item that somebody has resized may have another size. */
function arranged(place: Place, { x, y, w, h }: LayoutItem, isChanged: boolean): Place {
  const sized = isChanged ? resized(place, w, h) : place
  return { ...sized, col: x, row: y }
}

const wordsFor = (place: Place | undefined) =>
  place === undefined ? '' : `Column ${place.col + 1}, row ${place.row + 1}, ${place.sizeX} wide, ${place.sizeY} high.`
