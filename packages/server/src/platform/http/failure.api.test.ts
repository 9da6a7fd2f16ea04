import { afterAll, beforeAll, expect, it } from 'vitest'
import { executions } from '../../features/executions/tables.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'
import { failureOf } from './failure.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

it('answers 404 if a record that the request refers to was deleted meanwhile', async () => {
  const { db, log } = server.services
  const run = { id: crypto.randomUUID(), data_source_id: 999_999, query: 'select 1', query_hash: '' }
  const error = await db
    .insert(executions)
    .values(run)
    .catch((cause: unknown) => cause)
  expect(
    failureOf(error, log, {
      method: 'POST',
      url: '/api/query_results',
      request_id: '1',
      hasBegun: true,
      isGone: false,
      language: 'en' as const,
    }),
  ).toMatchObject({
    status: 409,
    body: { code: 'reference_changed' },
  })
})
