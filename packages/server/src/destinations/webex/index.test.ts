import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { type DestinationService, startDestinationService } from '../../testing/destination-service.ts'

let service: DestinationService
beforeAll(async () => {
  service = await startDestinationService()
})
afterAll(() => service.close())
beforeEach(() => {
  service.calls.length = 0
})
const sent = () => service.calls.map(({ body }) => JSON.parse(body))

const options = { webex_bot_token: 'a token', to_person_emails: 'ada@example.com, bob@example.com', to_room_ids: 'room' }

it('sends each person and room a card in the format of the Webex API (DEST-09)', async () => {
  service.answer = { status: 200, body: '{"id": "1"}' }
  await service.deliver('webex', options, { body: 'It is 120' })
  expect(service.calls[0]).toMatchObject({
    meant: 'https://webexapis.com/v1/messages',
    headers: { authorization: 'Bearer a token' },
  })
  const messages = sent()
  const recipients = messages.map(({ toPersonEmail, roomId }) => toPersonEmail ?? roomId).sort()
  expect(recipients).toEqual(['ada@example.com', 'bob@example.com', 'room'])
  const [{ markdown, attachments }] = messages
  expect(markdown).toBe('Too many orders just triggered\nIt is 120')
  expect(attachments).toMatchObject([
    {
      contentType: 'application/vnd.microsoft.card.adaptive',
      content: {
        type: 'AdaptiveCard',
        version: '1.0',
        body: [
          { type: 'TextBlock', text: 'Too many orders just triggered' },
          { type: 'TextBlock', text: 'It is 120' },
          { text: '[Open the query](https://sight.example.com/queries/5)' },
          { text: '[Open the alert](https://sight.example.com/alerts/7)' },
        ],
      },
    },
  ])
})

it('shows rows in the text of the alert as a table', async () => {
  const body = 'The worst: [[&quot;Zürich&quot;, 120], ["Bern", null]] so far'
  await service.deliver('webex', { ...options, to_person_emails: '' }, { body })
  const [, before, first, second, after] = sent()[0].attachments[0].content.body
  const cells = (row: { columns: { items: { text: string }[] }[] }) => row.columns.map(({ items }) => items[0]?.text)
  expect([before.text, cells(first), cells(second), after.text]).toEqual([
    'The worst:',
    ['Zürich', '120'],
    ['Bern', ''],
    'so far',
  ])
})

it('keeps brackets that contain no rows', async () => {
  await service.deliver('webex', { ...options, to_person_emails: '' }, { body: 'from [1, 2] to [' })
  expect(sent()[0].attachments[0].content.body[1].text).toBe('from [1, 2] to [')
})

it('fails without recipients', async () => {
  await expect(service.deliver('webex', { webex_bot_token: 'a token' })).rejects.toThrow('names no person and no room')
})
