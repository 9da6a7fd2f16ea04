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

it('creates a task in the format of the Asana API (DEST-09)', async () => {
  service.answer = { status: 201, body: '{"data": {"gid": "1"}}' }
  const options = { pat: 'a token', project_id: '99' }
  for (const state of ['triggered', 'ok', 'unknown'] as const) await service.deliver('asana', options, notificationIn(state))
  expect(service.calls[0]).toMatchObject({
    meant: 'https://app.asana.com/api/1.0/tasks',
    headers: { authorization: 'Bearer a token', 'content-type': 'application/x-www-form-urlencoded' },
  })
  const links = 'Query: https://sight.example.com/queries/5\nAlert: https://sight.example.com/alerts/7'
  expect(service.calls.map(({ body }) => Object.fromEntries(new URLSearchParams(body)))).toEqual([
    { name: '[Sightline Alert] TRIGGERED: Too many orders', notes: `Too many orders has triggered.\n${links}`, projects: '99' },
    { name: '[Sightline Alert] RECOVERED: Too many orders', notes: `Too many orders has recovered.\n${links}`, projects: '99' },
    {
      name: '[Sightline Alert] UNKNOWN: Too many orders',
      notes: `Too many orders has an unknown state.\n${links}`,
      projects: '99',
    },
  ])
})
