import { cpSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { mapTypes } from '@sightline/domain/maps/shape-codes.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../../testing/server.ts'
import { buildWebAppFolder } from '../../testing/web-app.ts'

/** The build copies these files unchanged. */
const SHIPPED = fileURLToPath(new URL('../../../../web/public', import.meta.url))

let server: TestServer
beforeAll(async () => {
  const webApp = buildWebAppFolder()
  cpSync(SHIPPED, webApp, { recursive: true })
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

interface Manifest {
  icons: { src: string; type: string; sizes: string; purpose?: string }[]
}

it('serves a manifest whose icons have their sizes, and keeps search engines away, without a session (OPEN-382)', async () => {
  const reply = await server.anonymous.fetch('/sight/app.webmanifest')
  expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'application/manifest+json; charset=utf-8'])
  const { icons } = JSON.parse(await reply.text()) as Manifest
  expect(icons.some(({ purpose }) => purpose === 'maskable')).toBe(true)
  for (const { src, type, sizes } of icons) {
    const icon = await server.anonymous.fetch(`/sight/${src}`)
    expect([src, icon.status, icon.headers.get('content-type')]).toEqual([src, 200, type])
    if (type !== 'image/png') continue
    // Width and height are in the first chunk of a PNG.
    const bytes = Buffer.from(await icon.arrayBuffer())
    expect(`${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`).toBe(sizes)
  }
  expect(await (await server.anonymous.fetch('/sight/robots.txt')).text()).toContain('Disallow: /')
})
