import { t } from '@lingui/core/macro'
import { useHotkeys } from '@mantine/hooks'
import { api } from '@sightline/contract/api.ts'
import type { Dashboard } from '@sightline/contract/dashboards.ts'
import type { Widget } from '@sightline/contract/widgets.ts'
import { movedIds, type Places, positionOf } from '@sightline/domain/dashboards/grid/place.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { call } from '../../../api/call.ts'
import { notify } from '../../../app/notify.ts'
import { storeAnswer } from '../../../app/store-answer.ts'
import { dashboardQuery } from '../api.ts'
import { placesOf } from '../widget-placement.ts'
import { createLayoutSaver, type SavingStatus } from './layout-saver.ts'

/** The places of a dashboard's widgets, and the saving and undoing of changes to them. */
export interface DashboardLayout {
  places: Places
  status: SavingStatus
  /** Applies and saves a new arrangement. */
  arrange(places: Places): void
  /** Undoes the last change since editing started; null if there is none. */
  undo: (() => void) | null
  /** Applies again what was undone; null if there is nothing. */
  redo: (() => void) | null
  /** Saves pending changes now. @returns whether everything is saved */
  finish(): Promise<boolean>
}

/** @param slug slug or id, as in the URL of the page */
export function useLayout(dashboard: Dashboard, slug: string, isEditing: boolean): DashboardLayout {
  const cache = useQueryClient()
  const [status, setStatus] = useState<SavingStatus>('saved')
  // Places that were changed on this page take precedence over the stored ones, per widget.
  const [changed, setChanged] = useState<Places>(new Map())
  const latest = useRef<Places>(changed)
  const [history, setHistory] = useState(noHistory)

  const saver = useMemo(() => {
    const key = dashboardQuery(slug).queryKey
    async function saveWidget(widget: Widget, places: Places) {
      const place = places.get(widget.id)
      if (place === undefined) return
      const text = 'restricted' in widget ? null : widget.text
      const options = { ...widget.options, position: { ...widget.options.position, ...positionOf(place) } }
      const saved = await call(api.widgets.update, { params: { id: widget.id }, body: { text, options } })
      await storeAnswer(
        cache,
        key,
        (now: Dashboard | undefined) =>
          now && { ...now, widgets: now.widgets.map((one) => (one.id === saved.id ? saved : one)) },
      )
    }
    async function save() {
      const widgets = cache.getQueryData(key)?.widgets ?? []
      const places = latest.current
      const moved = movedIds(placesOf(widgets), places)
      const saves = await Promise.allSettled(
        widgets.filter(({ id }) => moved.includes(id)).map((widget) => saveWidget(widget, places)),
      )
      const failed = saves.find((one) => one.status === 'rejected')
      if (!failed) return
      notify.error(t`Error saving changes.`, undefined, { id: 'layout-failed' })
      throw failed.reason
    }
    return createLayoutSaver(save, setStatus)
  }, [cache, slug])
  // Changes are saved even if the page is left before the delay is over.
  useEffect(() => () => void saver.finish(), [saver])

  const places = useMemo(() => {
    const stored = placesOf(dashboard.widgets)
    return new Map([...stored].map(([id, place]) => [id, changed.get(id) ?? place]))
  }, [dashboard.widgets, changed])

  const apply = useCallback(
    (next: Places) => {
      latest.current = next
      setChanged(next)
      saver.markChanged(isEditing)
    },
    [saver, isEditing],
  )
  const arrange = useCallback(
    (next: Places) => {
      if (movedIds(places, next).length === 0) return
      setHistory((now) => withStep(now, places))
      apply(next)
    },
    [places, apply],
  )
  // Changes from before editing started cannot be undone.
  useEffect(() => {
    if (!isEditing) setHistory(noHistory)
  }, [isEditing])

  const stepAction = (step: HistoryStep | null) =>
    step &&
    (() => {
      setHistory(step.history)
      apply(step.places)
    })
  return {
    places,
    status,
    arrange,
    undo: stepAction(undoStep(history, places)),
    redo: stepAction(redoStep(history, places)),
    finish: saver.finish,
  }
}

/** Ctrl+Z undoes, Ctrl+Shift+Z and Ctrl+Y redo. In input fields the keys keep their usual meaning. */
export function useUndoKeys({ undo, redo }: Pick<DashboardLayout, 'undo' | 'redo'>): void {
  useHotkeys([
    ['mod+Z', () => undo?.()],
    ['mod+shift+Z', () => redo?.()],
    ['mod+Y', () => redo?.()],
  ])
}

/** Earlier and undone arrangements since editing started. */
export interface LayoutHistory {
  past: readonly Places[]
  future: readonly Places[]
}

interface HistoryStep {
  history: LayoutHistory
  places: Places
}

const MAX_STEPS = 100

export const noHistory: LayoutHistory = { past: [], future: [] }

/** Adds a step, after which nothing can be redone. @param before the arrangement before the change */
export const withStep = ({ past }: LayoutHistory, before: Places): LayoutHistory => ({
  past: [...past, before].slice(-MAX_STEPS),
  future: [],
})

/** One step back. @returns null if there is none */
export function undoStep({ past, future }: LayoutHistory, present: Places): HistoryStep | null {
  const before = past.at(-1)
  if (before === undefined) return null
  return { history: { past: past.slice(0, -1), future: [present, ...future] }, places: restored(present, before) }
}

/** One step forward. @returns null if there is none */
export function redoStep({ past, future }: LayoutHistory, present: Places): HistoryStep | null {
  const [next, ...later] = future
  if (next === undefined) return null
  return { history: { past: [...past, present], future: later }, places: restored(present, next) }
}

/** The present widgets at their earlier places. Widgets that were added since then keep their place. */
const restored = (present: Places, earlier: Places): Places =>
  new Map([...present].map(([id, place]) => [id, earlier.get(id) ?? place]))
