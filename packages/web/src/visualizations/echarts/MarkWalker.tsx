import { t } from '@lingui/core/macro'
import { type KeyboardEvent, type MouseEvent, useId, useState } from 'react'
import styles from './ChartFrame.module.css'
import type { ClickedMark } from './chart-option.ts'
import { clickedOf, type MarkWalk, type WalkPlace, type WalkStep, walked } from './mark-walk.ts'

interface MarkWalkerProps {
  /** The name of the visualization. */
  name: string
  /** The kind of its marks, by which they are named. */
  kind: keyof typeof words
  /** The marks; called when the focus arrives, because their texts take time. */
  walk(): MarkWalk
  /** Shows where a mark is; null when the focus leaves the marks. */
  onShow(step: WalkStep | null): void
  /** The effect of a click on a mark; null if it has none. */
  onPick: ((mark: ClickedMark) => void) | null
  /** The effect of a right-click, for the Menu key; null if it has none. */
  onInspect: ((mark: ClickedMark) => void) | null
}

interface Walking {
  walk: MarkWalk
  place: WalkPlace
}

/**
 * Lets the keyboard go from mark to mark of a chart or map. It is a slider, so that screen readers pass the arrow keys on and read
 * the mark after each.
 */
export function MarkWalker({ name, kind, walk, onShow, onPick, onInspect }: MarkWalkerProps) {
  const [walking, setWalking] = useState<Walking | null>(null)
  const hintId = useId()
  const steps = walking?.walk[walking.place.series] ?? []
  const step = steps[walking?.place.at ?? 0]
  const said = words[kind]

  const show = (next: Walking) => {
    setWalking(next)
    onShow(next.walk[next.place.series]?.[next.place.at] ?? null)
  }
  const tell = (effect: MarkWalkerProps['onPick']) => {
    if (step?.hasRows) effect?.(clickedOf(step))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (walking === null || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
    if (event.key === 'Escape') return onShow(null)
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault()
      return tell(onPick)
    }
    const place = walked(walking.walk, walking.place, event.key)
    if (place === null) return
    event.preventDefault()
    show({ ...walking, place })
  }
  return (
    <>
      <div
        className={styles.walker}
        role="slider"
        tabIndex={0}
        aria-label={said.label(name)}
        aria-describedby={hintId}
        aria-valuemin={1}
        aria-valuemax={Math.max(1, steps.length)}
        aria-valuenow={(walking?.place.at ?? 0) + 1}
        aria-valuetext={step === undefined ? said.none() : t`${step.text}, ${(walking?.place.at ?? 0) + 1} of ${steps.length}`}
        onFocus={() => {
          const latest = walk()
          const place = walking?.place ?? { series: 0, at: 0 }
          // Other rows or a hidden series may have taken the place away.
          show({ walk: latest, place: latest[place.series]?.[place.at] ? place : { series: 0, at: 0 } })
        }}
        onBlur={() => onShow(null)}
        onKeyDown={onKeyDown}
        onContextMenu={(event: MouseEvent) => {
          if (onInspect === null) return
          event.preventDefault()
          tell(onInspect)
        }}
      />
      <span id={hintId} hidden>
        {said.hint()}
        {onPick !== null && ` ${said.choose()}`}
      </span>
    </>
  )
}

const words = {
  points: {
    label: (name: string) => t`Points of the chart ${name}`,
    none: () => t`No points`,
    hint: () => t`Left and right go from point to point, up and down to another series.`,
    choose: () => t`Enter chooses the point.`,
  },
  regions: {
    label: (name: string) => t`Regions of the map ${name}`,
    none: () => t`No regions`,
    hint: () => t`Left and right go from region to region, from the greatest value to the least.`,
    choose: () => t`Enter chooses the region.`,
  },
}
