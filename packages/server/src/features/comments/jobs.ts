import type { Services } from '../../platform/context.ts'
import { AppError } from '../../platform/http/errors.ts'
import { siteUrl } from '../../platform/http/site.ts'
import { inLanguage } from '../../platform/language/reader.ts'
import { defineJob, type JobDefinition } from '../../platform/queue/queue.ts'
import * as dashboards from '../dashboards/service.ts'
import { organizationLanguage } from '../settings/service.ts'
import * as users from '../users/service.ts'
import { isMentioned, mailMention, mentionEmail } from './mention-mail.ts'
import * as store from './store.ts'

/** Emails about mentions that one user gets within an hour; the others are on Home only. */
const MAILS_PER_HOUR = 20

export function commentJobs(services: Services): JobDefinition[] {
  return [
    defineJob({
      ...mailMention,
      concurrency: 2,
      retries: 3,
      run: ({ comment_id, user_id }) => sendMention(services, comment_id, user_id),
    }),
  ]
}

/**
 * Mails a mention to a user who wants such mails, and who is still mentioned and may still see the rows of the widget.
 * @throws the error of the mail server, so that the queue tries again
 */
export async function sendMention(services: Services, commentId: number, userId: number): Promise<void> {
  if (!services.mailer.isConfigured) return
  const [viewer, row] = [await users.findViewer(services, userId), await store.findComment(services.db, commentId)]
  if (viewer === null || row === undefined || !isMentioned(row.comment.text, userId)) return
  if (!(await users.wantsMentions(services, userId))) return
  if ((await store.mentionsWithinHour(services.db, userId)) > MAILS_PER_HOUR) return
  const thread = await store.findThread(services.db, row.comment.thread_id)
  if (thread === undefined) return
  const baseUrl = siteUrl(services.config)
  const widgetId = thread.thread.widget_id
  const widget = await dashboards.mustReadWidget({ ...services, viewer, origin: null, baseUrl }, widgetId).catch((error) => {
    if (error instanceof AppError) return null
    throw error
  })
  if (widget === null) return
  const { name, slug } = widget.dashboard.dashboard
  const { text, parameters } = row.comment
  const people = await store.namesOf(services.db, [userId, ...row.comment.mentioned_ids])
  const mention = { author: row.author.name, dashboard: { name, slug }, widgetId, tab: widget.tab, text, people, parameters }
  await services.mailer.send({
    to: viewer.email,
    ...inLanguage(viewer.language ?? (await organizationLanguage(services)), () => mentionEmail(mention, baseUrl)),
    key: `mention-${commentId}-${userId}`,
  })
}
