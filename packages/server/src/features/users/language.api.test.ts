import type { Session } from '@sightline/contract/session.ts'
import type { UserProfile } from '@sightline/contract/users.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../../testing/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ hasWorker: false })
})
afterAll(() => server.close())

it('users set their language, null takes that of the browser, and others do not see it (OPEN-462)', async () => {
  const ada = await server.person({ name: 'Ada' })
  const shown = async () => (await ada.get<Session>('/api/session')).body.client_config.language
  expect(await shown()).toBeNull()
  expect((await ada.post<UserProfile>(`/api/users/${ada.id}`, { language: 'de' })).body.language).toBe('de')
  expect(await shown()).toBe('de')
  const bob = await server.person({ name: 'Bob' })
  expect((await bob.get<UserProfile>(`/api/users/${ada.id}`)).body).not.toHaveProperty('language')
  expect((await ada.post(`/api/users/${ada.id}`, { language: null })).status).toBe(200)
  expect(await shown()).toBeNull()
})

it('refuses a language that the product does not have (OPEN-462)', async () => {
  const ada = await server.person({ name: 'Ada' })
  expect((await ada.post(`/api/users/${ada.id}`, { language: 'tlh' })).status).toBe(400)
})
