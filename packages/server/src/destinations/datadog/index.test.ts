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

const options = { api_key: 'a key' }

it('sends an event in the format of the Datadog API (DEST-09)', async () => {
  service.answer = { status: 202, body: '{"status": "ok"}' }
  await service.deliver('datadog', options)
  expect(service.calls).toMatchObject([
    { meant: 'https://api.datadoghq.com/api/v1/events', headers: { 'dd-api-key': 'a key' } },
  ])
  const links = 'Query: https://sight.example.com/queries/5\nAlert: https://sight.example.com/alerts/7'
  expect(sent()).toEqual([
    {
      title: 'Too many orders just triggered',
      text: `Too many orders changed state to triggered.\n${links}`,
      alert_type: 'error',
      priority: 'normal',
      source_type_name: 'my_apps',
      aggregation_key: 'sightline:https://sight.example.com/alerts/7',
      tags: ['sightline', 'query_id:5', 'alert_id:7'],
    },
  ])
})

it('includes the text of the alert and the tags of the options', async () => {
  const more = { tags: 'env:prod, team:data,', priority: 'low', source_type_name: 'shop' }
  await service.deliver('datadog', { ...options, ...more }, notificationIn('ok', { subject: 'Fine', body: 'b'.repeat(5000) }))
  const [event] = sent()
  expect(event).toMatchObject({ title: 'Fine', alert_type: 'success', priority: 'low', source_type_name: 'shop' })
  expect(event.tags).toEqual(['env:prod', 'team:data', 'sightline', 'query_id:5', 'alert_id:7'])
  expect(event.text).toHaveLength(4000)
})
