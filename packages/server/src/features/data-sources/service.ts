import type { AuditAction } from '@sightline/contract/audit.ts'
import type {
  AdminDataSource,
  ConnectionTest,
  DataSource,
  DataSourceFields,
  Dependents,
  NewDataSource,
  SchemaReply,
  SourceDescriptor,
  Upload,
} from '@sightline/contract/data-sources.ts'
import { i18n } from '@sightline/domain/language/i18n.ts'
import { byLettersOf } from '@sightline/domain/list-page.ts'
import { can } from '@sightline/domain/permissions/can.ts'
import { authorize } from '../../platform/authorize.ts'
import type { Context, Services } from '../../platform/context.ts'
import { encryptOptions } from '../../platform/crypto/options.ts'
import { violatesConstraint } from '../../platform/db/constraint-errors.ts'
import type { Db } from '../../platform/db/db.ts'
import type { HttpExchange, StreamReply } from '../../platform/http/app.ts'
import { AppError } from '../../platform/http/errors.ts'
import { changedOptions, configurationSchema } from '../../platform/type-options.ts'
import { logoOf } from '../../runners/logo.ts'
import { runners } from '../../runners/registry.ts'
import { type AnyRunner, inDialect } from '../../runners/runner.ts'
import * as audit from '../audit/service.ts'
import { readSettings } from '../settings/service.ts'
import { checkedOptions, newOptions, readableOptions, resolveOptions, rowOf, storedOptions, uploadsOf } from './options.ts'
import { present, presentForAdmin } from './present.ts'
import { schemaOf } from './schema.ts'
import * as store from './store.ts'
import { importUpload } from './upload.ts'

export {
  bindOptions,
  clearOptions,
  countReadable,
  readableOptions,
  reencryptOptions,
  resolveOptions,
  rowOf,
  SAMPLE_DATABASE,
  unreadableOptions,
} from './options.ts'
// Exported for other features and commands: stored options and sharing.
export { ensureSampleFile } from './sample-file.ts'
export { sessionTimeZone } from './session-time-zone.ts'
export { setViewOnly, share, sharedWith, unshare } from './sharing.ts'
export { type FoundTable, findTables } from './table-search.ts'

const TEST_LIMIT_MS = 30_000

/** The data sources that the caller may use, by name. Stored sources of unknown types are left out. */
export async function list(ctx: Context): Promise<DataSource[]> {
  const rows = await store.all(ctx.db)
  return rows.flatMap((row) => {
    const runner = runners.get(row.type)
    return runner && can(ctx.viewer, 'source.view', row) ? [present(row, runner, ctx.viewer)] : []
  })
}

/** All types of data sources by name, with the schema of their options. */
export function types(): SourceDescriptor[] {
  return [...runners.values()]
    .map((runner) => ({
      name: runner.name,
      type: runner.type,
      configuration_schema: configurationSchema(runner.config),
      ...(runner.isDeprecated ? { deprecated: true as const } : {}),
      logo: logoOf(runner),
      guide: runner.guide,
      category: runner.gallery.category,
      aliases: [...(runner.gallery.aliases ?? [])],
      popular: runner.gallery.isPopular ?? false,
    }))
    .sort((one, other) => byLettersOf(i18n.locale)(one.name, other.name))
}

/**
 * Adds a data source that is shared with the given groups, or else as the organization's settings say.
 * @throws AppError `group_invalid` for a group that does not exist
 */
export async function create(ctx: Context, { groups, ...fields }: NewDataSource): Promise<AdminDataSource> {
  const options = newOptions(runnerOf(fields.type), fields.options)
  const isForDefault = groups === undefined && (await readSettings(ctx)).share_new_data_sources
  const id = await ctx.db.transaction(async (db) => {
    const newId = await store.nextSourceId(db)
    if (!(await store.insert(db, newId, encryptedFields(ctx, newId, fields, options))))
      throw new AppError('data_source_name_taken', { name: fields.name })
    if (isForDefault) await store.shareWithDefault(db, newId)
    const unknown = await store.shareNew(db, newId, groups ?? {})
    if (unknown !== null) throw new AppError('group_invalid', { id: unknown })
    await recordChange({ ...ctx, db }, 'data_source.create', { id: newId, ...fields })
    return newId
  })
  return adminView(ctx, await mustFind(ctx, id))
}

/**
 * Saves a data source. A secret that is sent as the placeholder stays unchanged, as long as the source stays with the same
 * server.
 */
export async function update(ctx: Context, id: number, fields: DataSourceFields): Promise<AdminDataSource> {
  const source = await mustFind(ctx, id)
  const stored = fields.type === source.type ? readableOptions(ctx, source) : null
  const options = checkedOptions(runnerOf(fields.type), fields.options, stored)
  await ctx.db.transaction(async (db) => {
    if (!(await changeNamed(db, id, encryptedFields(ctx, id, fields, options)))) {
      throw new AppError('data_source_name_taken', { name: fields.name })
    }
    await recordChange({ ...ctx, db }, 'data_source.change', { id, ...fields }, changedOptions(stored ?? {}, options))
  })
  return adminView(ctx, await mustFind(ctx, id))
}

/** @returns false if the name belongs to another source, even if that was saved just now */
async function changeNamed(db: Db, id: number, fields: Parameters<typeof store.change>[2]): Promise<boolean> {
  try {
    return await store.change(db, id, fields)
  } catch (error) {
    if (violatesConstraint(error, 'unique')) return false
    throw error
  }
}

