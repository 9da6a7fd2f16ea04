import { createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { keepsSecrets, secret } from '../../platform/type-options.ts'
import { defineDestination, type Notification, type OutboundTransport } from '../destination.ts'
import { secretUrl } from '../http-service.ts'

const config = z.looseObject({
  url: secretUrl(),
  username: keepsSecrets(z.string().max(255).optional()),
  password: secret().max(1024).optional(),
  signing_key: secret('Signing Key').max(1024).optional().meta({ secret: true, title: 'Signing Key', extra: true }),
})

/**
 * Posts the alert as JSON to any URL; any 2xx status counts as success. It carries the headers of Standard Webhooks
 * (https://www.standardwebhooks.com): an id that is the same for every attempt, the time, and, if there is a signing key, the
 * signature.
 */
export default defineDestination({
  type: 'webhook',
  name: 'Webhook',
  icon: 'fa-bolt',
  logo: readFileSync(new URL('logo.svg', import.meta.url), 'utf8'),
  config,
  async send(notification, options, out) {
    await post(notification.key, payloadOf(notification), options, out)
  },
  async report({ key, object, link, text }, options, out) {
    await post(key, { event: 'report', object, url: link, text }, options, out)
  },
})

async function post(id: string, payload: unknown, options: z.output<typeof config>, out: OutboundTransport): Promise<void> {
  const { url, username, password, signing_key } = options
  const body = JSON.stringify(payload)
  const timestamp = String(Math.floor(out.now().getTime() / 1000))
  await out.post({
    url,
    body,
    headers: {
      'webhook-id': id,
      'webhook-timestamp': timestamp,
      ...(signing_key ? { 'webhook-signature': signatureOf(`${id}.${timestamp}.${body}`, signing_key) } : {}),
      ...(username ? { authorization: basic(username, password ?? '') } : {}),
    },
  })
}

const payloadOf = ({ alert, subject, body, baseUrl, metadata }: Notification) => ({
  event: 'alert_state_change',
  alert: { ...alert, description: body, title: subject },
  url_base: baseUrl.replace(/\/$/, ''),
  metadata,
})

/** @param key `whsec_` followed by base64, as libraries generate it, or any other string, used as it is */
function signatureOf(text: string, key: string): string {
  const bytes = key.startsWith('whsec_') ? Buffer.from(key.slice('whsec_'.length), 'base64') : Buffer.from(key)
  return `v1,${createHmac('sha256', bytes).update(text).digest('base64')}`
}

const basic = (name: string, password: string) => `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}`
