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

const url = 'https://example.webhook.office.com/webhookb2/x'

it('posts a message card in the format of Teams (DEST-09)', async () => {
  service.answer = { status: 200, body: '1' }
  await service.deliver('microsoft_teams_webhook', { url })
  expect(service.calls).toMatchObject([{ meant: url, headers: { 'content-type': 'application/json' } }])
  expect(sent()).toEqual([
    {
      '@type': 'MessageCard',
      '@context': 'http://schema.org/extensions',
      themeColor: '0076D7',
      summary: 'A Sightline Alert was Triggered',
      sections: [
        {
          activityTitle: 'A Sightline Alert was Triggered',
          facts: [
            { name: 'Alert Name', value: 'Too many orders' },
            { name: 'Alert URL', value: 'https://sight.example.com/alerts/7' },
            { name: 'Query', value: 'select count(*) as "orders" from orders' },
            { name: 'Query URL', value: 'https://sight.example.com/queries/5' },
          ],
          markdown: true,
        },
      ],
    },
  ])
})

it('renders the template and keeps its other braces', async () => {
  const message_template = '{"text": "{alert_name}", "more": {"a": "{b}"}}'
  const { alert } = notificationIn('triggered')
  await service.deliver(
    'microsoft_teams_webhook',
    { url, message_template },
    { alert: { ...alert, name: 'Say "no"\n{alert_url}' } },
  )
  expect(sent()).toEqual([{ text: 'Say "no"\n{alert_url}', more: { a: '{b}' } }])
})

it('fails if the template is not JSON, and if Teams could not forward the message', async () => {
  await expect(service.deliver('microsoft_teams_webhook', { url, message_template: '{alert_name}' })).rejects.toMatchObject({
    message: 'The message template is not valid JSON.',
    mayRetry: false,
  })
  service.answer = {
    status: 200,
    body: 'Webhook message delivery failed with error: Microsoft Teams endpoint returned HTTP error 429',
  }
  await expect(service.deliver('microsoft_teams_webhook', { url })).rejects.toMatchObject({ mayRetry: true })
})
