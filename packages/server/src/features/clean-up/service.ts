import type { AuditAction } from '@sightline/contract/audit.ts'
import type { CleanUpOutcome } from '@sightline/contract/clean-up.ts'
import type { Context } from '../../platform/context.ts'
import { AppError } from '../../platform/http/errors.ts'
import * as audit from '../audit/service.ts'
import { removeResult } from '../executions/results/retention.ts'
import * as queries from '../queries/service.ts'
import { disable } from '../users/standing.ts'

/** Archives queries, one by one: what cannot be archived is told, and keeps nothing else from it. */
export function archiveQueries(ctx: Context, ids: number[]): Promise<CleanUpOutcome> {
  return each(ids, async (id) => {
    await queries.archive(ctx, id, (within, name) => note(within, 'query.archive', id, name))
  })
}

/** Deletes stored results. Queries that showed one of them have none until they run again. */
export function deleteResults(ctx: Context, ids: number[]): Promise<CleanUpOutcome> {
  return each(ids, async (id) => {
    const file = await ctx.db.transaction(async (db) => {
      const within = { ...ctx, db }
      const removed = await removeResult(within, id)
      if (removed === null) throw new AppError('not_found')
      await note(within, 'query_result.delete', id, null)
      return removed
    })
    await ctx.files.remove(file)
  })
}

/** Shuts users out; the last admin who can sign in stays. */
export const disableUsers = (ctx: Context, ids: number[]): Promise<CleanUpOutcome> =>
  each(ids, async (id) => void (await disable(ctx, id)))

/** In turn, as they may wait for each other in the database. */
async function each(ids: number[], act: (id: number) => Promise<void>): Promise<CleanUpOutcome> {
  const refused: CleanUpOutcome['refused'] = []
  const chosen = [...new Set(ids)]
  for (const id of chosen) {
    try {
      await act(id)
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      refused.push({ id, message: error.message })
    }
  }
  return { done: chosen.length - refused.length, refused }
}

const note = (ctx: Context, action: AuditAction, id: number, name: string | null): Promise<void> =>
  audit.recordAction(ctx, action, { object_id: id, object_name: name, details: { by: 'clean_up' } })
