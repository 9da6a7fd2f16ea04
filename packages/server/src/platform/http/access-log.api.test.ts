import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildDataSource, buildQuery } from '../../testing/builders.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ config: { logsRequests: true } })
})
afterAll(() => server.close())

/** The lines of a request in the log. Its response may arrive before its line is written. */
const linesAbout = (id: string) => server.log.map((line) => JSON.parse(line)).filter(({ request_id }) => request_id === id)

it('logs a line for each request, with the pattern of its route and without its query string (OPEN-282)', async () => {
  const source = await buildDataSource(server)
  const query = await buildQuery(server.admin, { data_source_id: source.id })
  const path = `/api/queries/${query.id}?api_key=${server.admin.apiKey}&secret=word`
  await server.anonymous.get(path, { 'x-request-id': 'edge-1' })
  await server.anonymous.get('/api/nothing', { 'x-request-id': 'edge-2' })
  await expect
    .poll(() => linesAbout('edge-1'))
    .toEqual([
      {
        level: 30,
        time: expect.stringMatching(/Z$/),
        method: 'GET',
        route: '/api/queries/:id',
        status: 200,
        ms: expect.any(Number),
        bytes: expect.any(Number),
        request_id: 'edge-1',
        user_id: server.admin.id,
        msg: 'Request',
      },
    ])
  await expect
    .poll(() => linesAbout('edge-2'))
    .toMatchObject([{ method: 'GET', route: '(unknown)', status: 404, user_id: null }])
  expect(linesAbout('edge-1')[0].bytes).toBeGreaterThan(500)
  expect(server.log.join('')).not.toMatch(/word|api_key/)
})

it('returns the id of a request, and names it in the answer and the log if the call failed in the server (OPEN-282)', async () => {
  const { snapshot } = server.services.queue
  server.services.queue.snapshot = () => Promise.reject(new TypeError('x is undefined'))
  const reply = await server.admin.get('/status.json', { 'x-request-id': 'edge-3' })
  server.services.queue.snapshot = snapshot
  expect(reply.headers.get('x-request-id')).toBe('edge-3')
  expect(reply).toMatchObject({
    status: 500,
    body: { message: 'Internal Server Error', code: 'internal', details: { request_id: 'edge-3' } },
  })
  await expect
    .poll(() => linesAbout('edge-3'))
    .toMatchObject([
      { msg: 'A call failed.', err: { message: 'x is undefined' } },
      { msg: 'Request', route: '/status.json', status: 500 },
    ])
})
