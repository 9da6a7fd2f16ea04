import type { NewQuery, Query, QueryChanges } from '@sightline/contract/queries.ts'
import { i18n } from '@sightline/domain/language/i18n.ts'
import { storableOptions } from '@sightline/domain/parameters/definition.ts'
import { can } from '@sightline/domain/permissions/can.ts'
import { cleanTags } from '@sightline/domain/tags.ts'
import { visualizationTypeName } from '@sightline/domain/visualization-names.ts'
import { authorize, userOf } from '../../platform/authorize.ts'
import { changedFields } from '../../platform/changed-fields.ts'
import type { Context, Services } from '../../platform/context.ts'
import { newKey } from '../../platform/crypto/keys.ts'
import type { Db } from '../../platform/db/db.ts'
import { AppError } from '../../platform/http/errors.ts'
import * as audit from '../audit/service.ts'
import * as favorites from '../favorites/service.ts'
import { adoptRuns } from './adopt-runs.ts'
import { dropChecksOf, removeWidgetsOf } from './dependents.store.ts'
import { saveVersion } from './history.store.ts'
import {
  checkDropdowns,
  checkPatterns,
  isUnchangedSchedule,
  keepDialect,
  mustSchedule,
  readSchedule,
  readSourceId,
} from './input.ts'
import { presentPlain, presentQuery, recordOf } from './present.ts'
import { recordPublicChange } from './publishing.ts'
import { linkAfterChange, mustUseSource, ownResult, resultLink } from './run-text.ts'
import * as store from './store.ts'

// Exported for other features.
export { listItems, wordsOf } from './lists.ts'
export { patternKnowledge } from './pattern.ts'
export { mayMakePublic } from './publishing.ts'
export { hashOf, standardText, textToRun } from './run-text.ts'

/** A query as other features get it. */
export type QueryRow = store.QueryRow

/** The table that each query has at first, named in the language of the user who creates it. */
const defaultTable = (): store.NewVisualizationRow => ({
  type: 'TABLE',
  name: visualizationTypeName('TABLE'),
  description: '',
  options: {},
})

/** Creates a query: a draft owned by the caller, with a table. */
export async function create(ctx: Context, sent: NewQuery): Promise<Query> {
  const user = userOf(ctx)
  const source = await mustUseSource(ctx, sent.data_source_id)
  const schedule = readSchedule(ctx, sent.schedule ?? null, null)
  if (schedule !== null) mustSchedule(ctx)
  const definition = { query: sent.query, options: storableOptions(sent.options ?? {}) }
  checkPatterns(definition.options.parameters ?? [])
  await checkDropdowns(ctx, definition.options.parameters ?? [])
  const link = await resultLink(ctx, definition, source, sent.latest_query_data_id ?? null)
  const id = await store.insert(
    ctx.db,
    {
      name: sent.name ?? i18n._('New Query'),
      description: sent.description ?? null,
      ...definition,
      schedule,
      tags: cleanTags(sent.tags ?? []),
      data_source_id: sent.data_source_id,
      ...link,
      user_id: user.id,
      api_key: newKey(),
    },
    [defaultTable()],
  )
  await adoptRuns(ctx, { id, definition, resultId: link.latest_query_data_id }, source)
  return view(ctx, await mustFind(ctx, id))
}

/** A query, for callers with access to its data source or with its key. */
export async function get(ctx: Context, id: number): Promise<Query> {
  const row = await mustSee(ctx, id)
  const query = await view(ctx, row)
  if (ctx.viewer.kind !== 'user') return query
  return { ...query, can_edit: ctx.viewer.permissions.has('edit_query') && can(ctx.viewer, 'query.edit', recordOf(row)) }
}

/**
 * Saves the fields that differ. Fields that are sent back unchanged need no permission of their own, because clients post whole
 * queries.
 * @throws AppError `version_conflict` if someone has saved since `version`
 */
export async function update(ctx: Context, id: number, sent: QueryChanges): Promise<Query> {
  const user = userOf(ctx)
  const row = await mustSee(ctx, id)
  const record = recordOf(row)
  authorize(ctx.viewer, 'query.edit', record)
  if (row.query.is_archived && sent.is_archived !== false) throw new AppError('query_archived')

  const { latest_query_data_id: sentResult, version, ...fields } = sent
  if (version !== undefined && version !== row.query.version) throw new AppError('version_conflict')
  const changes = changedFields(row.query, {
    ...fields,
    options: fields.options && storableOptions(keepDialect(row.query.options, fields.options)),
    query: fields.query ?? undefined,
    data_source_id: readSourceId(row, fields.data_source_id),
    schedule: isUnchangedSchedule(row, fields.schedule)
      ? undefined
      : readSchedule(ctx, fields.schedule ?? null, row.query.schedule),
    tags: fields.tags === undefined ? undefined : cleanTags(fields.tags ?? []),
  })
  if (changes.tags !== undefined) authorize(ctx.viewer, 'query.tag', record)
  if (changes.is_draft !== undefined) authorize(ctx.viewer, 'query.publish', record)
  if (changes.is_archived !== undefined) authorize(ctx.viewer, 'query.archive', record)
  if (changes.data_source_id !== undefined) authorize(ctx.viewer, 'query.changeSource', record)
  if (changes.schedule) mustSchedule(ctx)
  if (changes.options !== undefined) {
    checkPatterns(changes.options.parameters ?? [])
    await checkDropdowns(ctx, changes.options.parameters ?? [])
  }

  const link = await linkAfterChange(ctx, row, changes, sentResult)
  const isContent = Object.keys(fields).length > 0
  if (isContent) {
    const saved = {
      ...changes,
      ...link,
      // A new schedule starts at once, however often the previous one has failed.
      ...(changes.schedule === undefined ? {} : { schedule_failures: 0 }),
      // Failures of another text, or from before another result, say nothing about what it shows now.
      ...(isRelinked(row, link) ? { refresh_failure: null } : {}),
      ...(changes.is_archived === true ? store.archived : {}),
      last_modified_by_id: user.id,
    }
    await ctx.db.transaction(async (tx) => {
      await saveVersion(tx, id)
      if (!(await store.change(tx, id, saved, version ?? null))) throw new AppError('version_conflict')
      if (changes.is_archived === true) await removeDependents(tx, id)
      else await recordPublicChange({ ...ctx, db: tx }, row, changes)
      if (changes.is_archived === false)
        await audit.recordAction({ ...ctx, db: tx }, 'query.unarchive', { object_id: id, object_name: row.query.name })
    })
  } else if (link.latest_query_data_id !== undefined) {
    await store.setLatestResult(ctx.db, id, link.latest_query_data_id)
  }
  return view(ctx, await mustFind(ctx, id))
}

