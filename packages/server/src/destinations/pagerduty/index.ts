import { readFileSync } from 'node:fs'
import { i18n } from '@sightline/domain/language/i18n.ts'
import { shortened } from '@sightline/domain/shortened.ts'
import { z } from 'zod'
import { keepsSecrets, secret } from '../../platform/type-options.ts'
import { defineDestination } from '../destination.ts'
import { expectAccepted } from '../http-service.ts'

const MAX_SUMMARY = 1024
const ACTIONS = { triggered: 'trigger', ok: 'resolve', unknown: null }

const config = z.looseObject({
  integration_key: secret().min(1).max(255).meta({ secret: true, title: 'PagerDuty Service Integration Key' }),
  description: keepsSecrets(
    z.string().max(1024).optional().meta({ title: 'Description for the event, defaults to alert name' }),
  ),
})

/**
 * Sends an event to the Events API v2. A triggered alert opens an incident and the same key resolves it; an unknown state does
 * neither.
 */
export default defineDestination({
  type: 'pagerduty',
  name: 'PagerDuty',
  icon: 'creative-commons-pd-alt',
  logo: readFileSync(new URL('logo.svg', import.meta.url), 'utf8'),
  config,
  async send({ alert, query, links, subject, body }, { integration_key, description }, out) {
    const event_action = ACTIONS[alert.state]
    if (event_action === null) return
    const key = `${alert.id}_${query.id}`
    const event = {
      routing_key: integration_key,
      event_action,
      dedup_key: key,
      incident_key: key,
      client: 'Sightline',
      client_url: links.alert,
      payload: {
        summary: shortened(subject || description || i18n._('Alert: {name}', { name: alert.name }), MAX_SUMMARY),
        severity: 'error',
        source: 'sightline',
        ...(body === null ? {} : { custom_details: { description: body } }),
      },
    }
    expectAccepted(await out.post({ url: 'https://events.pagerduty.com/v2/enqueue', body: event }))
  },
})
