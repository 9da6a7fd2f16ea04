import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildDataSource, buildQuery } from '../../testing/builders.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'
import { codings } from '../compression.ts'

let server: TestServer
let source: number
beforeAll(async () => {
  server = await startTestServer()
  source = (await buildDataSource(server)).id
})
afterAll(() => server.close())

/** The response with a query of this text. */
async function responseWith(query: string, coding: string) {
  const { id } = await buildQuery(server.admin, { data_source_id: source, query })
  const { headers, body } = await server.admin.get(`/api/queries/${id}`, { 'accept-encoding': coding })
  expect(body).toMatchObject({ query })
  return { coding: headers.get('content-encoding'), length: headers.get('content-length') }
}

it.each(codings)('compresses a JSON response as a whole unless it is long: %s (OPEN-807)', async (coding) => {
  // Only what was compressed as a whole has a known length.
  expect(await responseWith('select 1 '.repeat(6_000), coding)).toEqual({ coding, length: expect.stringMatching(/^\d{3,4}$/) })
  expect(await responseWith('select 1 '.repeat(12_000), coding)).toEqual({ coding, length: null })
})
