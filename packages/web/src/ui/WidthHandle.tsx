import { type KeyboardEvent, type PointerEvent, useRef } from 'react'
import { keyInLine, towardsEnd } from '../language/direction.ts'
import { DividerMenu, useDividerMenu } from './DividerMenu.tsx'
import styles from './WidthHandle.module.css'

/** Widths in pixels. */
export interface WidthLimits {
  min: number
  max: number
  /** Set by a double click. */
  standard: number
}

interface WidthHandleProps {
  /** Such as `Width of the panel`. */
  label: string
  width: number
  limits: WidthLimits
  onChange(width: number): void
}

/** Pixels that an arrow key moves the handle; with Shift or by the menu, four times as many. */
const STEP = 16

/**
 * A handle at the edge of a panel at which lines start, which has to be positioned. It changes the width by dragging, by arrow keys, and by a menu
 * that a click opens.
 */
export function WidthHandle({ label, width, limits, onChange }: WidthHandleProps) {
  const drag = useRef<{ from: number; width: number } | null>(null)
  const menu = useDividerMenu()
  const onPointerDown = (event: PointerEvent<HTMLDivElement>) => {
    if (event.button !== 0) return
    menu.onPress(event)
    drag.current = { from: event.clientX, width }
    event.currentTarget.setPointerCapture(event.pointerId)
    // Dragging would select text.
    event.preventDefault()
    event.currentTarget.focus({ preventScroll: true })
  }
  const onPointerMove = ({ clientX }: PointerEvent) => {
    if (drag.current === null) return
    onChange(limitedSize(drag.current.width + towardsEnd(drag.current.from - clientX), limits))
  }
  const end = () => {
    drag.current = null
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const next = widthByKey({ key: keyInLine(event.key), shiftKey: event.shiftKey }, width, limits)
    if (next === null) return
    event.preventDefault()
    onChange(next)
  }
  const reset = () => {
    onChange(limits.standard)
    menu.close()
  }
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: a thematic break cannot be moved. */}
      <div
        role="separator"
        aria-orientation="vertical"
        aria-label={label}
        aria-valuenow={width}
        aria-valuemin={limits.min}
        aria-valuemax={limits.max}
        tabIndex={0}
        className={styles.handle}
        onPointerDown={onPointerDown}
        onPointerMove={onPointerMove}
        onPointerUp={end}
        onPointerCancel={end}
        onClick={menu.onClick}
        onDoubleClick={reset}
        onKeyDown={onKeyDown}
      />
      <DividerMenu
        label={label}
        moves="sideways"
        place={menu.place}
        onStep={(by) => onChange(limitedSize(width - towardsEnd(by) * 4 * STEP, limits))}
        onReset={reset}
        onClose={menu.close}
      />
    </>
  )
}

export const limitedSize = (size: number, { min, max }: Pick<WidthLimits, 'min' | 'max'>): number =>
  Math.round(Math.min(Math.max(size, min), max))

/** The width that a key leads to: to the left is wider, as the handle is at the left edge. null for other keys. */
export function widthByKey(
  { key, shiftKey }: Pick<KeyboardEvent, 'key' | 'shiftKey'>,
  width: number,
  limits: WidthLimits,
): number | null {
  const step = shiftKey ? 4 * STEP : STEP
  switch (key) {
    case 'ArrowLeft':
      return limitedSize(width + step, limits)
    case 'ArrowRight':
      return limitedSize(width - step, limits)
    case 'Home':
      return limits.min
    case 'End':
      return limits.max
    default:
      return null
  }
}
