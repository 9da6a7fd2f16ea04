import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Context, Services } from '../../../platform/context.ts'
import * as dataSources from '../../data-sources/service.ts'
import * as executions from '../../executions/service.ts'
import * as queries from '../../queries/service.ts'
import { viewerOf } from '../../users/service.ts'
import * as users from '../../users/store.ts'
import * as visualizations from '../../visualizations/service.ts'
import { buildSampleDatabase } from './build.ts'
import { type SampleQuery, sampleQueries } from './queries.ts'
import * as store from './store.ts'

const SOURCE_NAME = 'Sample data'
const DASHBOARD = { name: 'Flight operations', slug: 'flight-operations', tags: ['aviation'] }
/** Marked as favorites of the first admin, so that the menus are not empty. */
const FAVORITES = 2
/** Milliseconds. */
const LONGEST_RUN = 30_000

const databasePath = ({ config }: Services) => join(config.dataDir, 'sample.duckdb')

/**
 * Makes the sample: a DuckDB data source, queries with charts and their first results, and a dashboard, all through the services
 * that people use. Does nothing when the sample is there already.
 * @param userId the admin who owns it
 */
export async function installSample(services: Services, userId: number): Promise<void> {
  if ((await store.findSource(services.db)) !== null) return
  const owner = await users.findById(services.db, userId)
  if (!owner) throw new Error(`There is no user ${userId}.`)
  const ctx: Context = { ...services, viewer: viewerOf(owner), baseUrl: services.config.baseUrl ?? '/' }

  await buildSampleDatabase(databasePath(services))
  const source = await dataSources.create(ctx, {
    name: SOURCE_NAME,
    type: 'duckdb',
    options: { dbpath: databasePath(services) },
  })
  await store.markSource(ctx.db, source.id)
  // Newest first is the order of the list: the first of ours is made last.
  const ids: number[] = []
  for (const sample of sampleQueries.toReversed()) ids.push(await addQuery(ctx, source.id, sample))
  for (const id of ids.slice(-FAVORITES)) await queries.favorite(ctx, id)
  await store.insertDashboard(ctx.db, { ...DASHBOARD, user_id: userId })
}

/** Runs the text first: the query then finds its result when it is made, so that nobody ever opens it without. */
async function addQuery(ctx: Context, sourceId: number, sample: SampleQuery): Promise<number> {
  const { name, description, query, tags, chart } = sample
  const run = { query, data_source_id: sourceId, max_age: 0, wait: LONGEST_RUN }
  await executions.runText(ctx, run, {}, AbortSignal.timeout(LONGEST_RUN))
  const { id } = await queries.create(ctx, { name, description, query, tags, data_source_id: sourceId })
  await visualizations.create(ctx, { query_id: id, type: 'CHART', name: chart.name, options: chart.options })
  await queries.update(ctx, id, { is_draft: false })
  await store.markQuery(ctx.db, id)
  return id
}

/** Removes the sample data source with its results, its queries and its dashboard. */
export async function removeSample(ctx: Context): Promise<void> {
  const sourceId = await store.findSource(ctx.db)
  await store.removeItems(ctx.db)
  if (sourceId !== null) await dataSources.remove(ctx, sourceId)
  await rm(databasePath(ctx), { force: true })
}
