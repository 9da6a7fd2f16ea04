import { readFileSync } from 'node:fs'
import { i18n } from '@sightline/domain/language/i18n.ts'
import { shortened } from '@sightline/domain/shortened.ts'
import { z } from 'zod'
import { defineDestination } from '../destination.ts'
import { expectAccepted, secretUrl } from '../http-service.ts'
import { reportMarkdown, stateChangeText } from '../wording.ts'

const COLORS = { triggered: 12597547, ok: 2600544, unknown: 16776960 }
const MAX_CONTENT = 2000
const MAX_FIELD = 1024

export default defineDestination({
  type: 'discord',
  name: 'Discord',
  icon: 'fa-discord',
  logo: readFileSync(new URL('logo.svg', import.meta.url), 'utf8'),
  config: z.looseObject({ url: secretUrl('Discord Webhook URL') }),
  async send(notification, { url }, out) {
    const { alert, links, subject, body } = notification
    const fields = [
      { name: i18n._('Query'), value: links.query, inline: true },
      { name: i18n._('Alert'), value: links.alert, inline: true },
      // Discord refuses empty fields.
      ...(body ? [{ name: i18n._('Description'), value: shortened(body, MAX_FIELD) }] : []),
    ]
    const content = shortened(subject ?? stateChangeText(notification), MAX_CONTENT)
    expectAccepted(await out.post({ url, body: { content, embeds: [{ color: COLORS[alert.state], fields }] } }))
  },
  async report(report, { url }, out) {
    expectAccepted(await out.post({ url, body: { content: reportMarkdown(report, MAX_CONTENT) } }))
  },
})
