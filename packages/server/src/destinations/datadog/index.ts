import { readFileSync } from 'node:fs'
import { i18n } from '@sightline/domain/language/i18n.ts'
import { shortened } from '@sightline/domain/shortened.ts'
import { z } from 'zod'
import { keepsSecrets, secret } from '../../platform/type-options.ts'
import { defineDestination } from '../destination.ts'
import { expectAccepted } from '../http-service.ts'
import { splitList, stateChangeText } from '../wording.ts'

const TYPES = { triggered: 'error', ok: 'success', unknown: 'warning' }
const MAX_TEXT = 4000
const MAX_KEY = 100

const config = z.looseObject({
  api_key: secret().min(1).max(255).meta({ secret: true, title: 'API Key' }),
  tags: keepsSecrets(z.string().max(1000).optional().meta({ title: 'Tags' })),
  priority: keepsSecrets(z.string().max(20).default('normal').meta({ title: 'Priority' })),
  source_type_name: keepsSecrets(z.string().max(100).default('my_apps').meta({ title: 'Source Type Name' })),
})

/** Posts an event to Datadog's event stream. */
export default defineDestination({
  type: 'datadog',
  name: 'Datadog',
  icon: 'fa-datadog',
  logo: readFileSync(new URL('logo.svg', import.meta.url), 'utf8'),
  config,
  async send(notification, { api_key, tags = '', priority, source_type_name }, out) {
    const { alert, query, links, subject, body } = notification
    const standard = `${i18n._('{name} changed state to {state}.', { name: alert.name, state: alert.state })}\n${i18n._('Query')}: ${links.query}\n${i18n._('Alert')}: ${links.alert}`
    const event = {
      title: subject ?? stateChangeText(notification),
      text: shortened(body ?? standard, MAX_TEXT),
      alert_type: TYPES[alert.state],
      priority,
      source_type_name,
      aggregation_key: `sightline:${links.alert}`.slice(0, MAX_KEY),
      tags: [...splitList(tags), 'sightline', `query_id:${query.id}`, `alert_id:${alert.id}`],
    }
    const answer = await out.post({
      url: 'https://api.datadoghq.com/api/v1/events',
      headers: { 'dd-api-key': api_key },
      body: event,
    })
    expectAccepted(answer)
  },
})
