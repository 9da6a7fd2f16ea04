import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../../testing/server.ts'
import { events } from './tables.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

it('API-03 takes an array of events and records whose they are', async () => {
  const person = await server.person({ name: 'Grace Hopper' })
  const sent = [
    { action: 'view', object_type: 'query', object_id: 7, screen_resolution: '1440x900', colour: 'blue' },
    { action: 'view', object_type: 'page', object_id: 'home' },
  ]
  expect(await person.post('/api/events', sent)).toMatchObject({ status: 200, body: null })
  expect(await server.services.db.select().from(events).orderBy(events.id)).toMatchObject([
    {
      user_id: person.id,
      action: 'view',
      object_type: 'query',
      object_id: '7',
      additional_properties: { screen_resolution: '1440x900', colour: 'blue', user_name: 'Grace Hopper' },
    },
    { user_id: person.id, object_id: 'home' },
  ])
})

it('refuses what is no array of events', async () => {
  for (const body of [{ action: 'view', object_type: 'page' }, [{ action: 1, object_type: 'page' }], 'view']) {
    expect(await server.admin.post('/api/events', body)).toMatchObject({ status: 400, body: { code: 'invalid_input' } })
  }
})
