import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { type DestinationService, notificationIn, startDestinationService } from '../../testing/destination-service.ts'

let service: DestinationService
beforeAll(async () => {
  service = await startDestinationService()
})
afterAll(() => service.close())
beforeEach(() => {
  service.calls.length = 0
})
const sent = () => service.calls.map(({ body }) => JSON.parse(body))

const url = 'https://example.com/hook'

it('posts the alert as JSON (DEST-09)', async () => {
  await service.deliver('webhook', { url }, { subject: 'Look here', body: 'It is 120' })
  expect(service.calls).toMatchObject([{ meant: url, headers: { 'content-type': 'application/json' } }])
  expect(sent()).toEqual([
    {
      event: 'alert_state_change',
      alert: { ...notificationIn('triggered').alert, description: 'It is 120', title: 'Look here' },
      url_base: 'https://sight.example.com',
      metadata: { Username: 'ada@example.com', query_id: 5, Scheduled: true },
    },
  ])
  expect(service.calls[0]?.headers).not.toHaveProperty('authorization')
  expect(service.calls[0]?.headers).not.toHaveProperty('webhook-signature')
})

it('sends name and password if they are set', async () => {
  await service.deliver('webhook', { url, username: 'sight', password: 'päss:word' })
  await service.deliver('webhook', { url, username: 'sight' })
  const credentials = service.calls.map(({ headers }) => String(headers.authorization).replace('Basic ', ''))
  expect(credentials.map((text) => Buffer.from(text, 'base64').toString())).toEqual(['sight:päss:word', 'sight:'])
})

it.each([
  ['a plain key', Buffer.from('a plain key')],
  ['whsec_c2lnaHRsaW5lIHNpZ25z', Buffer.from('sightline signs')],
])('signs the body with the key %s, and sends the same id with every attempt', async (signing_key, bytes) => {
  await service.deliver('webhook', { url, signing_key })
  await service.deliver('webhook', { url, signing_key })
  for (const { headers, body } of service.calls) {
    expect(headers).toMatchObject({ 'webhook-id': 'alert-7-event-3-subscription-2', 'webhook-timestamp': '1777622400' })
    const text = `alert-7-event-3-subscription-2.1777622400.${body}`
    expect(headers['webhook-signature']).toBe(`v1,${createHmac('sha256', bytes).update(text).digest('base64')}`)
  }
  expect(service.calls).toHaveLength(2)
})

it('accepts any 2xx status', async () => {
  service.answer = { status: 200, body: '<p>{"ok": false}' }
  await expect(service.deliver('webhook', { url })).resolves.toBeUndefined()
})
