import { readFileSync } from 'node:fs'
import { i18n } from '@sightline/domain/language/i18n.ts'
import { shortened } from '@sightline/domain/shortened.ts'
import { z } from 'zod'
import { defineDestination } from '../destination.ts'
import { expectAccepted, secretUrl } from '../http-service.ts'
import { stateChangeText } from '../wording.ts'

/** Slack splits longer messages. */
const MAX_CHARACTERS = 3000
const COLORS = { triggered: '#c0392b', ok: '#27ae60', unknown: '#f1c40f' }

/**
 * Posts a message to an incoming webhook. Legacy options such as `channel` are stored but not sent, since Slack ignores them.
 */
export default defineDestination({
  type: 'slack',
  name: 'Slack',
  icon: 'fa-slack',
  logo: readFileSync(new URL('logo.svg', import.meta.url), 'utf8'),
  config: z.looseObject({ url: secretUrl('Slack Webhook URL') }),
  async send(notification, { url }, out) {
    const { alert, links, subject, body } = notification
    const isTriggered = alert.state === 'triggered'
    const standard = stateChangeText(notification, escaped(alert.name))
    const fields = [
      { title: i18n._('Query'), type: 'mrkdwn', value: links.query },
      { title: i18n._('Alert'), type: 'mrkdwn', value: links.alert },
      ...(body === null ? [] : [{ title: i18n._('Description'), value: body }]),
    ]
    const attachment = {
      text: isTriggered ? (subject ?? standard) : standard,
      color: COLORS[alert.state],
      fields,
    }
    expectAccepted(await out.post({ url, body: { attachments: [attachment] } }))
  },
  async report({ object, link, text }, { url }, out) {
    const title = `*<${link}|${escaped(object.name)}>*`
    const numbers = `\`\`\`${escaped(shortened(text.replaceAll('`', "'"), MAX_CHARACTERS))}\`\`\``
    expectAccepted(await out.post({ url, body: { text: `${title}\n${numbers}` } }))
  },
})

/** Escapes the three characters that start links and mentions in Slack messages. */
const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
