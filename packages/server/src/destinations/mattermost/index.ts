import { readFileSync } from 'node:fs'
import { i18n } from '@sightline/domain/language/i18n.ts'
import { z } from 'zod'
import { keepsSecrets } from '../../platform/type-options.ts'
import { defineDestination } from '../destination.ts'
import { expectAccepted, secretUrl } from '../http-service.ts'
import { reportMarkdown, stateChangeText } from '../wording.ts'

/** Mattermost's limit for one message. */
const MAX_CHARACTERS = 16_000

const config = z.looseObject({
  url: secretUrl('Mattermost Webhook URL'),
  username: keepsSecrets(z.string().max(255).optional().meta({ title: 'Username' })),
  icon_url: keepsSecrets(z.string().max(2048).optional().meta({ title: 'Icon (URL)' })),
  channel: keepsSecrets(z.string().max(255).optional().meta({ title: 'Channel' })),
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
      text: subject ?? `#### ${stateChangeText(notification)}`,
      ...(body === null ? {} : { attachments: [{ fields: [{ title: i18n._('Description'), value: body }] }] }),
      ...senderOf({ username, icon_url, channel }),
    }
    expectAccepted(await out.post({ url, body: message }))
  },
  async report(report, { url, ...sender }, out) {
    expectAccepted(await out.post({ url, body: { text: reportMarkdown(report, MAX_CHARACTERS), ...senderOf(sender) } }))
  },
})

const senderOf = ({ username, icon_url, channel }: Omit<z.output<typeof config>, 'url'>) => ({
  ...(username ? { username } : {}),
  ...(icon_url ? { icon_url } : {}),
  ...(channel ? { channel } : {}),
})
