import { type KeyboardEvent, type SVGAttributes, useState } from 'react'

/** Marks of a drawing that one key press after another leads through; Tab passes all of them at once. */
export interface Marks {
  /** The mark that is pointed at or has the focus; null for none. */
  pointed: number | null
  /** What makes an element a mark. @param name read out when it gets the focus */
  mark(index: number, name: string): SVGAttributes<SVGElement> & { 'data-mark': number }
  /** What makes an element hold the marks. */
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
 * @param count marks there are
 * @param stepFrom the mark that a step leads to; null for none
 */
export function useMarks(count: number, stepFrom: (index: number, step: Step) => number | null): Marks {
  const [pointed, setPointed] = useState<number | null>(null)
  // Where Tab comes in: the mark that had the focus last.
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
