import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { secretUrl } from '../address.ts'
import { expectAccepted } from '../answers.ts'
import { defineDestination } from '../destination.ts'
import { changeInWords, cut } from '../wording.ts'

/** Slack parts longer messages in two. */
const MAX_CHARACTERS = 3000
const COLORS = { triggered: '#c0392b', ok: '#27ae60', unknown: '#f1c40f' }

/** A message by an incoming webhook. Options of other times, such as `channel`, are kept and not sent: Slack ignores them. */
export default defineDestination({
  type: 'slack',
  name: 'Slack',
  icon: 'fa-slack',
  logo: readFileSync(new URL('logo.svg', import.meta.url), 'utf8'),
  config: z.looseObject({ url: secretUrl('Slack Webhook URL') }),
  async send(notification, { url }, out) {
    const { alert, links, subject, body } = notification
    const isTriggered = alert.state === 'triggered'
    const standard = changeInWords(notification, escaped(alert.name))
    const fields = [
      { title: 'Query', type: 'mrkdwn', value: links.query },
      { title: 'Alert', type: 'mrkdwn', value: links.alert },
      ...(body === null ? [] : [{ title: 'Description', value: body }]),
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
    const numbers = `\`\`\`${escaped(cut(text.replaceAll('`', "'"), MAX_CHARACTERS))}\`\`\``
    expectAccepted(await out.post({ url, body: { text: `${title}\n${numbers}` } }))
  },
})

/** In texts of Slack these three make links and mentions. */
const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
