import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import {
  type PastExecution,
  type QueryVersion,
  type QueryVersionContent,
  versionedFields,
} from '@sightline/contract/query-history.ts'
import { can, canReadQueryText } from '@sightline/domain/permissions/can.ts'
import type { Context } from '../../platform/context.ts'
import { AppError } from '../../platform/http/errors.ts'
import { wireTime, wireTimeOrNull } from '../../platform/wire-time.ts'
import * as dataSources from '../data-sources/service.ts'
import { presentUser } from '../users/present.ts'
import * as store from './history.store.ts'
import { mustSee } from './service.ts'
import type { QueryRow } from './store.ts'

const MAX_EXECUTIONS = 100

/** The versions of a query, newest first. Publishing a query creates no version. */
export async function versions(ctx: Context, id: number): Promise<QueryVersion[]> {
  const row = await mustSeeHistory(ctx, id)
  const { query } = row
  const text = createHash('md5').update(query.query).digest('hex')
  const present = {
    version: query.version,
    saved_at: query.updated_at,
    saver: saverOf(row),
    comparedFields: { ...query, query: text },
  }
  const stored = await store.versions(ctx.db, id)
  const isStored = changedFields(present.comparedFields, stored[0]?.comparedFields)?.length === 0
  const states = isStored ? stored : [present, ...stored]
  return states.map(({ version, saved_at, saver, comparedFields }, index) => {
    return {
      version,
      user: presentUser(saver, ctx.config),
      saved_at: wireTime(saved_at),
      name: comparedFields.name,
      changes: changedFields(comparedFields, states[index + 1]?.comparedFields) ?? [],
    }
  })
}

type ComparedFields = Record<(typeof versionedFields)[number], unknown>

/** The fields that differ between two versions; null if there is no earlier one. */
const changedFields = (comparedFields: ComparedFields, before: ComparedFields | undefined) =>
  before === undefined ? null : versionedFields.filter((field) => !isDeepStrictEqual(comparedFields[field], before[field]))

/** One version of a query. @throws AppError if it does not exist or is no longer stored */
export async function version(ctx: Context, id: number, number: number): Promise<QueryVersionContent> {
  const row = await mustSeeHistory(ctx, id)
  const present = { content: { ...row.query, saved_at: row.query.updated_at }, saver: saverOf(row) }
  const found = number === row.query.version ? present : await store.version(ctx.db, id, number)
  if (!found) throw new AppError('not_found')
  const { version, saved_at, name, description, query, options, data_source_id, schedule, tags } = found.content
  return {
    version,
    user: presentUser(found.saver, ctx.config),
    saved_at: wireTime(saved_at),
    name,
    description,
    query: canReadQueryText(ctx.viewer) ? query : null,
    options,
    data_source_id,
    schedule,
    tags,
  }
}

/**
 * The last runs of a query by all users, as far as they are still stored. Joining an execution of another query counts as a run
 * of this one.
 */
export async function executions(ctx: Context, id: number): Promise<PastExecution[]> {
  await mustSeeHistory(ctx, id)
  const found = await store.pastExecutions(ctx.db, id, MAX_EXECUTIONS)
  const mayReadError = await errorRule(ctx, new Set(found.map(({ execution }) => execution.data_source_id)))
  // Error messages of databases quote the query text, and values are parts of it.
  const mayReadText = (execution: Execution) => canReadQueryText(ctx.viewer) && mayReadError(execution)
  return found.map(({ execution, parameters, requester, scheduled, requested_at: requestedAt, runtime, rows }) => ({
    id: execution.id,
    status: execution.status,
    // A scheduled run is not attributed to the owner, who has not started it.
    user: requester === null || scheduled ? null : presentUser(requester, ctx.config),
    scheduled,
    created_at: wireTime(requestedAt),
    finished_at: wireTimeOrNull(execution.finished_at),
    runtime,
    rows,
    error: mayReadText(execution) ? execution.error : '',
    parameters: mayReadText(execution) ? parameters : null,
  }))
}

type Execution = Awaited<ReturnType<typeof store.pastExecutions>>[number]['execution']

/**
 * Returns a check whether the caller may read the error of an execution, which may quote data of its source. An error of a text
 * that reads other queries may quote data of other sources, so it is only for users who started the run and for admins.
 */
export async function errorRule(
  ctx: Context,
  sourceIds: ReadonlySet<number>,
): Promise<(execution: Pick<Execution, 'data_source_id' | 'user_ids' | 'query_ids'>) => boolean> {
  const sources = new Map<number, dataSources.RunnableSource>()
  for (const id of sourceIds) {
    const source = await dataSources.findRunnable(ctx, id)
    if (source) sources.set(id, source)
  }
  return (execution) => {
    const source = sources.get(execution.data_source_id)
    if (!can(ctx.viewer, 'execution.view', { ...execution, shares: source?.row.shares ?? null })) return false
    return !source?.runner.readsQueries || can(ctx.viewer, 'execution.cancel', execution)
  }
}

async function mustSeeHistory(ctx: Context, id: number): Promise<QueryRow> {
  const row = await mustSee(ctx, id)
  if (!ctx.viewer.permissions.has('view_query')) throw new AppError('forbidden')
  return row
}

const saverOf = ({ modifier, owner }: QueryRow) => modifier ?? owner
