import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import {
  type PastExecution,
  type QueryVersion,
  type QueryVersionContent,
  versionedFields,
} from '@sightline/contract/query-history.ts'
import { can, canReadQueryText, type Share } from '@sightline/domain/permissions/can.ts'
import type { Context } from '../../platform/context.ts'
import { AppError } from '../../platform/http/errors.ts'
import { wireTime, wireTimeOrNull } from '../../platform/wire-time.ts'
import * as dataSources from '../data-sources/service.ts'
import { presentUser } from '../users/present.ts'
import * as store from './history.store.ts'
import { mustSee } from './service.ts'
import type { QueryRow } from './store.ts'

const MOST_EXECUTIONS = 100

/** The saved states of a query, the newest first. Who only publishes a query has written no state of it. */
export async function versions(ctx: Context, id: number): Promise<QueryVersion[]> {
  const row = await mustSeeHistory(ctx, id)
  const { query } = row
  const text = createHash('md5').update(query.query).digest('hex')
  const present = { version: query.version, saved_at: query.updated_at, saver: saverOf(row), marks: { ...query, query: text } }
  const kept = await store.versions(ctx.db, id)
  const isKept = changedFields(present.marks, kept[0]?.marks)?.length === 0
  const states = isKept ? kept : [present, ...kept]
  return states.map(({ version, saved_at, saver, marks }, index) => {
    return {
      version,
      user: presentUser(saver, ctx.config),
      saved_at: wireTime(saved_at),
      name: marks.name,
      changes: changedFields(marks, states[index + 1]?.marks) ?? [],
    }
  })
}

type Marks = Record<(typeof versionedFields)[number], unknown>

/** What differs between two states; null where there is none before. */
const changedFields = (marks: Marks, before: Marks | undefined) =>
  before === undefined ? null : versionedFields.filter((field) => !isDeepStrictEqual(marks[field], before[field]))

/** One saved state of a query. @throws AppError when there is none of this number, or no more */
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
 * The last runs of a query, by whomever, as long as they are remembered. One that joined an execution of another query is a run of
 * this one as well, of whoever has asked here.
 */
export async function executions(ctx: Context, id: number): Promise<PastExecution[]> {
  await mustSeeHistory(ctx, id)
  const found = await store.pastExecutions(ctx.db, id, MOST_EXECUTIONS)
  const tellsError = await errorRule(ctx, new Set(found.map(({ execution }) => execution.data_source_id)))
  return found.map(({ execution, asker, scheduled, asked_at: askedAt, runtime, rows }) => ({
    id: execution.id,
    status: execution.status,
    // A schedule runs on behalf of the owner, who has asked for nothing.
    user: asker === null || scheduled ? null : presentUser(asker, ctx.config),
    scheduled,
    created_at: wireTime(askedAt),
    finished_at: wireTimeOrNull(execution.finished_at),
    runtime,
    rows,
    // Databases quote the text that they complain about.
    error: canReadQueryText(ctx.viewer) && tellsError(execution) ? execution.error : '',
  }))
}

type Execution = Awaited<ReturnType<typeof store.pastExecutions>>[number]['execution']

/**
 * Tells of executions on some data sources whether the caller may read their errors, which may quote what is in the source. Those of
 * a text that reads queries may quote what is in others: they are for whoever asked, and admins.
 */
async function errorRule(ctx: Context, sourceIds: ReadonlySet<number>): Promise<(execution: Execution) => boolean> {
  const shares = new Map<number, readonly Share[]>()
  for (const id of sourceIds) {
    const source = await dataSources.findRunnable(ctx, id)
    if (source && !source.runner.readsQueries) shares.set(id, source.row.shares)
  }
  return (execution) =>
    can(ctx.viewer, 'execution.view', { ...execution, shares: shares.get(execution.data_source_id) ?? null })
}

async function mustSeeHistory(ctx: Context, id: number): Promise<QueryRow> {
  const row = await mustSee(ctx, id)
  if (!ctx.viewer.permissions.has('view_query')) throw new AppError('forbidden')
  return row
}

const saverOf = ({ modifier, owner }: QueryRow) => modifier ?? owner
