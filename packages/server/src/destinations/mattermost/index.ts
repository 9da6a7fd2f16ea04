import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { secretAddress } from '../address.ts'
import { expectAccepted } from '../answers.ts'
import { defineDestination } from '../destination.ts'
import { changeInWords } from '../wording.ts'

const config = z.looseObject({
  url: secretAddress('Mattermost Webhook URL'),
  username: z.string().max(255).optional().meta({ title: 'Username' }),
  icon_url: z.string().max(2048).optional().meta({ title: 'Icon (URL)' }),
  channel: z.string().max(255).optional().meta({ title: 'Channel' }),
})

export default defineDestination({
  type: 'mattermost',
  name: 'Mattermost',
  icon: 'fa-bolt',
  logo: readFileSync(new URL('logo.svg', import.meta.url), 'utf8'),
  config,
  async send(notification, { url, username, icon_url, channel }, out) {
    const { subject, body } = notification
    const message = {
      text: subject ?? `#### ${changeInWords(notification)}`,
      ...(body === null ? {} : { attachments: [{ fields: [{ title: 'Description', value: body }] }] }),
      ...(username ? { username } : {}),
      ...(icon_url ? { icon_url } : {}),
      ...(channel ? { channel } : {}),
    }
    expectAccepted(await out.post({ url, body: message }))
  },
})
