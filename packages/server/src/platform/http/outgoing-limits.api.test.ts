import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Person, startTestServer, type TestServer } from '../../testing/server.ts'

let server: TestServer
let other: Person
beforeAll(async () => {
  server = await startTestServer()
  other = await server.person()
})
afterAll(() => server.close())

// With records that do not exist: failed calls count as well.
it.each([
  ['evaluations of alerts', '/api/alerts/999/eval', 60],
  ['reports sent by hand', '/api/subscriptions/999/send', 30],
  ['tests of destinations', '/api/destinations/999/test', 60],
  ['tests of data sources', '/api/data_sources/999/test', 200],
  ['invitations', '/api/users/999/invite', 200],
  ['links to new passwords', '/api/users/999/reset_password', 200],
  ['mails that test the settings', '/api/settings/test_mail', 30],
])('refuses %s beyond those that a user may ask for in an hour, from whichever address', async (_, path, limit) => {
  const statusOf = async (by: Person, call: number) =>
    (await by.post(path, {}, { 'x-forwarded-for': `203.0.113.${call % 250}` })).status
  const statuses = await Promise.all(Array.from({ length: limit }, (_, call) => statusOf(server.admin, call)))
  expect(statuses).not.toContain(429)
  expect(await statusOf(server.admin, limit)).toBe(429)
  expect(await statusOf(other, limit)).not.toBe(429)
})
