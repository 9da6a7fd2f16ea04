import { api } from '@sightline/contract/api.ts'
import type { Dashboard } from '@sightline/contract/dashboards.ts'
import type { DataSource } from '@sightline/contract/data-sources.ts'
import type { QueryOptions } from '@sightline/contract/queries.ts'
import { type Place, placeForNew, positionOf } from '@sightline/domain/dashboards/grid/place.ts'
import { onTab, type Tab, tabsOf } from '@sightline/domain/dashboards/tabs.ts'
import type { Definition } from '@sightline/domain/parameters/definition.ts'
import { Semaphore } from '@sightline/domain/semaphore.ts'
import type { StarterPiece, StarterVisualization } from '@sightline/domain/starter/pieces.ts'
import { call } from '../../../api/call.ts'
import { runTextToEnd } from '../../executions/api.ts'
import { addWidget, createDashboard } from '../api.ts'
import { makeTogether } from '../made.ts'
import { newMappings, placesOf } from '../widget-placement.ts'

/** Queries that are tried at the same time. */
const TRIED_AT_ONCE = 3

/** The queries of a starter dashboard, and where they run. */
export interface StarterQueries {
  source: DataSource
  /** null for the only dialect of the data source. */
  dialect: string | null
  definitions: readonly Definition[]
  pieces: readonly StarterPiece[]
}

/**
 * Runs the queries of all pieces. Their results are stored, so that the dashboard shows them at once.
 * @returns the error messages of those that fail, by the key of the piece
 */
export async function tryPieces(
  { source, dialect, definitions, pieces }: StarterQueries,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, string>> {
  const slots = new Semaphore(TRIED_AT_ONCE)
  const failures = new Map<string, string>()
  const parameters = Object.fromEntries(definitions.map(({ name }) => [name, null]))
  const run = { dataSourceId: source.id, dialect, queryId: null, autoLimit: false, parameters, definitions }
  const tryPiece = async ({ key, sql }: StarterPiece) => {
    try {
      await slots.run(() => runTextToEnd({ ...run, query: sql }, signal), signal)
    } catch (error) {
      signal.throwIfAborted()
      failures.set(key, error instanceof Error ? error.message : String(error))
    }
  }
  await Promise.all(pieces.map(tryPiece))
  return failures
}

/** The dashboard that gets the pieces: a new one with a name, or an existing one on the tab of this id. */
export type StarterTarget = { name: string } | { slug: string; tab: string | undefined }

/**
 * Saves the queries with their visualizations and puts them on a dashboard. If a step fails, what was made before is archived.
 * @returns the slug of the dashboard
 * @throws ApiError
 */
export function createStarter(queries: StarterQueries, target: StarterTarget): Promise<string> {
  return makeTogether(async (made) => {
    const slug = 'slug' in target ? target.slug : (await createDashboard(target.name)).slug
    if (!('slug' in target)) made.dashboard = slug
    const dashboard = await call(api.dashboards.get, { params: { slug } })
    const tab = 'slug' in target ? target.tab : undefined
    const optionsOf = placeOn(dashboard, tabsOf(dashboard.options), tab, queries.definitions)
    for (const piece of queries.pieces) {
      const query = await call(api.queries.create, { body: newQuery(queries, piece) })
      made.queries.push(query.id)
      for (const visualization of piece.visualizations) {
        // A new query has a table already.
        const visualization_id =
          visualization.type === 'TABLE'
            ? (query.visualizations[0]?.id ?? null)
            : await createVisualization(query.id, visualization)
        await addWidget({ dashboard_id: dashboard.id, visualization_id, text: '', width: 1, options: optionsOf(visualization) })
      }
    }
    return slug
  })
}

function newQuery({ source, dialect, definitions }: StarterQueries, { name, sql }: StarterPiece) {
  const options: QueryOptions = {
    parameters: [...definitions],
    apply_auto_limit: false,
    ...(dialect !== null && { dialect }),
  }
  return { name, query: sql, data_source_id: source.id, options }
}

async function createVisualization(queryId: number, { type, name, options }: StarterVisualization): Promise<number> {
  return (await call(api.visualizations.create, { body: { query_id: queryId, type, name, options } })).id
}

/** Returns the options of one widget after the other: at a free place, with its parameters mapped to those of the dashboard. */
function placeOn(dashboard: Dashboard, tabs: readonly Tab[], tabId: string | undefined, definitions: readonly Definition[]) {
  const tab = tabs.find(({ id }) => id === tabId) ?? tabs[0] ?? null
  const taken: Place[] = [...placesOf(onTab(dashboard.widgets, tabs, tab)).values()]
  const parameterMappings = newMappings(definitions, dashboard.widgets)
  return ({ type, sizeX, sizeY }: StarterVisualization) => {
    const size = { columns: sizeX, rows: sizeY, minColumns: 1, minRows: 1, autoHeight: type === 'TABLE' }
    const place = placeForNew(taken, size)
    taken.push(place)
    return { isHidden: false, position: positionOf(place), parameterMappings, ...(tab !== null && { tab: tab.id }) }
  }
}
