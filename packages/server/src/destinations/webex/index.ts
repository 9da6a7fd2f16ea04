import { readFileSync } from 'node:fs'
import { i18n } from '@sightline/domain/language/i18n.ts'
import { shortened } from '@sightline/domain/shortened.ts'
import { z } from 'zod'
import { keepsSecrets, secret } from '../../platform/type-options.ts'
import { DeliveryFailed, defineDestination } from '../destination.ts'
import { expectAccepted } from '../http-service.ts'
import { splitList, stateChangeText } from '../wording.ts'

interface Element {
  type: string
  [property: string]: unknown
}

const text = (content: string, more: Record<string, unknown> = {}): Element => ({
  type: 'TextBlock',
  text: content,
  wrap: true,
  ...more,
})

/**
 * An adaptive card (version 1.0) about an alert.
 * @param body may contain rows as JSON, such as `[["a", 1], ["b", 2]]`, which are shown as a table
 */
export function cardOf(title: string, body: string | null, links: { alert: string; query: string }): Element {
  return {
    type: 'AdaptiveCard',
    $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
    version: '1.0',
    body: [
      text(title, { weight: 'bolder', size: 'medium' }),
      ...(body === null ? [] : bodyOf(body)),
      text(`[${i18n._('Open the query')}](${links.query})`),
      text(`[${i18n._('Open the alert')}](${links.alert})`),
    ],
  }
}

function bodyOf(body: string): Element[] {
  const from = body.indexOf('[')
  const to = body.lastIndexOf(']') + 1
  const rows = from < 0 ? null : rowsIn(body.slice(from, to))
  const parts = rows === null ? [body] : [body.slice(0, from), body.slice(to)]
  const [before, after] = parts.map((part) => (part.trim() === '' ? [] : [text(part.trim(), { isSubtle: true })]))
  return [...(before ?? []), ...(rows ?? []).map(rowOf), ...(after ?? [])]
}

const rowOf = (cells: readonly unknown[]): Element => ({
  type: 'ColumnSet',
  columns: cells.map((cell) => ({ type: 'Column', width: 'stretch', items: [text(cell === null ? '' : String(cell))] })),
})

/** @returns null if the JSON is not a list of rows */
function rowsIn(json: string): unknown[][] | null {
  try {
    // Rendered templates contain quotation marks as HTML entities.
    const value: unknown = JSON.parse(json.replaceAll('&quot;', '"').replaceAll('&#39;', "'").replaceAll('&amp;', '&'))
    return Array.isArray(value) && value.length > 0 && value.every((row) => Array.isArray(row)) ? value : null
  } catch {
    return null
  }
}

const MAX_MARKDOWN = 7000

const config = z.looseObject({
  webex_bot_token: secret().min(1).max(1024).meta({ secret: true, title: 'Webex Bot Token' }),
  to_person_emails: keepsSecrets(z.string().max(10_000).optional().meta({ title: 'People (comma-separated)' })),
  to_room_ids: keepsSecrets(z.string().max(10_000).optional().meta({ title: 'Rooms (comma-separated)' })),
})

/** Sends a message with a card to each person and room. */
export default defineDestination({
  type: 'webex',
  name: 'Webex',
  icon: 'fa-webex',
  logo: readFileSync(new URL('logo.svg', import.meta.url), 'utf8'),
  config,
  async send(notification, { webex_bot_token, to_person_emails = '', to_room_ids = '' }, out) {
    const title = notification.subject ?? stateChangeText(notification)
    const { body } = notification
    const message = {
      markdown: shortened(body === null ? title : `${title}\n${body}`, MAX_MARKDOWN),
      attachments: [
        { contentType: 'application/vnd.microsoft.card.adaptive', content: cardOf(title, body, notification.links) },
      ],
    }
    const recipients = [
      ...splitList(to_person_emails).map((toPersonEmail) => ({ toPersonEmail })),
      ...splitList(to_room_ids).map((roomId) => ({ roomId })),
    ]
    if (recipients.length === 0) throw new DeliveryFailed('This destination names no person and no room.', { mayRetry: false })
    await sendToEach(recipients, async (recipient) => {
      const answer = await out.post({
        url: 'https://webexapis.com/v1/messages',
        headers: { authorization: `Bearer ${webex_bot_token}` },
        body: { ...message, ...recipient },
      })
      expectAccepted(answer)
    })
  },
})

/**
 * Sends to every recipient, even if some of them fail.
 * @throws the first failure, retryable only if no recipient has got the message
 */
async function sendToEach<Recipient>(
  recipients: readonly Recipient[],
  tell: (recipient: Recipient) => Promise<void>,
): Promise<void> {
  const outcomes = await Promise.allSettled(recipients.map(tell))
  const failures = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason as unknown] : []))
  const [first] = failures
  if (first === undefined) return
  if (failures.length === recipients.length || !(first instanceof DeliveryFailed)) throw first
  const message = `${failures.length} of ${recipients.length} messages were not sent. ${first.message}`
  throw new DeliveryFailed(message, { mayRetry: false, cause: first })
}
