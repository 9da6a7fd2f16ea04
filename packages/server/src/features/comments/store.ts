import type { NewComment } from '@sightline/contract/comments.ts'
import { and, arrayContains, asc, count, desc, eq, inArray, isNull, ne, notExists, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Db } from '../../platform/db/db.ts'
import { snapshotCached } from '../../platform/db/snapshot-cache.ts'
import { widgets } from '../dashboards/tables.ts'
import { users } from '../users/tables.ts'
import { comments, commentThreads } from './tables.ts'

const resolver = alias(users, 'resolver')

const withResolver = (db: Db) =>
  db
    .select({ thread: commentThreads, resolved_by: resolver.name })
    .from(commentThreads)
    .leftJoin(resolver, eq(commentThreads.resolved_by_id, resolver.id))
    .$dynamic()
export type ThreadRow = Awaited<ReturnType<typeof withResolver>>[number]

const withAuthor = (db: Db) =>
  db.select({ comment: comments, author: users }).from(comments).innerJoin(users, eq(comments.user_id, users.id)).$dynamic()
export type CommentRow = Awaited<ReturnType<typeof withAuthor>>[number]

/** The threads of a widget, oldest first. */
export const threadsOf = (db: Db, widgetId: number): Promise<ThreadRow[]> =>
  withResolver(db).where(eq(commentThreads.widget_id, widgetId)).orderBy(asc(commentThreads.id))

/** The comments of threads, oldest first. */
export async function commentsOf(db: Db, threadIds: readonly number[]): Promise<CommentRow[]> {
  if (threadIds.length === 0) return []
  return withAuthor(db)
    .where(inArray(comments.thread_id, [...threadIds]))
    .orderBy(asc(comments.id))
}

export async function findThread(db: Db, id: number): Promise<ThreadRow | undefined> {
  const [row] = await withResolver(db).where(eq(commentThreads.id, id))
  return row
}

export async function findComment(db: Db, id: number): Promise<CommentRow | undefined> {
  const [row] = await withAuthor(db).where(eq(comments.id, id))
  return row
}

/** The number of open threads of each widget of a dashboard that has some. Do not call it within a transaction. */
export const openCounts = snapshotCached(
  (db: Db, dashboardId: number) =>
    db
      .select({ widget_id: commentThreads.widget_id, open: count() })
      .from(commentThreads)
      .innerJoin(widgets, eq(commentThreads.widget_id, widgets.id))
      .where(and(eq(widgets.dashboard_id, dashboardId), isNull(commentThreads.resolved_at)))
      .groupBy(commentThreads.widget_id)
      .orderBy(asc(commentThreads.widget_id)),
  [commentThreads, widgets],
)

/** @returns its id */
export async function insertThread(db: Db, widgetId: number): Promise<number> {
  const [row] = await db.insert(commentThreads).values({ widget_id: widgetId }).returning({ id: commentThreads.id })
  if (!row) throw new Error('The database stored no thread.')
  return row.id
}

/** @param mentionedIds the users whom it mentions @returns its id */
export async function insertComment(
  db: Db,
  threadId: number,
  userId: number,
  { text, parameters }: NewComment,
  mentionedIds: readonly number[],
): Promise<number> {
  const row = { thread_id: threadId, user_id: userId, text, parameters, mentioned_ids: [...mentionedIds] }
  const [stored] = await db.insert(comments).values(row).returning({ id: comments.id })
  if (!stored) throw new Error('The database stored no comment.')
  return stored.id
}

/** Locks a thread until the end of the transaction, so that it is not deleted with its last comment while somebody replies. */
export async function lockThread(db: Db, id: number): Promise<boolean> {
  const rows = await db.select({ id: commentThreads.id }).from(commentThreads).where(eq(commentThreads.id, id)).for('update')
  return rows.length > 0
}

/** Resolves a thread that is open; the first to do so is remembered. */
export async function resolve(db: Db, id: number, userId: number): Promise<void> {
  await db
    .update(commentThreads)
    .set({ resolved_at: sql`now()`, resolved_by_id: userId })
    .where(and(eq(commentThreads.id, id), isNull(commentThreads.resolved_at)))
}

export async function reopen(db: Db, id: number): Promise<void> {
  await db.update(commentThreads).set({ resolved_at: null, resolved_by_id: null }).where(eq(commentThreads.id, id))
}

/** @param mentionedIds users whom the text mentions for the first time */
export async function changeText(db: Db, id: number, text: string, mentionedIds: readonly number[]): Promise<void> {
  const mentioned_ids = sql`${comments.mentioned_ids} || ${sql.param([...mentionedIds], comments.mentioned_ids)}`
  await db.update(comments).set({ text, mentioned_ids, edited_at: sql`now()` }).where(eq(comments.id, id))
}

/** The current names of users. */
export async function namesOf(db: Db, ids: readonly number[]): Promise<{ id: number; name: string }[]> {
  if (ids.length === 0) return []
  return db
    .select({ id: users.id, name: users.name })
    .from(users)
    .where(inArray(users.id, [...new Set(ids)]))
}

const mentions = (userId: number) => arrayContains(comments.mentioned_ids, [userId])

/** How many comments of the last hour mention a user. */
export const mentionsWithinHour = (db: Db, userId: number): Promise<number> =>
  db.$count(comments, and(mentions(userId), sql`${comments.created_at} > now() - interval '1 hour'`))

/** The comments of others that mention a user, of the last days, newest first. Dashboards in the archive are left out. */
export const mentionsOf = (db: Db, userId: number, days: number, limit: number) =>
  db
    .select({
      id: comments.id,
      text: comments.text,
      user_name: users.name,
      changed_at: comments.created_at,
      widget_id: commentThreads.widget_id,
      dashboard_id: widgets.dashboard_id,
    })
    .from(comments)
    .innerJoin(users, eq(comments.user_id, users.id))
    .innerJoin(commentThreads, eq(comments.thread_id, commentThreads.id))
    .innerJoin(widgets, eq(commentThreads.widget_id, widgets.id))
    .where(
      and(
        mentions(userId),
        ne(comments.user_id, userId),
        sql`${comments.created_at} > now() - make_interval(days => ${days}::integer)`,
      ),
    )
    .orderBy(desc(comments.id))
    .limit(limit)

/** Deletes a comment, and its thread if that was the last one. Lock the thread before. */
export async function remove(db: Db, id: number, threadId: number): Promise<void> {
  await db.delete(comments).where(eq(comments.id, id))
  const left = db.select({ id: comments.id }).from(comments).where(eq(comments.thread_id, threadId))
  await db.delete(commentThreads).where(and(eq(commentThreads.id, threadId), notExists(left)))
}
