import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import type { Context, Services } from '../../../platform/context.ts'
import results from '../../../runners/results/index.ts'
import * as dashboards from '../../dashboards/service.ts'
import * as dataSources from '../../data-sources/service.ts'
import * as executions from '../../executions/service.ts'
import * as queries from '../../queries/service.ts'
import * as users from '../../users/service.ts'
import * as visualizations from '../../visualizations/service.ts'
import { sampleDashboard } from './dashboard.ts'
import { type SampleQuery, sampleQueries } from './queries.ts'
import * as store from './store.ts'

const SOURCE_NAME = 'Sample data'
/** Queries to mark as favorites of the first admin, so that the menus are not empty. */
const FAVORITES = 2
/** Milliseconds. */
const MAX_RUN_MS = 30_000

const databasePath = ({ config }: Services) => join(config.dataDir, dataSources.SAMPLE_DATABASE)

/** The job that installs the sample after set-up: the queue has another worker repeat it if its worker is lost. */
export const sampleJob = { name: 'install_sample', input: z.object({ user_id: z.int() }) }

/** Whether the sample is being installed, or waits for a worker. */
export const isSampleInstalling = ({ queue }: Pick<Services, 'queue'>): Promise<boolean> => queue.isPending(sampleJob.name)

/**
 * Installs the sample: a DuckDB data source, queries with charts and results, and a dashboard, all through the regular
 * services. Does nothing if the sample is complete. What an interrupted attempt has left is removed first.
 * @param userId the admin who owns it
 */
export async function installSample(services: Services, userId: number, signal: AbortSignal): Promise<void> {
  if (await store.isComplete(services.db)) return
  const viewer = await users.findViewer(services, userId)
  if (viewer === null) throw new Error(`There is no user ${userId}.`)
  const ctx: Context = { ...services, viewer, origin: null, baseUrl: services.config.baseUrl ?? '/' }
  await removeItems(ctx)

  await dataSources.ensureSampleFile(services, databasePath(services))
  const source = await dataSources.create(ctx, {
    name: SOURCE_NAME,
    type: 'duckdb',
    // Relative, since the data directory may be moved.
    options: { dbpath: dataSources.SAMPLE_DATABASE },
  })
  await store.markSource(ctx.db, source.id)
  await addQueryResults(ctx)
  // Lists show the newest query first, so the first one is created last.
  const installed: InstalledQuery[] = []
  for (const sample of sampleQueries.toReversed()) installed.push(await addQuery(ctx, source.id, sample, signal))
  for (const { id } of installed.slice(-FAVORITES)) await queries.favorite(ctx, id)
  await addDashboard(ctx, installed)
}

/** A sample query with the ids of its visualizations, by their names. */
interface InstalledQuery {
  id: number
  name: string
  visualizationIds: Map<string, number>
}

/** Adds a Query Results data source, which most installations need. It stays when the sample is removed. */
async function addQueryResults(ctx: Context): Promise<void> {
  const isThere = (await dataSources.list(ctx)).some(({ type, name }) => type === results.type || name === results.name)
  if (!isThere) await dataSources.create(ctx, { name: results.name, type: results.type, options: {} })
}

/** Runs the SQL before creating the query, so that the query has a result from the start. */
async function addQuery(ctx: Context, sourceId: number, sample: SampleQuery, signal: AbortSignal): Promise<InstalledQuery> {
  signal.throwIfAborted()
  const { name, description, query, tags } = sample
  const run = { query, data_source_id: sourceId, max_age: 0, wait: MAX_RUN_MS }
  await executions.runText(ctx, run, {}, AbortSignal.any([signal, AbortSignal.timeout(MAX_RUN_MS)]))
  const { id, visualizations: stored } = await queries.create(ctx, { name, description, query, tags, data_source_id: sourceId })
  await store.markQuery(ctx.db, id)
  const visualizationIds = new Map(stored.map((one) => [one.name, one.id]))
  for (const visualization of sample.visualizations) {
    visualizationIds.set(visualization.name, (await visualizations.create(ctx, { query_id: id, ...visualization })).id)
  }
  await queries.update(ctx, id, { is_draft: false })
  return { id, name, visualizationIds }
}

/** Publishes the dashboard only when it is complete. */
async function addDashboard(ctx: Context, installed: readonly InstalledQuery[]): Promise<void> {
  const { name, tags } = sampleDashboard
  const { id, slug } = await dashboards.create(ctx, { name })
  await store.markDashboard(ctx.db, id)
  for (const widget of sampleDashboard.widgets) {
    const options = { isHidden: false, position: { ...widget.place, autoHeight: false }, parameterMappings: {} }
    const base = { dashboard_id: id, width: 1, options }
    if ('text' in widget) await dashboards.createWidget(ctx, { ...base, visualization_id: null, text: widget.text })
    else
      await dashboards.createWidget(ctx, {
        ...base,
        visualization_id: visualizationIdOf(installed, widget.query, widget.visualization),
      })
  }
  await dashboards.update(ctx, slug, { is_draft: false, tags })
}

function visualizationIdOf(installed: readonly InstalledQuery[], query: string, visualization: string): number {
  const id = installed.find(({ name }) => name === query)?.visualizationIds.get(visualization)
  if (id === undefined) throw new Error(`The sample has no visualization "${visualization}" of a query "${query}".`)
  return id
}

/** Removes the sample data source with its results, its queries, its dashboard and the file of this machine. */
export async function removeSample(ctx: Context): Promise<void> {
  await removeItems(ctx)
  await rm(databasePath(ctx), { force: true })
}

async function removeItems(ctx: Context): Promise<void> {
  const sourceId = await store.findSource(ctx.db)
  await store.removeItems(ctx.db)
  if (sourceId !== null) await dataSources.remove(ctx, sourceId)
}
