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

const url = 'https://discord.com/api/webhooks/1/x'
const fields = [
  { name: 'Query', value: 'https://sight.example.com/queries/5', inline: true },
  { name: 'Alert', value: 'https://sight.example.com/alerts/7', inline: true },
]

it('posts a message with an embed in the format of Discord webhooks (DEST-09)', async () => {
  service.answer = { status: 204 }
  await service.deliver('discord', { url })
  expect(service.calls).toMatchObject([{ meant: url, headers: { 'content-type': 'application/json' } }])
  expect(sent()).toEqual([{ content: 'Too many orders just triggered', embeds: [{ color: 12597547, fields }] }])
})

it('shows the state as a colour, and the text of the alert', async () => {
  await service.deliver('discord', { url }, notificationIn('ok', { subject: 'All is well', body: 'It is 80' }))
  await service.deliver('discord', { url }, notificationIn('unknown'))
  expect(sent()).toMatchObject([
    { content: 'All is well', embeds: [{ color: 2600544, fields: [...fields, { name: 'Description', value: 'It is 80' }] }] },
    { embeds: [{ color: 16776960 }] },
  ])
})

it('stays within the limits of Discord', async () => {
  await service.deliver('discord', { url }, { subject: 's'.repeat(3000), body: 'b'.repeat(3000) })
  await service.deliver('discord', { url }, { body: '' })
  const [long, empty] = sent()
  expect(long.content).toHaveLength(2000)
  expect(long.embeds[0].fields[2].value).toHaveLength(1024)
  expect(empty.embeds[0].fields).toEqual(fields)
})
