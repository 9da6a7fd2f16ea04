import { t } from '@lingui/core/macro'
import { type KeyboardEvent, type SVGAttributes, useState } from 'react'
import type { PickedMark, PickMark } from './visualization.ts'

/** Keyboard navigation between the marks of a visualization with the arrow keys; to Tab they are a single stop. */
export interface Marks {
  /** Index of the mark with the pointer or focus; null for none. */
  pointed: number | null
  /**
   * Attributes of a mark.
   * @param name read by screen readers on focus
   * @param picked reported if it is chosen; null if it cannot be
   */
  mark(index: number, name: string, picked: PickedMark | null): SVGAttributes<SVGElement> & { 'data-mark': number }
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

/** Leads through marks that have an order but no places: back and forth. */
export function stepInOrder(count: number): (index: number, step: Step) => number | null {
  return (index, step) => {
    const next = index + (step === 'right' || step === 'down' ? 1 : -1)
    return next >= 0 && next < count ? next : null
  }
}

/**
 * @param count number of marks
 * @param stepFrom returns the mark that an arrow key leads to; null for none
 * @param onInspect receives the mark that was chosen by a click, a right-click or a key; null if none can be
 */
export function useMarks(
  count: number,
  stepFrom: (index: number, step: Step) => number | null,
  onInspect: PickMark | null,
): Marks {
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
    mark: (index, name, picked) => ({
      ...(onInspect !== null && picked !== null ? choosable(picked, onInspect) : { role: 'img' }),
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
      'aria-description': t`Arrow keys move from mark to mark.`,
      onKeyDown,
      onBlur: () => setPointed(null),
      onPointerLeave: () => setPointed(null),
    },
  }
}

/** Attributes of a mark that can be chosen. */
const choosable = (picked: PickedMark, onInspect: PickMark): SVGAttributes<SVGElement> & { 'data-picks': '' } => ({
  role: 'button',
  'data-picks': '',
  style: { cursor: 'pointer' },
  onClick: () => onInspect(picked),
  onContextMenu: (event) => {
    event.preventDefault()
    onInspect(picked)
  },
  onKeyDown: (event) => {
    if (event.key !== 'Enter' && event.key !== ' ') return
    event.preventDefault()
    onInspect(picked)
  },
})
