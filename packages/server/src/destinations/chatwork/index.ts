import { readFileSync } from 'node:fs'
import { i18n } from '@sightline/domain/language/i18n.ts'
import { z } from 'zod'
import { keepsSecrets, secret } from '../../platform/type-options.ts'
import { defineDestination } from '../destination.ts'
import { expectAccepted } from '../http-service.ts'
import { fillTemplate } from '../wording.ts'

const config = z.looseObject({
  api_token: secret('API Token').min(1).max(255).meta({ secret: true, title: 'API Token' }),
  room_id: keepsSecrets(
    z
      .string()
      .regex(/^\d{1,20}$/, { error: () => i18n._('it must be the number of a room') })
      .meta({ title: 'Room ID' }),
  ),
  // Line breaks are written as backslash and n, since the form field is a single line.
  message_template: keepsSecrets(
    z
      .string()
      .min(1)
      .max(10_000)
      .default('{alert_name} changed state to {new_state}.\\n{alert_url}\\n{query_url}')
      .meta({ title: 'Message Template' }),
  ),
})

export default defineDestination({
  type: 'chatwork',
  name: 'ChatWork',
  icon: 'fa-comment',
  logo: readFileSync(new URL('logo.svg', import.meta.url), 'utf8'),
  config,
  async send({ alert, links, subject, body }, { api_token, room_id, message_template }, out) {
    const values = {
      alert_name: alert.name,
      new_state: alert.state.toUpperCase(),
      alert_url: links.alert,
      query_url: links.query,
    }
    const text = body ?? fillTemplate(message_template.replaceAll('\\n', '\n'), values)
    const answer = await out.post({
      url: `https://api.chatwork.com/v2/rooms/${room_id}/messages`,
      headers: { 'x-chatworktoken': api_token, 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ body: subject === null ? text : `${subject}\n${text}` }).toString(),
    })
    expectAccepted(answer)
  },
})