/** Deletes a data source with its results and uploaded files. Its queries stay, without a source. */
export async function remove(ctx: Context, id: number): Promise<void> {
  const source = await mustFind(ctx, id)
  const uploads = uploadsOf(ctx, source)
  const results = await ctx.db.transaction(async (db) => {
    await recordChange({ ...ctx, db }, 'data_source.delete', source)
    return store.remove(db, id)
  })
  await Promise.all([...results, ...uploads].map((file) => ctx.files.remove(file)))
}

/** Counts what would lose its source or be deleted along with this one. */
export async function dependents(ctx: Context, id: number): Promise<Dependents> {
  await mustFind(ctx, id)
  return store.dependentsOf(ctx.db, id)
}

/**
 * A data source as far as the caller may see it: for admins with its options, for users the list form, for others only whether
 * it is view-only.
 */
export async function get(ctx: Context, id: number): Promise<AdminDataSource | DataSource | { view_only: boolean }> {
  const source = await mustFind(ctx, id)
  authorize(ctx.viewer, 'source.view', source)
  if (ctx.viewer.permissions.has('admin')) return adminView(ctx, source)
  const view = present(source, runnerOf(source.type), ctx.viewer)
  return ctx.viewer.permissions.has('list_data_sources') ? view : { view_only: view.view_only ?? true }
}

/** Tests the connection for up to 30 seconds. A refusal by the source is a result of the test, not an error of the call. */
export async function test(ctx: Context, id: number, signal: AbortSignal): Promise<ConnectionTest> {
  const source = await mustFind(ctx, id)
  const limit = AbortSignal.timeout(TEST_LIMIT_MS)
  try {
    const options = await resolveOptions(ctx, source)
    const task = { kind: 'test', type: source.type, options } as const
    const { note } = await ctx.executors.run(task, AbortSignal.any([signal, limit]))
    return { ok: true, message: 'success', ...(note === null ? {} : { note }) }
  } catch (error) {
    if (limit.aborted) return { ok: false, message: `The data source did not respond within ${TEST_LIMIT_MS / 1000} seconds.` }
    return { ok: false, message: error instanceof Error ? error.message : String(error) }
  }
}

export async function schema(ctx: Context, id: number, refresh: boolean): Promise<SchemaReply | StreamReply> {
  const source = await mustFind(ctx, id)
  authorize(ctx.viewer, 'source.view', source)
  return schemaOf(ctx, source, runnerOf(source.type), refresh)
}

export async function pause(ctx: Context, id: number, reason: string | null): Promise<DataSource> {
  return setPaused(ctx, id, true, reason)
}

export async function resume(ctx: Context, id: number): Promise<DataSource> {
  return setPaused(ctx, id, false, null)
}

export function upload(ctx: Context, name: string, http: Pick<HttpExchange, 'stream' | 'signal'>): Promise<Upload> {
  return importUpload(ctx, name, http)
}

/** A data source as other features need it: its row with the groups that share it, and its runner. */
export interface RunnableSource {
  row: store.SourceRow
  runner: AnyRunner
}

/**
 * @param dialect the dialect of the query; the source's default if left out
 * @returns null if there is no such source or its type is unknown
 */
export async function findRunnable(services: Services, id: number, dialect?: string | null): Promise<RunnableSource | null> {
  const row = await store.find(services.db, id)
  const runner = row && runners.get(row.type)
  return row && runner ? { row, runner: inDialect(runner, dialect) } : null
}

async function setPaused(ctx: Context, id: number, paused: boolean, reason: string | null): Promise<DataSource> {
  const source = await mustFind(ctx, id)
  await ctx.db.transaction(async (db) => {
    await store.setPaused(db, id, paused, reason)
    const { name: object_name } = source
    const about = { object_id: id, object_name, details: reason === null ? {} : { reason } }
    await audit.recordAction({ ...ctx, db }, paused ? 'data_source.pause' : 'data_source.resume', about)
  })
  return present({ ...source, paused, pause_reason: reason }, runnerOf(source.type), ctx.viewer)
}

/** @param options names of the changed options, without their values, which may be secrets */
function recordChange(
  ctx: Context,
  action: AuditAction,
  { id, name, type }: { id: number; name: string; type: string },
  options?: string[],
): Promise<void> {
  return audit.recordAction(ctx, action, {
    object_id: id,
    object_name: name,
    details: options === undefined ? { type } : { type, options },
  })
}

function adminView(ctx: Context, source: store.SourceRow): AdminDataSource {
  return presentForAdmin(source, runnerOf(source.type), ctx.viewer, storedOptions(ctx, source))
}

function encryptedFields(ctx: Context, id: number, sent: DataSourceFields, options: Record<string, unknown>) {
  const { name, type, concurrency, time_limit, refreshes_schema } = sent
  return {
    name,
    type,
    concurrency,
    time_limit,
    refreshes_schema,
    encrypted_options: encryptOptions(ctx.config.secretKey, rowOf(id), options),
  }
}

function runnerOf(type: string): AnyRunner {
  const runner = runners.get(type)
  if (!runner) throw new AppError('data_source_type_unknown', { type })
  return runner
}

async function mustFind(ctx: Context, id: number): Promise<store.SourceRow> {
  const source = await store.find(ctx.db, id)
  if (!source) throw new AppError('not_found')
  return source
}
