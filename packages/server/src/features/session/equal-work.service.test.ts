import { verify } from '@node-rs/argon2'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { startTestServer, type TestServer } from '../../testing/server.ts'
import { users } from '../users/tables.ts'

vi.mock('@node-rs/argon2', { spy: true })

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ hasWorker: false })
})
afterAll(() => server.close())

it('verifies one password hash per attempt, whether or not the user exists (OPEN-66)', async () => {
  const known = await server.person({ password: 'right password' })
  const disabled = await server.person({ password: 'right password' })
  const external = await server.person()
  await server.services.db.update(users).set({ disabled_at: new Date() }).where(eq(users.id, disabled.id))
  for (const email of [known.email, 'nobody@example.com', disabled.email, external.email]) {
    vi.mocked(verify).mockClear()
    expect((await server.anonymous.post('/login', { email, password: 'wrong' })).status).toBe(401)
    expect([email, vi.mocked(verify).mock.calls.length]).toEqual([email, 1])
  }
})
