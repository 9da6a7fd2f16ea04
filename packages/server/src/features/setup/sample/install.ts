import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Context, Services } from '../../../platform/context.ts'
import results from '../../../runners/results/index.ts'
import * as dashboards from '../../dashboards/service.ts'
import * as widgets from '../../dashboards/widgets.ts'
import { SAMPLE_DATABASE } from '../../data-sources/options.ts'
import * as dataSources from '../../data-sources/service.ts'
import * as executions from '../../executions/service.ts'
import * as queries from '../../queries/service.ts'
import { viewerOf } from '../../users/service.ts'
import * as users from '../../users/store.ts'
import * as visualizations from '../../visualizations/service.ts'
import { buildSampleDatabase } from './build.ts'
import { sampleDashboard } from './dashboard.ts'
import { type SampleQuery, sampleQueries } from './queries.ts'
import * as store from './store.ts'

const SOURCE_NAME = 'Sample data'
/** Marked as favorites of the first admin, so that the menus are not empty. */
const FAVORITES = 2
/** Milliseconds. */
const LONGEST_RUN = 30_000

const databasePath = ({ config }: Services) => join(config.dataDir, SAMPLE_DATABASE)

/** The databases whose sample this process is making. */
const coming = new WeakSet<Services['db']>()

/** Whether the sample is being made. Of several servers only the one that was set up knows; the others show it once it is there. */
export const isSampleComing = ({ db }: Pick<Services, 'db'>): boolean => coming.has(db)

/**
 * Makes the sample: a DuckDB data source, queries with charts and their first results, and a dashboard, all through the services
 * that people use. Does nothing when the sample is there already.
 * @param userId the admin who owns it
 */
export async function installSample(services: Services, userId: number): Promise<void> {
  coming.add(services.db)
  try {
    await makeSample(services, userId)
  } finally {
    coming.delete(services.db)
  }
}

async function makeSample(services: Services, userId: number): Promise<void> {
  if ((await store.findSource(services.db)) !== null) return
  const owner = await users.findById(services.db, userId)
  if (!owner) throw new Error(`There is no user ${userId}.`)
  const ctx: Context = { ...services, viewer: viewerOf(owner), origin: null, baseUrl: services.config.baseUrl ?? '/' }

  await buildSampleDatabase(databasePath(services))
  const source = await dataSources.create(ctx, {
    name: SOURCE_NAME,
    type: 'duckdb',
    // Relative, as the data directory may be moved.
    options: { dbpath: SAMPLE_DATABASE },
  })
  await store.markSource(ctx.db, source.id)
  await addQueryResults(ctx)
  // Newest first is the order of the list: the first of ours is made last.
  const made: MadeQuery[] = []
  for (const sample of sampleQueries.toReversed()) made.push(await addQuery(ctx, source.id, sample))
  for (const { id } of made.slice(-FAVORITES)) await queries.favorite(ctx, id)
  await addDashboard(ctx, made)
}

/** A sample query with the ids of its visualizations, by their names. */
interface MadeQuery {
  id: number
  name: string
  visualizationIds: Map<string, number>
}

/** The source in which queries meet, which every installation wants sooner or later. It stays when the sample goes. */
async function addQueryResults(ctx: Context): Promise<void> {
  const isThere = (await dataSources.list(ctx)).some(({ type, name }) => type === results.type || name === results.name)
  if (!isThere) await dataSources.create(ctx, { name: results.name, type: results.type, options: {} })
}

/** Runs the text first: the query then finds its result when it is made, so that nobody ever opens it without. */
async function addQuery(ctx: Context, sourceId: number, sample: SampleQuery): Promise<MadeQuery> {
  const { name, description, query, tags } = sample
  const run = { query, data_source_id: sourceId, max_age: 0, wait: LONGEST_RUN }
  await executions.runText(ctx, run, {}, AbortSignal.timeout(LONGEST_RUN))
  const { id, visualizations: stored } = await queries.create(ctx, { name, description, query, tags, data_source_id: sourceId })
  const visualizationIds = new Map(stored.map((one) => [one.name, one.id]))
  for (const visualization of sample.visualizations) {
    visualizationIds.set(visualization.name, (await visualizations.create(ctx, { query_id: id, ...visualization })).id)
  }
  await queries.update(ctx, id, { is_draft: false })
  await store.markQuery(ctx.db, id)
  return { id, name, visualizationIds }
}

/** Whole before it is published, so that nobody ever opens it half made. */
async function addDashboard(ctx: Context, made: readonly MadeQuery[]): Promise<void> {
  const { name, tags } = sampleDashboard
  const { id, slug } = await dashboards.create(ctx, { name })
  await store.markDashboard(ctx.db, id)
  for (const widget of sampleDashboard.widgets) {
    const options = { isHidden: false, position: { ...widget.place, autoHeight: false }, parameterMappings: {} }
    const base = { dashboard_id: id, width: 1, options }
    if ('text' in widget) await widgets.create(ctx, { ...base, visualization_id: null, text: widget.text })
    else await widgets.create(ctx, { ...base, visualization_id: visualizationIdOf(made, widget.query, widget.visualization) })
  }
  await dashboards.update(ctx, slug, { is_draft: false, tags })
}

function visualizationIdOf(made: readonly MadeQuery[], query: string, visualization: string): number {
  const id = made.find(({ name }) => name === query)?.visualizationIds.get(visualization)
  if (id === undefined) throw new Error(`The sample has no visualization "${visualization}" of a query "${query}".`)
  return id
}

/** Removes the sample data source with its results, its queries and its dashboard. */
export async function removeSample(ctx: Context): Promise<void> {
  const sourceId = await store.findSource(ctx.db)
  await store.removeItems(ctx.db)
  if (sourceId !== null) await dataSources.remove(ctx, sourceId)
  await rm(databasePath(ctx), { force: true })
}
