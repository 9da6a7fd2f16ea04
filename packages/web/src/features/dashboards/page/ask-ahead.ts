import type { ResultWindow } from '@sightline/contract/results.ts'
import type { Widget } from '@sightline/contract/widgets.ts'
import type { QueryClient } from '@tanstack/react-query'
import type { Room } from '../../../grid/geometry.ts'
import { loadingTracker } from '../../../ui/loading-tracker.ts'
import { MaxAge } from '../../executions/api.ts'
import { isNearIn, roomHere } from './near-at-first.ts'
import { runResultQuery, startRun, type WidgetRun } from './runs.ts'

/**
 * The runs that widgets of a dashboard will ask for as soon as they are on the page, as far as that is known before: of those near
 * what is seen first, where nothing about them depends on values that readers choose.
 */
export function firstRuns(widgets: readonly Widget[], room: Room): WidgetRun[] {
  const queryIds = widgets.flatMap((widget) => {
    if ('restricted' in widget || widget.visualization === undefined) return []
    const { id, options } = widget.visualization.query
    const isKnown = (options.parameters ?? []).length === 0
    return isKnown && isNearIn(room, widget) ? [id] : []
  })
  return [...new Set(queryIds)].map((queryId) => ({ queryId, definitions: [] }))
}

/**
 * Asks for the results of these runs while the page is being put together, and not only after that.
 * @param stored those that were asked for before the widgets were known, by query
 */
export function askAhead(
  cache: QueryClient,
  widgets: readonly Widget[],
  stored: Promise<ReadonlyMap<number, ResultWindow>>,
): void {
  for (const run of firstRuns(widgets, roomHere())) {
    const asked = runResultQuery(run)
    void cache.prefetchQuery({
      ...asked,
      queryFn: async (context) => (await stored).get(run.queryId) ?? startRun(run, MaxAge.any, context),
    })
  }
  void stored.finally(loadingTracker.begin())
}
