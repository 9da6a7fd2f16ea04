import { SchemaErrorCode, type SchemaReply, type SchemaTable } from '@sightline/contract/data-sources.ts'
import { tableColumns } from '@sightline/domain/names.ts'
import { can } from '@sightline/domain/permissions/can.ts'
import type { Context, Services } from '../../platform/context.ts'
import type { StreamReply } from '../../platform/http/app.ts'
import { perProcess } from '../../platform/process-memory.ts'
import { runners } from '../../runners/registry.ts'
import type { AnyRunner } from '../../runners/runner.ts'
import { resolveOptions } from './options.ts'
import * as store from './schema.store.ts'
import { SchemaCache } from './schema-cache.ts'
import type { SourceRow } from './store.ts'

/** How long reading a schema may take. */
const LOAD_LIMIT_MS = 300_000
const CACHE_DAYS = 7
const CACHE_MS = CACHE_DAYS * 86_400_000

/** Tables and columns of a source, stored up to seven days ago or read from it now. A failure is a response with its code. */
export async function schemaOf(
  ctx: Context,
  source: SourceRow,
  runner: AnyRunner,
  refresh: boolean,
): Promise<SchemaReply | StreamReply> {
  if (runner.readsQueries) return { schema: await queryTables(ctx) }
  if (!runner.getSchema)
    return { error: { code: SchemaErrorCode.notSupported, message: 'Data source type does not support retrieving schema' } }
  if (!refresh) {
    const stored = await storedReply(ctx, source)
    if (stored !== null) return stored
  }
  try {
    return { schema: await readSchema(ctx, source) }
  } catch (error) {
    return { error: { code: SchemaErrorCode.loadError, message: 'Error retrieving schema.', details: textOf(error) } }
  }
}

const schemaCache = perProcess(() => new SchemaCache())

/** The response with the stored schema; null if there is none or it is too old. */
async function storedReply(ctx: Context, { id, schema_fetched_at }: SourceRow): Promise<StreamReply | null> {
  if (schema_fetched_at === null || ctx.now().getTime() - schema_fetched_at.getTime() >= CACHE_MS) return null
  const cache = schemaCache(ctx)
  const body = cache.get(id, schema_fetched_at) ?? (await readStored(ctx, id, cache))
  return body === null ? null : { contentType: 'application/json; charset=utf-8', body }
}

/**
 * Reads the schema as text and sends it unchanged: parsing a large one only to serialize it again would take longer than
 * everything else.
 */
async function readStored(ctx: Context, id: number, cache: SchemaCache) {
  const found = await store.findSchema(ctx.db, id)
  if (!found?.schema || !found.fetched_at) return null
  return cache.set(id, found.fetched_at, Buffer.from(`{"schema":${found.schema}}`))
}

type Source = Pick<SourceRow, 'id' | 'type' | 'encrypted_options' | 'is_sample'>

/** Reads the schema of a source now and stores it, or the error. @throws the error of the source */
export async function readSchema(services: Services, source: Source): Promise<SchemaTable[]> {
  try {
    return await loadOnce(services, source)
  } catch (error) {
    const details = textOf(error)
    services.log.warn({ data_source_id: source.id, details }, 'A schema could not be loaded')
    await store.saveSchemaFailure(services.db, source.id, details, services.now())
    throw error
  }
}

const textOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

/** The queries in the caller's lists, as tables. They differ by caller, so nothing is cached. */
async function queryTables({ db, viewer }: Context): Promise<SchemaTable[]> {
  const rows = viewer.kind === 'user' ? await store.queriesOf(db, viewer.groupIds) : []
  return rows.map(({ id, name, sources, ...result }) => {
    // Column names may be data, so those of a result that the caller may not see are left out.
    const isVisible = sources.every((shares) => can(viewer, 'source.view', { shares }))
    const { columns, row_count } = isVisible ? result : { columns: null, row_count: null }
    const names = tableColumns((columns ?? []).map((column) => column.name))
    return {
      name: `query_${id}`,
      description: name,
      ...(row_count === null ? {} : { size: row_count }),
      columns: (columns ?? []).map(({ type }, index) => ({ name: names[index] ?? '', type: type ?? '' })),
    }
  })
}

// Many editors that open at the same time share one read of the source.
const loads = perProcess(() => new Map<number, Promise<SchemaTable[]>>())

async function loadOnce(ctx: Services, source: Source): Promise<SchemaTable[]> {
  const running = loads(ctx)
  const load = running.get(source.id) ?? loadNow(ctx, source).finally(() => running.delete(source.id))
  running.set(source.id, load)
  return load
}

async function loadNow(ctx: Services, source: Source): Promise<SchemaTable[]> {
  const options = await resolveOptions(ctx, source)
  const schema = await ctx.executors.run({ kind: 'schema', type: source.type, options }, AbortSignal.timeout(LOAD_LIMIT_MS))
  await store.saveSchema(ctx.db, source.id, schema, ctx.now())
  return schema
}

const DAY_MS = 86_400_000
/** Longer than reading may take: an attempt that began earlier is lost. */
const LOST_ATTEMPT_MS = LOAD_LIMIT_MS + 60_000

/** The types whose schema is read from the source itself. */
const typesWithSchema = () =>
  [...runners.values()].flatMap(({ type, getSchema, readsQueries }) => (getSchema && !readsQueries ? [type] : []))

/**
 * Refreshes the schemas of all sources that are a day old, one after the other in the whole installation, so that editors find
 * them up to date and no database gets many requests at once. A failure stays with its source.
 */
export async function refreshDue(services: Services): Promise<void> {
  for (;;) {
    const now = services.now()
    const ago = (time: number) => new Date(now.getTime() - time)
    const due = await store.claimDue(services.db, {
      types: typesWithSchema(),
      before: ago(DAY_MS),
      lostBefore: ago(LOST_ATTEMPT_MS),
      now,
    })
    if (due === null) return
    // The error is shown on the page of the source.
    await readSchema(services, due).catch(() => null)
  }
}
