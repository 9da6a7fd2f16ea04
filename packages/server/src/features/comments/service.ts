import type { Comment, CommentThread, NewComment } from '@sightline/contract/comments.ts'
import { type MentionedPerson, mentionedIds } from '@sightline/domain/comments/mentions.ts'
import { can } from '@sightline/domain/permissions/can.ts'
import { authorize, userOf } from '../../platform/authorize.ts'
import type { Context } from '../../platform/context.ts'
import { AppError } from '../../platform/http/errors.ts'
import { wireTime, wireTimeOrNull } from '../../platform/wire-time.ts'
import * as audit from '../audit/service.ts'
import * as dashboards from '../dashboards/service.ts'
import { presentUser } from '../users/present.ts'
import { newMentions, notifyMentioned } from './mentions.ts'
import * as store from './store.ts'

export { mentionable } from './mentions.ts'

/** A widget whose comments the caller may read: those who may see its rows. */
type CommentedWidget = Awaited<ReturnType<typeof dashboards.mustReadWidget>>

/** The widgets of a dashboard with open threads, and how many, as far as the caller may see the rows of the widgets. */
export async function counts(ctx: Context, slugOrId: string): Promise<{ widget_id: number; open: number }[]> {
  const { dashboard } = await dashboards.mustFind(ctx, slugOrId)
  const rows = await store.openCounts(ctx.db, dashboard.id)
  const readable = await dashboards.readableWidgets(ctx, dashboard.id, new Set(rows.map(({ widget_id }) => widget_id)))
  return rows.filter(({ widget_id }) => readable.has(widget_id))
}

/** A comment that mentions the caller, on a widget whose rows they may see. */
export interface MentionOfCaller {
  id: number
  user_name: string
  changed_at: Date
  widget_id: number
  slug: string
  name: string
}

/** The newest comments of others that mention the caller. @param days how old they may be */
export async function mentionsOfCaller(ctx: Context, days: number, limit: number): Promise<MentionOfCaller[]> {
  const { id: userId } = userOf(ctx)
  const found = await store.mentionsOf(ctx.db, userId, days, limit)
  const shown: MentionOfCaller[] = []
  for (const { text, dashboard_id, ...comment } of found) {
    if (!mentionedIds(text).includes(userId)) continue
    const readable = await dashboards.readableWidgets(ctx, dashboard_id, new Set([comment.widget_id]))
    if (!readable.has(comment.widget_id)) continue
    const { dashboard } = await dashboards.mustFind(ctx, String(dashboard_id))
    if (!dashboard.is_archived) shown.push({ ...comment, slug: dashboard.slug, name: dashboard.name })
  }
  return shown
}

/** The threads of a widget, oldest first. */
export async function list(ctx: Context, widgetId: number): Promise<CommentThread[]> {
  return present(ctx, await dashboards.mustReadWidget(ctx, widgetId), await store.threadsOf(ctx.db, widgetId))
}

/** Begins a thread about a widget. */
export async function create(ctx: Context, widgetId: number, sent: NewComment): Promise<CommentThread> {
  const widget = await mustComment(ctx, widgetId)
  const mentioned = await newMentions(ctx, widgetId, sent.text, [])
  const { threadId, commentId } = await ctx.db.transaction(async (db) => {
    const id = await store.insertThread(db, widgetId)
    return {
      threadId: id,
      commentId: await store.insertComment(db, id, userOf(ctx).id, storable(widget, sent), mentioned),
    }
  })
  await notifyMentioned(ctx, commentId, mentioned)
  return viewThread(ctx, widget, threadId)
}

/** Replies in a thread. A resolved one is open again, so that nobody misses the reply. */
export async function reply(ctx: Context, threadId: number, sent: NewComment): Promise<CommentThread> {
  const { thread } = await mustFindThread(ctx, threadId)
  const widget = await mustComment(ctx, thread.widget_id)
  const mentioned = await newMentions(ctx, thread.widget_id, sent.text, [])
  const commentId = await ctx.db.transaction(async (db) => {
    if (!(await store.lockThread(db, threadId))) throw new AppError('not_found')
    const id = await store.insertComment(db, threadId, userOf(ctx).id, storable(widget, sent), mentioned)
    await store.reopen(db, threadId)
    return id
  })
  await notifyMentioned(ctx, commentId, mentioned)
  return viewThread(ctx, widget, threadId)
}

/** Resolves a thread or opens it again. Everyone who may write in it may do so. */
export async function resolve(ctx: Context, threadId: number, isResolved: boolean): Promise<CommentThread> {
  const { thread } = await mustFindThread(ctx, threadId)
  const widget = await mustComment(ctx, thread.widget_id)
  if (isResolved) await store.resolve(ctx.db, threadId, userOf(ctx).id)
  else await store.reopen(ctx.db, threadId)
  return viewThread(ctx, widget, threadId)
}

