import { api } from '@sightline/contract/api.ts'
import type { Dashboard } from '@sightline/contract/dashboards.ts'
import type { Widget } from '@sightline/contract/widgets.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { call } from '../../../api/call.ts'
import { notify } from '../../../app/notify.ts'
import { movedIds, type Places, positionOf } from '../../../grid/place.ts'
import { dashboardQuery } from '../api.ts'
import { placesOf } from '../places.ts'
import { arranged, noHistory, redone, undone } from './history.ts'
import { createLayoutSaver, type SavingStatus } from './layout-saver.ts'

/** Where the widgets of a dashboard lie, and what has become of changes to that. */
export interface DashboardLayout {
  places: Places
  status: SavingStatus
  /** Takes over what somebody has arranged, and saves it. */
  arrange(places: Places): void
  /** Takes the last arrangement of this editing back; null while there is none. */
  undo: (() => void) | null
  /** Arranges again what was taken back; null while there is nothing. */
  redo: (() => void) | null
  /** Saves what is not saved yet, now. @returns whether all is saved */
  finish(): Promise<boolean>
}

/** @param address slug or id, as the address of the page has it */
export function useLayout(dashboard: Dashboard, address: string, isEditing: boolean): DashboardLayout {
  const cache = useQueryClient()
  const [status, setStatus] = useState<SavingStatus>('saved')
  // What was arranged on this page goes before what is stored, by widget.
  const [placed, setPlaced] = useState<Places>(new Map())
  const latest = useRef<Places>(placed)
  const [history, setHistory] = useState(noHistory)

  const saver = useMemo(() => {
    const key = dashboardQuery(address).queryKey

    async function saveWidget(widget: Widget, places: Places) {
      const place = places.get(widget.id)
      if (place === undefined) return
      const text = 'restricted' in widget ? null : widget.text
      const options = { ...widget.options, position: { ...widget.options.position, ...positionOf(place) } }
      const saved = await call(api.widgets.update, { params: { id: widget.id }, body: { text, options } })
      cache.setQueryData(
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
      notify.error('Error saving changes.', undefined, { id: 'layout-failed' })
      throw failed.reason
    }

    return createLayoutSaver(save, setStatus)
  }, [cache, address])
  // Whoever leaves the page at once has still meant it.
  useEffect(() => () => void saver.finish(), [saver])

  const places = useMemo(() => {
    const stored = placesOf(dashboard.widgets)
    return new Map([...stored].map(([id, place]) => [id, placed.get(id) ?? place]))
  }, [dashboard.widgets, placed])

  const put = useCallback(
    (next: Places) => {
      latest.current = next
      setPlaced(next)
      saver.noteChange(isEditing)
    },
    [saver, isEditing],
  )
  const arrange = useCallback(
    (next: Places) => {
      if (movedIds(places, next).length === 0) return
      setHistory((now) => arranged(now, places))
      put(next)
    },
    [places, put],
  )
  // What was arranged before this editing is not for this one to take back.
  useEffect(() => {
    if (!isEditing) setHistory(noHistory)
  }, [isEditing])

  const take = (step: ReturnType<typeof undone>) =>
    step &&
    (() => {
      setHistory(step.history)
      put(step.places)
    })
  return {
    places,
    status,
    arrange,
    undo: take(undone(history, places)),
    redo: take(redone(history, places)),
    finish: saver.finish,
  }
}
