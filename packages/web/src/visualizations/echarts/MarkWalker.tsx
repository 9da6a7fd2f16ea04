import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { type KeyboardEvent, useId, useState } from 'react'
import styles from './ChartFrame.module.css'
import type { ECharts } from './echarts.ts'
import { type MarkWalk, type WalkPlace, type WalkStep, walked } from './mark-walk.ts'

interface MarkWalkerProps {
  name: string
  /** Null until the chart is drawn. */
  instance: ECharts | null
  /** Adds tooltips to the chart, which it gets with the first pointer or key. */
  onMeet(): void
  /** The marks; called when the focus arrives, because their texts take time. */
  walk(): MarkWalk
  /** Shows what is behind the mark of a row; null if that is not offered. */
  onPick: ((row: number) => void) | null
}

interface Walking {
  walk: MarkWalk
  place: WalkPlace
}

/**
 * Lets the keyboard go from mark to mark of a chart. It is a slider, so that screen readers pass the arrow keys on and read the
 * mark after each; the tooltip of the mark shows where it is.
 */
export function MarkWalker({ name, instance, onMeet, walk, onPick }: MarkWalkerProps) {
  const [walking, setWalking] = useState<Walking | null>(null)
  const hintId = useId()
  const steps = walking?.walk[walking.place.series] ?? []
  const step = steps[walking?.place.at ?? 0]

  const show = (next: Walking) => {
    setWalking(next)
    const mark = next.walk[next.place.series]?.[next.place.at]
    if (instance === null || mark === undefined) return
    onMeet()
    instance.dispatchAction({ type: 'showTip', seriesIndex: seriesIndexOf(instance, mark), dataIndex: mark.dataIndex })
  }
  const hide = () => instance?.dispatchAction({ type: 'hideTip' })
  const onKeyDown = (event: KeyboardEvent) => {
    if (walking === null || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
    if (event.key === 'Escape') return hide()
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault()
      if (step !== undefined && step.row !== null) onPick?.(step.row)
      return
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
        aria-label={t`Points of the chart ${name}`}
        aria-describedby={hintId}
        aria-valuemin={1}
        aria-valuemax={Math.max(1, steps.length)}
        aria-valuenow={(walking?.place.at ?? 0) + 1}
        aria-valuetext={step === undefined ? t`No points` : t`${step.text}, ${(walking?.place.at ?? 0) + 1} of ${steps.length}`}
        onFocus={() => {
          const latest = walk()
          const place = walking?.place ?? { series: 0, at: 0 }
          // Other rows or a hidden series may have taken the place away.
          show({ walk: latest, place: latest[place.series]?.[place.at] ? place : { series: 0, at: 0 } })
        }}
        onBlur={hide}
        onKeyDown={onKeyDown}
      />
      <span id={hintId} hidden>
        <Trans>Left and right go from point to point, up and down to another series.</Trans>
        {onPick !== null && t` Enter chooses the point.`}
      </span>
    </>
  )
}

function seriesIndexOf(instance: ECharts, { seriesId }: WalkStep): number {
  if (seriesId === null) return 0
  const { series } = instance.getOption() as { series?: { id?: string }[] }
  return series?.findIndex(({ id }) => id === seriesId) ?? 0
}
