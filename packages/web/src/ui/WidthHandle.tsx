import { type KeyboardEvent, type PointerEvent, useRef } from 'react'
import { keyInLine, towardsEnd } from '../language/direction.ts'
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

/** Pixels that an arrow key moves the handle; with Shift, four times as many. */
const STEP = 16

/** A handle at the edge of a panel at which lines start, which has to be positioned. It changes the width by dragging and by arrow keys. */
export function WidthHandle({ label, width, limits, onChange }: WidthHandleProps) {
  const drag = useRef<{ from: number; width: number } | null>(null)
  const onPointerDown = (event: PointerEvent<HTMLDivElement>) => {
    if (event.button !== 0) return
    drag.current = { from: event.clientX, width }
    event.currentTarget.setPointerCapture(event.pointerId)
    // Dragging would select text.
    event.preventDefault()
    event.currentTarget.focus({ preventScroll: true })
  }
  const onPointerMove = ({ clientX }: PointerEvent) => {
    if (drag.current === null) return
    onChange(limitedWidth(drag.current.width + towardsEnd(drag.current.from - clientX), limits))
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
  return (
    // biome-ignore lint/a11y/useSemanticElements: a thematic break cannot be moved.
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
      onDoubleClick={() => onChange(limits.standard)}
      onKeyDown={onKeyDown}
    />
  )
}

export const limitedWidth = (width: number, { min, max }: WidthLimits): number =>
  Math.round(Math.min(Math.max(width, min), max))

/** The width that a key leads to: to the left is wider, as the handle is at the left edge. null for other keys. */
export function widthByKey(
  { key, shiftKey }: Pick<KeyboardEvent, 'key' | 'shiftKey'>,
  width: number,
  limits: WidthLimits,
): number | null {
  const step = shiftKey ? 4 * STEP : STEP
  switch (key) {
    case 'ArrowLeft':
      return limitedWidth(width + step, limits)
    case 'ArrowRight':
      return limitedWidth(width - step, limits)
    case 'Home':
      return limits.min
    case 'End':
      return limits.max
    default:
      return null
  }
}
