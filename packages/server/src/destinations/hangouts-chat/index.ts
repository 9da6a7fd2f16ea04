import { readFileSync } from 'node:fs'
import { i18n } from '@sightline/domain/language/i18n.ts'
import { z } from 'zod'
import { keepsSecrets } from '../../platform/type-options.ts'
import { defineDestination } from '../destination.ts'
import { expectAccepted, secretUrl } from '../http-service.ts'

const states = {
  triggered: () => `<b><font color="#c0392b">${i18n._('Triggered', {}, { context: 'an alert' })}</font></b>`,
  ok: () => `<font color="#27ae60">${i18n._('Went back to normal')}</font>`,
  unknown: () => i18n._('Unable to determine status. Check Query and Alert configuration.'),
}

const config = z.looseObject({
  url: secretUrl('Webhook URL (get it from the room settings)'),
  icon_url: keepsSecrets(z.string().max(2048).optional().meta({ title: 'Icon URL (32x32 or multiple, png format)' })),
})

/** Posts a card to a Google Chat space. */
export default defineDestination({
  type: 'hangouts_chat',
  name: 'Google Hangouts Chat',
  icon: 'fa-bolt',
  logo: readFileSync(new URL('logo.svg', import.meta.url), 'utf8'),
  config,
  async send({ alert, links, subject, body }, { url, icon_url }, out) {
    const button = { textButton: { text: i18n._('OPEN QUERY'), onClick: { openLink: { url: links.query } } } }
    const card = {
      header: { title: subject ?? alert.name, ...(icon_url ? { imageUrl: icon_url } : {}) },
      sections: [
        { widgets: [{ textParagraph: { text: states[alert.state]() } }, { buttons: [button] }] },
        ...(body === null ? [] : [{ widgets: [{ textParagraph: { text: body } }] }]),
      ],
    }
    expectAccepted(await out.post({ url, body: { cards: [card] } }))
  },
})
