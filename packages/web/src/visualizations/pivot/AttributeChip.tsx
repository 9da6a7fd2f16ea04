import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Menu, UnstyledButton } from '@mantine/core'
import { IconFilter, IconGripVertical } from '@tabler/icons-react'
import { type MouseEvent, type PointerEvent, useRef, useState } from 'react'
import styles from './Arrangement.module.css'
import type { Zone } from './arrangement.ts'

/** A value of a column that can be excluded. */
export interface FilterValue {
  /** The stored form of the value. */
  text: string
  label: string
  isShown: boolean
}

export const zoneNames: Record<Zone, string> = { unused: t`Not used`, rows: t`Rows`, cols: t`Columns` }
const zones: readonly Zone[] = ['rows', 'cols', 'unused']

interface AttributeChipProps {
  name: string
  zone: Zone
  place: number
  /** Number of columns in the zone. */
  count: number
  values: readonly FilterValue[]
  isDragged: boolean
  handlers: ReturnType<ReturnType<typeof useAttributeDrag>['handlersOf']>
  onPlace(zone: Zone, place: number): void
  onToggle(text: string): void
}

/** A column that can be dragged to another zone, or moved and filtered from its menu. */
export function AttributeChip({
  name,
  zone,
  place,
  count,
  values,
  isDragged,
  handlers,
  onPlace,
  onToggle,
}: AttributeChipProps) {
  const isFiltered = values.some(({ isShown }) => !isShown)
  return (
    <Menu position="bottom-start" withinPortal>
      <Menu.Target>
        <UnstyledButton
          className={styles.chip}
          data-attribute={name}
          data-dragged={isDragged || undefined}
          aria-label={isFiltered ? t`${name}, ${zoneNames[zone]}, filtered` : `${name}, ${zoneNames[zone]}`}
          {...handlers}
        >
          <IconGripVertical size={12} stroke={1.75} aria-hidden />
          <span className={styles.chipName}>{name}</span>
          {isFiltered && <IconFilter size={12} stroke={1.75} aria-hidden />}
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        {zones
          .filter((other) => other !== zone)
          .map((other) => (
            <Menu.Item key={other} onClick={() => onPlace(other, Number.POSITIVE_INFINITY)}>
              {other === 'unused' ? t`Do not use` : t`Move to ${zoneNames[other]}`}
            </Menu.Item>
          ))}
        {zone !== 'unused' && place > 0 && (
          <Menu.Item onClick={() => onPlace(zone, place - 1)}>
            <Trans>Move earlier</Trans>
          </Menu.Item>
        )}
        {zone !== 'unused' && place < count - 1 && (
          <Menu.Item onClick={() => onPlace(zone, place + 1)}>
            <Trans>Move later</Trans>
          </Menu.Item>
        )}
        {values.length > 0 && (
          <>
            <Menu.Divider />
            <Menu.Label>
              <Trans>Values</Trans>
            </Menu.Label>
            <div className={styles.values}>
              {values.map(({ text, label, isShown }) => (
                <Menu.CheckboxItem key={text} checked={isShown} onChange={() => onToggle(text)}>
                  {label}
                </Menu.CheckboxItem>
              ))}
            </div>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}

interface Drag {
  name: string
  /** The drop target; null outside of all zones. */
  over: { zone: Zone; place: number } | null
}

/** Pixels; a shorter movement is a click. */
const DRAG_DISTANCE = 5

/** Implements dragging columns between zones. Zones need the attribute `data-zone`, columns `data-attribute`. */
export function useAttributeDrag(onDrop: (name: string, zone: Zone, place: number) => void) {
  const [drag, setDrag] = useState<Drag | null>(null)
  const start = useRef<{ x: number; y: number } | null>(null)
  const wasDragged = useRef(false)

  const end = () => {
    start.current = null
    setDrag(null)
  }
  const handlersOf = (name: string) => ({
    onPointerDown(event: PointerEvent<HTMLElement>) {
      if (event.button !== 0) return
      event.currentTarget.setPointerCapture(event.pointerId)
      start.current = { x: event.clientX, y: event.clientY }
      wasDragged.current = false
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      if (start.current === null) return
      const { x, y } = start.current
      if (drag === null && Math.hypot(event.clientX - x, event.clientY - y) < DRAG_DISTANCE) return
      wasDragged.current = true
      setDrag({ name, over: placeUnder(event.clientX, event.clientY, name) })
    },
    onPointerUp() {
      if (drag?.over) onDrop(name, drag.over.zone, drag.over.place)
      end()
    },
    onPointerCancel: end,
    // Suppresses the click at the end of a drag. Clicks from the keyboard have a count of 0 and always pass.
    onClickCapture(event: MouseEvent) {
      if (wasDragged.current && event.detail > 0) event.stopPropagation()
      wasDragged.current = false
    },
  })
  return { drag, handlersOf }
}

function placeUnder(x: number, y: number, dragged: string): Drag['over'] {
  const element = document.elementsFromPoint(x, y).find((candidate) => candidate.closest('[data-zone]'))
  const area = element?.closest<HTMLElement>('[data-zone]')
  const zone = area?.dataset.zone
  if (!area || (zone !== 'unused' && zone !== 'rows' && zone !== 'cols')) return null
  const others = [...area.querySelectorAll<HTMLElement>('[data-attribute]')].filter(
    (other) => other.dataset.attribute !== dragged,
  )
  const isBefore = (other: HTMLElement) => {
    const { left, width, top, bottom } = other.getBoundingClientRect()
    return y > bottom || (y >= top && x > left + width / 2)
  }
  return { zone, place: others.filter(isBefore).length }
}
