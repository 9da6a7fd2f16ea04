import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildDataSource, buildQuery } from '../../testing/builders.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'
import { flushRecorded } from '../events/service.ts'
import { subscriptions } from '../subscriptions/tables.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

/** Disables or enables a user. */
const disable = (id: number) => server.admin.post(`/api/users/${id}/disable`)
const enable = (id: number) => server.admin.delete(`/api/users/${id}/disable`)

it("treats the key of a disabled user's query like an unknown one, until the user is enabled (SES-15)", async () => {
  const ada = await server.person()
  const { id: data_source_id } = await buildDataSource(server)
  const query = await buildQuery(ada, { data_source_id })
  await ada.post(`/api/queries/${query.id}/results`, { max_age: 0, wait: 20_000 })
  const calls = async (key: string | null) => {
    const headers = { authorization: `Key ${key}` }
    const replies = [
      await server.anonymous.get(`/api/queries/${query.id}`, headers),
      await server.anonymous.get(`/api/queries/${query.id}/results.json`, headers),
      await server.anonymous.post(`/api/queries/${query.id}/results`, { max_age: 0 }, headers),
    ]
    return replies.map(({ status, body }) => ({ status, body }))
  }
  const unknown = await calls('x'.repeat(40))
  expect((await calls(query.api_key)).map(({ status }) => status)).toEqual([200, 200, 200])
  await disable(ada.id)
  expect(await calls(query.api_key)).toEqual(unknown)
  await enable(ada.id)
  expect((await calls(query.api_key)).map(({ status }) => status)).toEqual([200, 200, 200])
})

it("treats the public URL of a disabled user's dashboard like an unknown one, until the user is enabled", async () => {
  const ada = await server.person()
  const { body: dashboard } = await ada.post<{ id: number }>('/api/dashboards', { name: 'Sales' })
  const { body: shared } = await ada.post<{ api_key: string }>(`/api/dashboards/${dashboard.id}/share`)
  const open = async (token: string) => {
    const { status, body } = await server.anonymous.get(`/api/dashboards/public/${token}`)
    return { status, body }
  }
  const unknown = await open('x'.repeat(40))
  expect((await open(shared.api_key)).status).toBe(200)
  await disable(ada.id)
  expect(await open(shared.api_key)).toEqual(unknown)
  await enable(ada.id)
  expect((await open(shared.api_key)).status).toBe(200)
})

describe('what stops when a user is disabled', () => {
  const EVERY_DAY = { interval: 86_400, time: '08:00', day_of_week: null, until: null }

  it('is listed to admins before the user is disabled: schedules, keys in use, public dashboards, alerts and reports', async () => {
    const ada = await server.person()
    const { id: data_source_id } = await buildDataSource(server)
    const scheduled = await buildQuery(ada, { name: 'Daily', data_source_id, schedule: EVERY_DAY })
    const embedded = await buildQuery(ada, { name: 'Embedded', data_source_id })
    await buildQuery(ada, { name: 'Neither', data_source_id })
    const headers = { authorization: `Key ${embedded.api_key}` }
    await server.anonymous.get(`/api/queries/${embedded.id}`, headers)
    await flushRecorded(server.services)
    const { body: dashboard } = await ada.post<{ id: number }>('/api/dashboards', { name: 'Sales' })
    await ada.post(`/api/dashboards/${dashboard.id}/share`)
    const options = { column: 'answer', op: '>', value: 5 }
    const { body: alert } = await ada.post<{ id: number }>('/api/alerts', { name: 'High', query_id: scheduled.id, options })
    await ada.post(`/api/alerts/${alert.id}/subscriptions`, {})
    const due = new Date()
    await server.services.db
      .insert(subscriptions)
      .values({ dashboard_id: dashboard.id, user_id: ada.id, schedule: EVERY_DAY, due_at: due, next_try_at: due })

    const one = (id: unknown, name: string) => ({ count: 1, items: [{ id, name }] })
    const list = () => server.admin.get(`/api/users/${ada.id}/off_boarding`)
    expect(await list()).toMatchObject({
      status: 200,
      body: {
        scheduled_queries: one(scheduled.id, 'Daily'),
        used_query_keys: one(embedded.id, 'Embedded'),
        public_dashboards: one(dashboard.id, 'Sales'),
        alert_subscriptions: one(alert.id, 'High'),
        reports: one(expect.any(Number), 'Sales'),
      },
    })
    server.clock.now = new Date(Date.now() + 31 * 86_400_000)
    expect(await list()).toMatchObject({ body: { used_query_keys: { count: 0, items: [] } } })
    server.clock.now = null
  })

  it('is empty for a user without any of it, and only for admins', async () => {
    const [ada, bob] = [await server.person(), await server.person()]
    const none = { count: 0, items: [] }
    expect((await server.admin.get(`/api/users/${ada.id}/off_boarding`)).body).toEqual({
      scheduled_queries: none,
      used_query_keys: none,
      public_dashboards: none,
      alert_subscriptions: none,
      reports: none,
    })
    expect((await bob.get(`/api/users/${ada.id}/off_boarding`)).status).toBe(403)
    expect((await server.admin.get('/api/users/99999999/off_boarding')).status).toBe(404)
  })
})
