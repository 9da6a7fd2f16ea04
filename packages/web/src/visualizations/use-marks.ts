import { type KeyboardEvent, type SVGAttributes, useState } from 'react'

/** Keyboard navigation between the marks of a visualization with the arrow keys; to Tab they are a single stop. */
export interface Marks {
  /** Index of the mark with the pointer or focus; null for none. */
  pointed: number | null
  /** Attributes of a mark. @param name read by screen readers on focus */
  mark(index: number, name: string): SVGAttributes<SVGElement> & { 'data-mark': number }
  /** Attributes of the element that contains the marks. */
  holder: SVGAttributes<SVGElement>
}

const steps: Record<string, Step> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowLeft: 'left',
  ArrowRight: 'right',
}
export type Step = 'up' | 'down' | 'left' | 'right'

/**
 * @param count number of marks
 * @param stepFrom returns the mark that an arrow key leads to; null for none
 */
export function useMarks(count: number, stepFrom: (index: number, step: Step) => number | null): Marks {
  const [pointed, setPointed] = useState<number | null>(null)
  // The mark that Tab focuses: the one that had the focus last.
  const [entry, setEntry] = useState(0)
  const at = entry < count ? entry : 0

  const onKeyDown = (event: KeyboardEvent<SVGElement>) => {
    const step = steps[event.key]
    const next = step ? stepFrom(at, step) : event.key === 'Home' ? 0 : event.key === 'End' ? count - 1 : null
    if (!step && next === null) return
    event.preventDefault()
    if (next === null) return
    event.currentTarget.querySelector<SVGElement>(`[data-mark="${next}"]`)?.focus()
  }
  return {
    pointed: pointed !== null && pointed < count ? pointed : null,
    mark: (index, name) => ({
      role: 'img',
      'aria-label': name,
      tabIndex: index === at ? 0 : -1,
      onFocus: () => {
        setEntry(index)
        setPointed(index)
      },
      onPointerEnter: () => setPointed(index),
      'data-mark': index,
    }),
    holder: {
      role: 'group',
      'aria-description': 'Arrow keys move from mark to mark.',
      onKeyDown,
      onBlur: () => setPointed(null),
      onPointerLeave: () => setPointed(null),
    },
  }
}
