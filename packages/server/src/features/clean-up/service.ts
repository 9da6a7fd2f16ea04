import type { AuditAction } from '@sightline/contract/audit.ts'
import type { BrokenQuery, CleanUpOutcome, InactiveUser, StoredResult, UnusedQuery } from '@sightline/contract/clean-up.ts'
import type { ListQuery } from '@sightline/contract/paging.ts'
import { userOf } from '../../platform/authorize.ts'
import type { Context } from '../../platform/context.ts'
import { AppError, shownMessage } from '../../platform/http/errors.ts'
import { pageOf, readListRequest } from '../../platform/paging.ts'
import { wireTime, wireTimeOrNull } from '../../platform/wire-time.ts'
import * as audit from '../audit/service.ts'
import { removeResult } from '../executions/service.ts'
import * as queries from '../queries/service.ts'
import { profileImageOf } from '../users/present.ts'
import { disable } from '../users/service.ts'
import * as store from './store.ts'

/** Archives queries one by one. Those that cannot be archived are reported without affecting the others. */
export function archiveQueries(ctx: Context, ids: number[]): Promise<CleanUpOutcome> {
  return forEachId(ids, async (id) => {
    await queries.archive(ctx, id, (within, name) => recordCleanUp(within, 'query.archive', id, name))
  })
}

/** Deletes stored results. Queries that showed one of them have none until they run again. */
export function deleteResults(ctx: Context, ids: number[]): Promise<CleanUpOutcome> {
  return forEachId(ids, async (id) => {
    const file = await ctx.db.transaction(async (db) => {
      const within = { ...ctx, db }
      const removed = await removeResult(within, id)
      if (removed === null) throw new AppError('not_found')
      await recordCleanUp(within, 'query_result.delete', id, null)
      return removed
    })
    await ctx.files.remove(file)
  })
}

/** Disables users, except for the last admin who can sign in. */
export const disableUsers = (ctx: Context, ids: number[]): Promise<CleanUpOutcome> =>
  forEachId(ids, async (id) => void (await disable(ctx, id)))

/** One after the other, since they may lock the same rows. */
async function forEachId(ids: number[], act: (id: number) => Promise<void>): Promise<CleanUpOutcome> {
  const refused: CleanUpOutcome['refused'] = []
  const chosen = [...new Set(ids)]
  for (const id of chosen) {
    try {
      await act(id)
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      refused.push({ id, message: shownMessage(error) })
    }
  }
  return { done: chosen.length - refused.length, refused }
}

const recordCleanUp = (ctx: Context, action: AuditAction, id: number, name: string | null): Promise<void> =>
  audit.recordAction(ctx, action, { object_id: id, object_name: name, details: { by: 'clean_up' } })

const DEFAULT_MONTHS = 6
const DEFAULT_RUNS = 5

type Pages = Pick<ListQuery, 'page' | 'page_size'>

/** Queries that nobody has opened or run for some months, and that no schedule, alert or used dashboard needs. */
export async function unusedQueries(ctx: Context, { months, ...pages }: Pages & { months?: number }) {
  const { count, rows, request } = await page(pages, (limit, offset) =>
    store.unusedQueries(ctx.db, monthsAgo(ctx, months ?? DEFAULT_MONTHS), limit, offset),
  )
  const items = rows.map(
    ({ owner_id, owner_name, last_used_at, created_at, ...row }): UnusedQuery => ({
      ...row,
      user: { id: owner_id, name: owner_name },
      created_at: wireTime(created_at),
      last_used_at: timeIn(last_used_at),
    }),
  )
  return pageOf(request, count, items)
}

/** Queries whose last runs have all failed. */
export async function brokenQueries(ctx: Context, { runs, ...pages }: Pages & { runs?: number }) {
  const { count, rows, request } = await page(pages, (limit, offset) =>
    store.brokenQueries(ctx.db, runs ?? DEFAULT_RUNS, limit, offset),
  )
  const items = rows.map(
    ({ owner_id, owner_name, last_failed_at, ...row }): BrokenQuery => ({
      ...row,
      user: { id: owner_id, name: owner_name },
      last_failed_at: timeIn(last_failed_at),
    }),
  )
  return pageOf(request, count, items)
}

/** Stored results, the largest first. */
export async function results(ctx: Context, pages: Pages) {
  const { count, rows, request } = await page(pages, (limit, offset) => store.results(ctx.db, limit, offset))
  const shown = await store.queriesShowing(
    ctx.db,
    rows.map(({ id }) => id),
  )
  const items = rows.map(
    ({ retrieved_at, ...row }): StoredResult => ({
      ...row,
      retrieved_at: wireTime(retrieved_at),
      query: shown.get(row.id) ?? null,
    }),
  )
  return pageOf(request, count, items)
}

/** Enabled users without activity for some months, except the caller. */
export async function inactiveUsers(ctx: Context, { months, ...pages }: Pages & { months?: number }) {
  const { count, rows, request } = await page(pages, (limit, offset) =>
    store.inactiveUsers(ctx.db, userOf(ctx).id, monthsAgo(ctx, months ?? DEFAULT_MONTHS), limit, offset),
  )
  const items = rows.map(
    ({ created_at, active_at, profile_image_url, ...row }): InactiveUser => ({
      ...row,
      profile_image_url: profileImageOf({ profile_image_url, email: row.email, disabled_at: null }, ctx.config),
      created_at: wireTime(created_at),
      active_at: wireTimeOrNull(active_at),
    }),
  )
  return pageOf(request, count, items)
}

async function page<Row>(pages: Pages, read: (limit: number, offset: number) => Promise<store.CleanUpList<Row>>) {
  const request = readListRequest({ page: pages.page, page_size: pages.page_size })
  return { request, ...(await read(request.pageSize, (request.page - 1) * request.pageSize)) }
}

function monthsAgo({ now }: Context, months: number): Date {
  const time = now()
  time.setUTCMonth(time.getUTCMonth() - months)
  return time
}

/** Computed columns arrive as strings. */
const timeIn = (time: Date | string | null) => (time === null ? null : wireTime(new Date(time)))
