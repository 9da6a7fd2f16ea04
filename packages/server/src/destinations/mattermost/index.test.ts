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

const url = 'https://chat.example.com/hooks/x'

it('posts a message in the format of Mattermost webhooks (DEST-09)', async () => {
  await service.deliver('mattermost', { url })
  await service.deliver('mattermost', { url }, notificationIn('ok'))
  expect(service.calls[0]).toMatchObject({ meant: url, headers: { 'content-type': 'application/json' } })
  expect(sent()).toEqual([
    { text: '#### Too many orders just triggered' },
    { text: '#### Too many orders went back to normal' },
  ])
})

it('uses the name and icon of the options, and the text of the alert', async () => {
  const look = { username: 'sight', icon_url: 'https://example.com/i.png', channel: 'alerts' }
  await service.deliver('mattermost', { url, ...look }, { subject: 'Look here', body: 'It is 120' })
  expect(sent()).toEqual([
    { text: 'Look here', attachments: [{ fields: [{ title: 'Description', value: 'It is 120' }] }], ...look },
  ])
})