/** Whether a query has another text or result after a change. */
const isRelinked = ({ query }: store.QueryRow, link: Awaited<ReturnType<typeof linkAfterChange>>): boolean =>
  Object.entries(link).some(([field, value]) => value !== query[field as keyof typeof link])

/**
 * Archives a query: removes it from all lists and dashboards, stops its schedule and hides its alerts. Its URL still opens it.
 * @param also runs in the same transaction
 */
export async function archive(
  ctx: Context,
  id: number,
  also: (within: Context, name: string) => Promise<void> = async () => {},
): Promise<null> {
  const row = await mustFind(ctx, id)
  authorize(ctx.viewer, 'query.archive', recordOf(row))
  await ctx.db.transaction(async (tx) => {
    await saveVersion(tx, id)
    await store.archive(tx, id, userOf(ctx).id)
    await removeDependents(tx, id)
    await also({ ...ctx, db: tx }, row.query.name)
  })
  return null
}

/** Removes the widgets of an archived query. Its alerts stay, hidden, until it is restored. */
async function removeDependents(tx: Db, id: number): Promise<void> {
  await removeWidgetsOf(tx, id)
  await dropChecksOf(tx, id)
}

/** Copies a query as a draft owned by the caller, with its visualizations and without its schedule. */
export async function fork(ctx: Context, id: number): Promise<Query> {
  const row = await mustSee(ctx, id)
  authorize(ctx.viewer, 'query.fork', recordOf(row))
  const { query } = row
  const visualizations = await store.visualizationsOf(ctx.db, id)
  const copy = await store.insert(
    ctx.db,
    {
      name: `Copy of (#${id}) ${query.name}`,
      description: query.description,
      query: query.query,
      query_hash: query.query_hash,
      data_source_id: query.data_source_id,
      latest_query_data_id: await ownResult(ctx, query.data_source_id, query.latest_query_data_id),
      options: query.options,
      schedule: null,
      tags: query.tags,
      user_id: userOf(ctx).id,
      api_key: newKey(),
    },
    visualizations.map(({ type, name, description, options }) => ({ type, name, description, options })),
  )
  return view(ctx, await mustFind(ctx, copy))
}

export async function favorite(ctx: Context, id: number): Promise<null> {
  await mustSee(ctx, id)
  await favorites.mark(ctx, 'query', id)
  return null
}

export async function unfavorite(ctx: Context, id: number): Promise<null> {
  await mustSee(ctx, id)
  await favorites.unmark(ctx, 'query', id)
  return null
}

/** Replaces the key of a query: URLs with the old key stop working at once. */
export async function regenerateKey(ctx: Context, id: number): Promise<Omit<Query, 'visualizations'>> {
  const row = await mustSee(ctx, id)
  authorize(ctx.viewer, 'query.regenerateKey', recordOf(row))
  await ctx.db.transaction(async (db) => {
    await store.setKey(db, id, newKey())
    await audit.recordAction({ ...ctx, db }, 'query.regenerate_key', { object_id: id, object_name: row.query.name })
  })
  return presentPlain(await mustFind(ctx, id), ctx)
}

/** A query if the caller may see it, else null. */
export async function findVisible(ctx: Context, id: number): Promise<store.QueryRow | null> {
  const row = await store.find(ctx.db, id, userIdOf(ctx))
  return row && can(ctx.viewer, 'query.view', recordOf(row)) ? row : null
}

/** @throws AppError if there is no such query or the caller may not see it */
export async function mustSee(ctx: Context, id: number): Promise<store.QueryRow> {
  const row = await mustFind(ctx, id)
  authorize(ctx.viewer, 'query.view', recordOf(row))
  return row
}

/** A query that the caller may change. @throws AppError also for an archived query */
export async function mustEdit(ctx: Context, id: number): Promise<store.QueryRow> {
  const row = await mustSee(ctx, id)
  authorize(ctx.viewer, 'query.edit', recordOf(row))
  if (row.query.is_archived) throw new AppError('query_archived')
  return row
}

/** Any query, without a permission check: for functions that check what the caller may do with it. */
export async function mustFind(ctx: Context, id: number): Promise<store.QueryRow> {
  const row = await store.find(ctx.db, id, userIdOf(ctx))
  if (!row) throw new AppError('not_found')
  return row
}

/** The same without a caller, for background work; undefined if there is no such query. */
export function find({ db }: Pick<Services, 'db'>, id: number): Promise<store.QueryRow | undefined> {
  return store.find(db, id, 0)
}

const userIdOf = (ctx: Context) => (ctx.viewer.kind === 'user' ? ctx.viewer.id : 0)

async function view(ctx: Context, row: store.QueryRow): Promise<Query> {
  return presentQuery(row, await store.visualizationsOf(ctx.db, row.query.id), ctx)
}