/** Changes the text of the caller's own comment. Only people whom it mentions for the first time are notified. */
export async function update(ctx: Context, id: number, text: string): Promise<CommentThread> {
  const { comment, thread, widget } = await mustFindComment(ctx, id)
  authorize(ctx.viewer, 'comment.edit', comment)
  if (text !== comment.text) {
    const mentioned = await newMentions(ctx, thread.widget_id, text, comment.mentioned_ids)
    await store.changeText(ctx.db, id, text, mentioned)
    await notifyMentioned(ctx, id, mentioned)
  }
  return viewThread(ctx, widget, comment.thread_id)
}

/** Deletes a comment, and its thread if that was its last one. Deleting a comment of someone else is recorded in the audit log. */
export async function remove(ctx: Context, id: number): Promise<null> {
  const { comment, author, thread, widget } = await mustFindComment(ctx, id)
  authorize(ctx.viewer, 'comment.delete', deletable(comment, widget))
  await ctx.db.transaction(async (db) => {
    if (!(await store.lockThread(db, thread.id))) return
    await store.remove(db, id, thread.id)
    if (comment.user_id === userOf(ctx).id) return
    await audit.recordAction({ ...ctx, db }, 'comment.delete', {
      ...dashboards.auditedDashboard(widget.dashboard),
      object_type: 'dashboard',
      details: { comment_id: id, widget_id: thread.widget_id, user_id: author.id, user_name: author.name },
    })
  })
  return null
}

/** A widget that the caller may comment on. @throws AppError `dashboard_archived`: nothing on an archived dashboard changes */
async function mustComment(ctx: Context, widgetId: number): Promise<CommentedWidget> {
  const widget = await dashboards.mustReadWidget(ctx, widgetId)
  if (widget.dashboard.dashboard.is_archived) throw new AppError('dashboard_archived')
  return widget
}

async function mustFindThread(ctx: Context, id: number): Promise<store.ThreadRow> {
  const row = await store.findThread(ctx.db, id)
  if (!row) throw new AppError('not_found')
  return row
}

/** A comment that the caller may read, on a dashboard that is not archived. */
async function mustFindComment(ctx: Context, id: number) {
  const row = await store.findComment(ctx.db, id)
  if (!row) throw new AppError('not_found')
  const { thread } = await mustFindThread(ctx, row.comment.thread_id)
  return { ...row, thread, widget: await mustComment(ctx, thread.widget_id) }
}

/** Parameters have data sources, which some readers of a textbox may not see: comments on textboxes keep no values. */
const storable = ({ isTextbox }: CommentedWidget, sent: NewComment): NewComment =>
  isTextbox ? { ...sent, parameters: [] } : sent

const deletable = ({ user_id }: { user_id: number }, { dashboard: { dashboard } }: CommentedWidget) => ({
  user_id,
  dashboard_owner_id: dashboard.user_id,
})

async function viewThread(ctx: Context, widget: CommentedWidget, id: number): Promise<CommentThread> {
  const [thread] = await present(ctx, widget, [await mustFindThread(ctx, id)])
  // It was deleted meanwhile.
  if (thread === undefined) throw new AppError('not_found')
  return thread
}

async function present(ctx: Context, widget: CommentedWidget, threads: readonly store.ThreadRow[]): Promise<CommentThread[]> {
  const rows = await store.commentsOf(
    ctx.db,
    threads.map(({ thread }) => thread.id),
  )
  const people = await store.namesOf(
    ctx.db,
    rows.flatMap(({ comment }) => comment.mentioned_ids),
  )
  const ofThread = Map.groupBy(rows, ({ comment }) => comment.thread_id)
  return threads.flatMap(({ thread, resolved_by }) => {
    const comments = ofThread.get(thread.id) ?? []
    if (comments.length === 0) return []
    const { id, widget_id, created_at, resolved_at } = thread
    return [
      {
        id,
        widget_id,
        created_at: wireTime(created_at),
        resolved: resolved_at === null || resolved_by === null ? null : { at: wireTime(resolved_at), by: resolved_by },
        comments: comments.map((row) => presentComment(ctx, widget, row, people)),
      },
    ]
  })
}

function presentComment(
  ctx: Context,
  widget: CommentedWidget,
  { comment, author }: store.CommentRow,
  people: readonly MentionedPerson[],
): Comment {
  const { id, name, profile_image_url, is_disabled } = presentUser(author, ctx.config)
  const mayChange = !widget.dashboard.dashboard.is_archived
  return {
    id: comment.id,
    user: { id, name, profile_image_url, is_disabled },
    text: comment.text,
    mentions: mentionedIds(comment.text).flatMap((mentioned) => people.find((person) => person.id === mentioned) ?? []),
    parameters: comment.parameters,
    created_at: wireTime(comment.created_at),
    edited_at: wireTimeOrNull(comment.edited_at),
    can_edit: mayChange && can(ctx.viewer, 'comment.edit', comment),
    can_delete: mayChange && can(ctx.viewer, 'comment.delete', deletable(comment, widget)),
  }
}
