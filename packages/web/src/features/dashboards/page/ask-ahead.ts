import type { Widget } from '@sightline/contract/widgets.ts'
import type { QueryClient } from '@tanstack/react-query'
import { isBelow, type Room } from '../../../grid/geometry.ts'
import { NEAR } from '../../../ui/use-near-viewport.ts'
import { runResultQuery, type WidgetRun } from './runs.ts'

/**
 * The runs that widgets of a dashboard will ask for as soon as they are on the page, as far as that is known before: of those near
 * what is seen first, where nothing about them depends on values that readers choose.
 */
export function firstRuns(widgets: readonly Widget[], room: Room): WidgetRun[] {
  const queryIds = widgets.flatMap((widget) => {
    if ('restricted' in widget || widget.visualization === undefined) return []
    const { id, options } = widget.visualization.query
    const isKnown = (options.parameters ?? []).length === 0
    return isKnown && !isBelow(widget.options.position?.row ?? 0, room) ? [id] : []
  })
  return [...new Set(queryIds)].map((queryId) => ({ queryId, definitions: [] }))
}

/** Asks for the results of these runs while the page is being put together, and not only after that. */
export function askAhead(cache: QueryClient, widgets: readonly Widget[]): void {
  const room = { width: innerWidth, height: innerHeight + NEAR }
  for (const run of firstRuns(widgets, room)) void cache.prefetchQuery(runResultQuery(run))
}
