import { SchemaErrorCode, type SchemaReply, type SchemaTable } from '@sightline/contract/data-sources.ts'
import { tableColumns } from '@sightline/domain/names.ts'
import { can } from '@sightline/domain/permissions/can.ts'
import type { Executors } from '../../executor/protocol.ts'
import type { Context, Services } from '../../platform/context.ts'
import type { StreamReply } from '../../platform/http/app.ts'
import type { AnyRunner } from '../../runners/runner.ts'
import { KeptSchemas } from './kept-schemas.ts'
import { resolveOptions } from './resolve-options.ts'
import * as store from './store.ts'

/** How long a source may take to tell of its tables. */
export const LOAD_LIMIT_MS = 300_000
const CACHE_DAYS = 7
const CACHE_MS = CACHE_DAYS * 86_400_000

/** Tables and columns of a source: as kept for up to seven days, or read from it now. A failure is an answer, with its code. */
export async function schemaOf(
  ctx: Context,
  source: store.SourceRow,
  runner: AnyRunner,
  refresh: boolean,
): Promise<SchemaReply | StreamReply> {
  if (runner.readsQueries) return { schema: await queryTables(ctx) }
  if (!runner.getSchema)
    return { error: { code: SchemaErrorCode.notSupported, message: 'Data source type does not support retrieving schema' } }
  if (!refresh) {
    const kept = await keptReply(ctx, source)
    if (kept !== null) return kept
  }
  try {
    return { schema: await readSchema(ctx, source) }
  } catch (error) {
    return { error: { code: SchemaErrorCode.loadError, message: 'Error retrieving schema.', details: textOf(error) } }
  }
}

// Keyed by executors, so that two servers in one process stay apart.
const answers = new WeakMap<Executors, KeptSchemas>()

/** The answer with a kept schema; null when there is none, or it is too old. */
async function keptReply(ctx: Context, { id, schema_fetched_at }: store.SourceRow): Promise<StreamReply | null> {
  if (schema_fetched_at === null || ctx.now().getTime() - schema_fetched_at.getTime() >= CACHE_MS) return null
  const kept = answers.get(ctx.executors) ?? new KeptSchemas()
  answers.set(ctx.executors, kept)
  const body = kept.get(id, schema_fetched_at) ?? (await readKept(ctx, id, kept))
  return body === null ? null : { contentType: 'application/json; charset=utf-8', body }
}

/** Reads the schema as text and sends it so. Reading a large one only to write it again would take longer than all the rest. */
async function readKept(ctx: Context, id: number, kept: KeptSchemas) {
  const found = await store.findSchema(ctx.db, id)
  if (!found?.schema || !found.fetched_at) return null
  return kept.keep(id, found.fetched_at, Buffer.from(`{"schema":${found.schema}}`))
}

type Source = Pick<store.SourceRow, 'id' | 'type' | 'encrypted_options'>

/**
 * Reads the tables of a source now, and keeps them, or what went wrong.
 * @throws what the source complained about
 */
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

/** The queries that the caller sees in lists, as tables. They are another caller's others, so nothing of this is kept. */
async function queryTables({ db, viewer }: Context): Promise<SchemaTable[]> {
  const rows = viewer.kind === 'user' ? await store.queriesOf(db, viewer.groupIds) : []
  return rows.map(({ id, name, sources, ...result }) => {
    // Names of columns may be values: those of a result that the caller may not see are not told.
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

// Many editors opened at once ask the source once. Keyed as above.
const loads = new WeakMap<Executors, Map<number, Promise<SchemaTable[]>>>()

async function loadOnce(ctx: Services, source: Source): Promise<SchemaTable[]> {
  const running = loads.get(ctx.executors) ?? new Map<number, Promise<SchemaTable[]>>()
  loads.set(ctx.executors, running)
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
