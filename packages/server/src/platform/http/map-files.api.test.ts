import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { mapTypes } from '@sightline/domain/maps/shape-codes.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../../testing/server.ts'
import { buildWebAppFolder } from '../../testing/web-app.ts'

/** The build copies these files unchanged. */
const SHIPPED = fileURLToPath(new URL('../../../../web/public/static/maps', import.meta.url))

let server: TestServer
beforeAll(async () => {
  const webApp = buildWebAppFolder()
  cpSync(SHIPPED, join(webApp, 'static/maps'), { recursive: true })
  server = await startTestServer({ config: { baseUrl: 'https://example.com/sight/' }, webApp, hasWorker: false })
})
afterAll(() => server.close())

it('serves the files of all maps below the base path, also to embeds without a session (OPEN-18)', async () => {
  for (const mapType of mapTypes) {
    const reply = await server.anonymous.get<string | object>(`/sight/static/maps/${mapType}.geo.json`)
    const map = typeof reply.body === 'string' ? JSON.parse(reply.body) : reply.body
    expect([mapType, reply.status]).toEqual([mapType, 200])
    expect(map).toMatchObject({ type: 'FeatureCollection', features: expect.arrayContaining([expect.anything()]) })
  }
  expect((await server.admin.get('/sight/static/maps/atlantis.geo.json')).status).toBe(404)
})
