import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { keepsSecrets, secret } from '../../platform/type-options.ts'
import { expectAccepted } from '../answers.ts'
import { DeliveryFailed, defineDestination } from '../destination.ts'
import { changeInWords, cut, listed } from '../wording.ts'
import { cardOf } from './card.ts'

const MAX_MARKDOWN = 7000

const config = z.looseObject({
  webex_bot_token: secret().min(1).max(1024).meta({ secret: true, title: 'Webex Bot Token' }),
  to_person_emails: keepsSecrets(z.string().max(10_000).optional().meta({ title: 'People (comma-separated)' })),
  to_room_ids: keepsSecrets(z.string().max(10_000).optional().meta({ title: 'Rooms (comma-separated)' })),
})

/** A message with a card to each person and room. */
export default defineDestination({
  type: 'webex',
  name: 'Webex',
  icon: 'fa-webex',
  logo: readFileSync(new URL('logo.svg', import.meta.url), 'utf8'),
  config,
  async send(notification, { webex_bot_token, to_person_emails = '', to_room_ids = '' }, out) {
    const title = notification.subject ?? changeInWords(notification)
    const { body } = notification
    const message = {
      markdown: cut(body === null ? title : `${title}\n${body}`, MAX_MARKDOWN),
      attachments: [
        { contentType: 'application/vnd.microsoft.card.adaptive', content: cardOf(title, body, notification.links) },
      ],
    }
    const recipients = [
      ...listed(to_person_emails).map((toPersonEmail) => ({ toPersonEmail })),
      ...listed(to_room_ids).map((roomId) => ({ roomId })),
    ]
    if (recipients.length === 0) throw new DeliveryFailed('This destination names no person and no room.', { mayRetry: false })
    await toEach(recipients, async (recipient) => {
      const answer = await out.post({
        url: 'https://webexapis.com/v1/messages',
        headers: { authorization: `Bearer ${webex_bot_token}` },
        body: { ...message, ...recipient },
      })
      expectAccepted(answer)
    })
  },
})

/** Tells everybody, whoever of them cannot be told. @throws the first failure; it may be tried again when nobody has been told yet */
async function toEach<Recipient>(
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
