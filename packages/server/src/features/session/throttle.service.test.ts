import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { sha256 } from '../../platform/crypto/keys.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'
import { countAttempt } from './store.ts'
import { pauseAfter } from './throttle.ts'

const pauses = vi.hoisted((): number[] => [])
vi.mock('node:timers/promises', async (original) => ({
  ...(await original<typeof import('node:timers/promises')>()),
  setTimeout: async (milliseconds: number) => void pauses.push(milliseconds),
}))

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ hasWorker: false })
})
afterAll(() => server.close())
beforeEach(() => {
  pauses.length = 0
})

it('delays attempts on an account by its failures from all networks, up to five seconds', () => {
  expect([0, 50, 51, 60, 100, 10_000].map(pauseAfter)).toEqual([0, 0, 100, 1000, 5000, 5000])
})

it('slows down an account under attack from many networks without locking out its owner', async () => {
  const person = await server.person({ password: 'right password' })
  const from = (network: number) => ({ 'x-forwarded-for': `198.51.${network >> 8}.${network & 255}` })
  const attempt = (password: string, network: number) =>
    server.anonymous.post('/login', { email: person.email, password }, from(network))
  for (let network = 0; network < 6; network++) {
    for (let time = 0; time < 9; time++) expect((await attempt('wrong', network)).status).toBe(401)
  }
  expect(pauses).toEqual([100, 200, 300])
  const reply = await attempt('right password', 300)
  expect([reply.status, pauses.at(-1)]).toEqual([200, 400])
})

it('does not delay a known device', async () => {
  const person = await server.person({ password: 'right password' })
  const credentials = { email: person.email, password: 'right password' }
  const first = await server.anonymous.post('/login', credentials)
  const cookie = first.headers.getSetCookie().find((line) => line.startsWith('known_device='))
  expect(cookie).toMatch(/; Max-Age=15552000; Path=\/; HttpOnly; SameSite=Lax$/)
  for (let failure = 0; failure < 100; failure++) {
    await countAttempt(server.services.db, sha256(`account ${person.email}`), new Date(), new Date(0))
  }
  const reply = await server.anonymous.post('/login', credentials, { cookie: cookie?.split(';')[0] ?? '' })
  expect([reply.status, pauses]).toEqual([200, []])
})
