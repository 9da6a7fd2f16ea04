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

const options = { integration_key: 'a key' }

it('sends an event in the format of the Events API v2 (DEST-09)', async () => {
  service.answer = { status: 202, body: '{"status": "success", "dedup_key": "7_5"}' }
  await service.deliver('pagerduty', options, { body: 'It is 120' })
  expect(service.calls[0]?.meant).toBe('https://events.pagerduty.com/v2/enqueue')
  expect(sent()).toEqual([
    {
      routing_key: 'a key',
      event_action: 'trigger',
      dedup_key: '7_5',
      incident_key: '7_5',
      client: 'Sightline',
      client_url: 'https://sight.example.com/alerts/7',
      payload: {
        summary: 'Alert: Too many orders',
        severity: 'error',
        source: 'sightline',
        custom_details: { description: 'It is 120' },
      },
    },
  ])
})

it('resolves an incident with the key that opened it, and sends nothing for an unknown state', async () => {
  await service.deliver('pagerduty', options, notificationIn('ok'))
  await service.deliver('pagerduty', options, notificationIn('unknown'))
  expect(sent()).toMatchObject([{ event_action: 'resolve', dedup_key: '7_5' }])
})

it('takes the description from the alert, else from the options', async () => {
  await service.deliver('pagerduty', { ...options, description: 'Orders run wild' })
  await service.deliver('pagerduty', { ...options, description: 'Orders run wild' }, { subject: 's'.repeat(2000) })
  const [described, worded] = sent()
  expect(described.payload.summary).toBe('Orders run wild')
  expect(worded.payload.summary).toHaveLength(1024)
})

it('fails if the event is invalid', async () => {
  service.answer = { status: 200, body: '{"status": "invalid event", "message": "Event object is invalid"}' }
  await expect(service.deliver('pagerduty', options)).rejects.toThrow('Event object is invalid')
})
