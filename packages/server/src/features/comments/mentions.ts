import type { MentionablePerson } from '@sightline/contract/comments.ts'
import { MAX_MENTIONS, mentionedIds } from '@sightline/domain/comments/mentions.ts'
import { i18n } from '@sightline/domain/language/i18n.ts'
import { userOf } from '../../platform/authorize.ts'
import type { Context, Services } from '../../platform/context.ts'
import { AppError } from '../../platform/http/errors.ts'
import * as dashboards from '../dashboards/service.ts'
import { presentUser } from '../users/present.ts'
import * as users from '../users/service.ts'
import { mailMention } from './mention-mail.ts'

/** People that a list offers. */
const OFFERED = 8
/** People whose access is checked for one list; a longer name finds the others. */
const CHECKED = 60

/** Other people who may see the rows of a widget, and whose names contain a text, in the order of their names. */
export async function mentionable(ctx: Context, widgetId: number, q: string): Promise<MentionablePerson[]> {
  await dashboards.mustReadWidget(ctx, widgetId)
  const offered: MentionablePerson[] = []
  for (const user of await users.activeByName(ctx, q.trim(), CHECKED)) {
    if (offered.length === OFFERED) break
    if (user.id === userOf(ctx).id || !(await mayReadAs(ctx, user.id, widgetId))) continue
    const { id, name, profile_image_url } = presentUser(user, ctx.config)
    offered.push({ id, name, profile_image_url })
  }
  return offered
}

/**
 * The people that a new text mentions and an earlier one did not.
 * @param before everyone who was mentioned in the comment already
 * @throws AppError if there are too many, or one of them may not see the rows of the widget
 */
export async function newMentions(ctx: Context, widgetId: number, text: string, before: readonly number[]): Promise<number[]> {
  const ids = mentionedIds(text)
  if (ids.length > MAX_MENTIONS)
    throw new AppError('invalid_input', {
      reason: i18n._('A comment can mention at most {most} people.', { most: MAX_MENTIONS }),
    })
  const added = ids.filter((id) => !before.includes(id))
  for (const id of added) {
    // The same sentence for people who do not exist, so that it tells nobody who does.
    if (!(await mayReadAs(ctx, id, widgetId)))
      throw new AppError('invalid_input', { reason: i18n._('Someone whom this comment mentions may not see the widget.') })
  }
  return added
}

/** Has the mentioned people notified, except the author. */
export async function notifyMentioned(ctx: Context, commentId: number, userIds: readonly number[]): Promise<void> {
  for (const user_id of userIds)
    if (user_id !== userOf(ctx).id) await ctx.queue.enqueue(mailMention, { comment_id: commentId, user_id })
}

/** Whether an active user, who is a person, may see the rows of a widget. */
async function mayReadAs(services: Services & { baseUrl: string }, userId: number, widgetId: number): Promise<boolean> {
  const found = await users.findEnabled(services, userId)
  if (found === null || found.user.is_service_account) return false
  const viewer = users.viewerOf(found)
  if (!viewer.permissions.has('list_dashboards')) return false
  try {
    await dashboards.mustReadWidget({ ...services, viewer, origin: null }, widgetId)
    return true
  } catch (error) {
    if (error instanceof AppError) return false
    throw error
  }
}
