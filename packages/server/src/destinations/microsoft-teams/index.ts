import { readFileSync } from 'node:fs'
import { isJson } from '@sightline/domain/is-json.ts'
import { z } from 'zod'
import { keepsSecrets } from '../../platform/type-options.ts'
import { DeliveryFailed, defineDestination } from '../destination.ts'
import { expectAccepted, secretUrl } from '../http-service.ts'
import { fillTemplate } from '../wording.ts'

const CARD = JSON.stringify(
  {
    '@type': 'MessageCard',
    '@context': 'http://schema.org/extensions',
    themeColor: '0076D7',
    summary: 'A Sightline Alert was Triggered',
    sections: [
      {
        activityTitle: 'A Sightline Alert was Triggered',
        facts: [
          { name: 'Alert Name', value: '{alert_name}' },
          { name: 'Alert URL', value: '{alert_url}' },
          { name: 'Query', value: '{query_text}' },
          { name: 'Query URL', value: '{query_url}' },
        ],
        markdown: true,
      },
    ],
  },
  null,
  2,
)

const config = z.looseObject({
  url: secretUrl('Microsoft Teams Webhook URL'),
  message_template: keepsSecrets(z.string().max(28_000).default(CARD).meta({ title: 'Message Template', format: 'textarea' })),
})

/** Posts JSON rendered from a template: a message card, or whatever a Teams workflow expects. */
export default defineDestination({
  type: 'microsoft_teams_webhook',
  name: 'Microsoft Teams Webhook',
  icon: 'fa-bolt',
  logo: readFileSync(new URL('logo.svg', import.meta.url), 'utf8'),
  config,
  async send({ alert, query, links }, { url, message_template }, out) {
    const values = { alert_name: alert.name, alert_url: links.alert, query_text: query.query, query_url: links.query }
    const inJson = Object.entries(values).map(([name, value]) => [name, JSON.stringify(value).slice(1, -1)])
    const message = fillTemplate(message_template, Object.fromEntries(inJson))
    if (!isJson(message)) throw new DeliveryFailed('The message template is not valid JSON.', { mayRetry: false })
    expectAccepted(await out.post({ url, body: message }))
  },
})
