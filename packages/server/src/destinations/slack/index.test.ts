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

const url = 'https://hooks.slack.com/services/T/B/x'
const query = { title: 'Query', type: 'mrkdwn', value: 'https://sight.example.com/queries/5' }
const alert = { title: 'Alert', type: 'mrkdwn', value: 'https://sight.example.com/alerts/7' }

it('posts an attachment in the format of Slack webhooks (DEST-09)', async () => {
  await service.deliver('slack', { url })
  expect(service.calls).toMatchObject([{ meant: url, headers: { 'content-type': 'application/json' } }])
  expect(sent()).toEqual([
    { attachments: [{ text: 'Too many orders just triggered', color: '#c0392b', fields: [query, alert] }] },
  ])
})

it('uses the text of the alert, and is green in the state ok', async () => {
  await service.deliver('slack', { url }, { subject: 'Look here', body: 'It is 120' })
  await service.deliver('slack', { url }, notificationIn('ok'))
  await service.deliver('slack', { url }, notificationIn('unknown'))
  const description = { title: 'Description', value: 'It is 120' }
  expect(sent().map(({ attachments }) => attachments[0])).toMatchObject([
    { text: 'Look here', fields: [query, alert, description] },
    { text: 'Too many orders went back to normal', color: '#27ae60' },
    { text: expect.stringContaining('has an unknown state'), color: '#f1c40f' },
  ])
})

it('escapes mentions in the name of an alert', async () => {
  const { alert: named } = notificationIn('triggered')
  await service.deliver('slack', { url }, { alert: { ...named, name: '<!channel> & co' } })
  expect(sent()[0].attachments[0].text).toBe('&lt;!channel&gt; &amp; co just triggered')
})

it('keeps legacy options', async () => {
  await service.deliver('slack', { url, channel: '#alerts', icon_emoji: ':bell:' })
  expect(service.calls).toHaveLength(1)
})
