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

const options = { api_token: 'a token', room_id: '42' }
const form = () => service.calls.map(({ body }) => Object.fromEntries(new URLSearchParams(body)))

it('posts a message to a room in the format of the ChatWork API (DEST-09)', async () => {
  service.answer = { status: 200, body: '{"message_id": "1"}' }
  await service.deliver('chatwork', options)
  expect(service.calls).toMatchObject([
    {
      meant: 'https://api.chatwork.com/v2/rooms/42/messages',
      headers: { 'x-chatworktoken': 'a token', 'content-type': 'application/x-www-form-urlencoded' },
    },
  ])
  const links = 'https://sight.example.com/alerts/7\nhttps://sight.example.com/queries/5'
  expect(form()).toEqual([{ body: `Too many orders changed state to TRIGGERED.\n${links}` }])
})

it('uses the template of the options, and of the alert if it has one', async () => {
  await service.deliver('chatwork', { ...options, message_template: '{alert_name}\\n{new_state} {x}' }, notificationIn('ok'))
  await service.deliver('chatwork', options, { subject: 'Look here', body: 'It is 120' })
  expect(form()).toEqual([{ body: 'Too many orders\nOK {x}' }, { body: 'Look here\nIt is 120' }])
})
