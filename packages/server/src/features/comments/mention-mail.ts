import type { CommentedValue } from '@sightline/contract/comments.ts'
import { escapeHtml } from '@sightline/domain/alerts/templates.ts'
import { mentionedIds, withNames } from '@sightline/domain/comments/mentions.ts'
import { urlOfValues } from '@sightline/domain/dashboards/commented-values.ts'
import { dashboardPath } from '@sightline/domain/dashboards/slug.ts'
import { i18n } from '@sightline/domain/language/i18n.ts'
import { z } from 'zod'
import type { Mail } from '../../platform/mail/mailer.ts'
import { mailButton, mailCard, mailPage } from '../../platform/mail/page.ts'

/** The job that mails a mention. */
export const mailMention = { name: 'mail_mention', input: z.object({ comment_id: z.int(), user_id: z.int() }) }

/** The content of a mail about a mention. */
export interface Mention {
  author: string
  dashboard: { name: string; slug: string }
  widgetId: number
  /** The tab of the widget; null without tabs. */
  tab: string | null
  text: string
  people: { id: number; name: string }[]
  parameters: CommentedValue[]
}

/** The URL of the dashboard with the panel of the comment and its values. */
function commentUrl(baseUrl: string, { dashboard, widgetId, tab, parameters }: Omit<Mention, 'author' | 'text' | 'people'>) {
  const search = new URLSearchParams({
    ...urlOfValues(parameters),
    ...(tab === null ? {} : { tab }),
    comments: String(widgetId),
  })
  return `${baseUrl}${dashboardPath(dashboard.slug)}?${search}`
}

const reason = () =>
  i18n._('You received this email because someone mentioned you in a comment. You can turn these emails off in your profile.')

/** The mail about a mention: the text of the comment and a link, and no data of the dashboard. */
export function mentionEmail(mention: Mention, baseUrl: string): Omit<Mail, 'to'> {
  const { author, dashboard, text, people } = mention
  const link = commentUrl(baseUrl, mention)
  const subject = i18n
    ._('{author} mentioned you on {dashboard}', { author, dashboard: dashboard.name })
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
  const words = withNames(text, people)
  const card = `<h1 style="margin:0 0 8px;font-size:18px;line-height:26px;font-weight:600;overflow-wrap:anywhere">${escapeHtml(subject)}</h1>
<div style="white-space:pre-wrap;overflow-wrap:anywhere">${escapeHtml(words)}</div>`
  return {
    subject,
    text: [`${subject}:`, words, link, reason()].join('\n\n'),
    html: mailPage(subject, [mailCard(card), mailButton(link, i18n._('Open comment'))].join('\n'), escapeHtml(reason())),
  }
}

/** Whether a text still mentions a user. */
export const isMentioned = (text: string, userId: number): boolean => mentionedIds(text).includes(userId)
