import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { AdminDataSource, SourceDescriptor } from '@sightline/contract/data-sources.ts'
import type { Job } from '@sightline/contract/executions.ts'
import { SECRET_PLACEHOLDER } from '@sightline/contract/secret-placeholder.ts'
import type { Installation } from '@sightline/contract/status.ts'
import { afterAll, expect, it, vi } from 'vitest'

/** Makes a folder with the template, a plug-in for an older contract, and one that takes names of the product. */
function folderOfPlugins(): string {
  const place = mkdtempSync(join(tmpdir(), 'sightline-plug-ins-'))
  cpSync(new URL('../../../../deploy/plug-in-template/', import.meta.url), join(place, 'template'), { recursive: true })
  for (const [name, version, contract] of [
    ['old', '0.1.0', 0],
    ['rival', '2.0.0', 1],
  ] as const) {
    mkdirSync(join(place, name))
    writeFileSync(join(place, name, 'package.json'), JSON.stringify({ name, version, type: 'module', sightline: { contract } }))
  }
  writeFileSync(
    join(place, 'rival', 'index.js'),
    `const facts = { name: 'Rival', logo: '<svg xmlns="http://www.w3.org/2000/svg"/>', options: {} }
     export default {
       dataSources: [{ ...facts, type: 'sqlite', language: 'sql', run() {} }],
       destinations: [{ ...facts, type: 'slack', async send() {} }],
     }`,
  )
  return place
}

// The registries load plug-ins when they are imported, and test files share imported modules: this one imports everything again.
const folder = folderOfPlugins()
process.env.SIGHTLINE_PLUGINS = folder
vi.resetModules()
const { alertFixtures } = await import('../testing/alert-fixtures.ts')
const { buildDataSource, buildQuery } = await import('../testing/builders.ts')
const { useDeliveryTestServer } = await import('../testing/delivery-test-server.ts')
afterAll(() => {
  delete process.env.SIGHTLINE_PLUGINS
  vi.resetModules()
  rmSync(folder, { recursive: true })
})

const sender = useDeliveryTestServer()
const { alertOn, settledEvent, watched } = alertFixtures(sender)
const type = 'template_numbers'
const made = (options: Record<string, unknown> = {}) => buildDataSource(sender.server, { type, options })

it('offers the types of a plug-in with their logo and form like those of the product (OPEN-400)', async () => {
  const { body } = await sender.server.admin.get<SourceDescriptor[]>('/api/data_sources/types')
  const numbers = body.find((one) => one.type === type)
  expect(numbers).toMatchObject({ name: 'Numbers', category: 'web', logo: expect.stringMatching(/^<svg/) })
  expect(numbers?.configuration_schema).toMatchObject({
    order: ['step', 'server', 'token'],
    secret: ['token'],
    endpoint_options: ['server'],
    properties: { step: { type: 'number', title: 'Step', default: 1 } },
  })
  const destinations = await sender.server.admin.get<{ type: string }[]>('/api/destinations/types')
  expect(destinations.body).toContainEqual(expect.objectContaining({ type: 'template_chat_room', name: 'Chat room' }))
})

it('keeps the secrets of a data source of a plug-in from readers, and asks for them again with another server (OPEN-402)', async () => {
  const { id } = await made({ token: 'a certain token', server: 'one.example.com' })
  const path = `/api/data_sources/${id}`
  const { body } = await sender.server.admin.get<AdminDataSource>(path)
  expect(body.options).toMatchObject({ token: SECRET_PLACEHOLDER, server: 'one.example.com' })
  const refused = await sender.server.admin.post(path, {
    ...{ name: 'Moved', type },
    options: { ...body.options, server: 'two.example.com' },
  })
  expect([refused.status, JSON.stringify(refused.body)]).toEqual([400, expect.stringContaining('Enter Token again')])
})

it('runs a query through a data source of a plug-in in an executor, and keeps its numbers exactly (OPEN-400)', async () => {
  const source = await made({ step: 2 })
  expect((await sender.server.admin.post(`/api/data_sources/${source.id}/test`)).body).toMatchObject({ ok: true })
  const id = await sender.run(await buildQuery(sender.ada, { data_source_id: source.id, query: 'count to 5' }))
  const { body } = await sender.ada.get<{ query_result: { data: { rows: unknown[] } } }>(`/api/query_results/${id}`)
  expect(body.query_result.data.rows).toEqual([
    { n: 1, square: 1 },
    { n: 3, square: 9 },
    { n: 5, square: 25 },
  ])
})

it('shows the error of a plug-in to the person who ran the query (OPEN-400)', async () => {
  const query = await buildQuery(sender.ada, { data_source_id: (await made()).id, query: 'cont to 5' })
  const { body } = await sender.ada.post<{ job: Job }>(`/api/queries/${query.id}/results`, { max_age: 0, wait: 20_000 })
  expect(body.job.error).toBe('Write a query like "count to 5".')
})

it('delivers an alert through a destination of a plug-in (OPEN-403)', async () => {
  const { query, setValue: shows } = await watched()
  const alert = await alertOn(query, { name: 'Many' })
  const fields = { name: 'Room', type: 'template_chat_room', options: { url: `${sender.hook.url}/room?key=s3cret` } }
  const destination = await sender.server.admin.post<{ id: number }>('/api/destinations', fields)
  await sender.ada.post(`/api/alerts/${alert.id}/subscriptions`, { destination_id: destination.body.id })
  await shows('7')
  expect((await settledEvent(alert)).deliveries).toMatchObject([{ recipient: 'Room', state: 'sent', last_error: null }])
  const [call] = sender.hook.calls
  expect([call?.path, JSON.parse(call?.body ?? '')]).toEqual([
    '/room?key=s3cret',
    { room: 'general', text: `Many is triggered. https://sightline.example.com/alerts/${alert.id}` },
  ])
  const { body } = await sender.server.admin.get(`/api/destinations/${destination.body.id}`)
  expect(JSON.stringify(body)).not.toContain('s3cret')
})

it('tells administrators which plug-ins were loaded, and why others were not (OPEN-401)', async () => {
  const { body } = await sender.server.admin.get<Installation>('/api/admin/installation')
  expect(body.plugins).toEqual({
    loaded: ['rival 2.0.0', 'my-sightline-plug-in 1.0.0'],
    problems: [
      'The plug-in old 0.1.0 was not loaded: it is written for version 0 of the contract, and this Sightline has version 1.',
      'The data source type sqlite of the plug-in rival 2.0.0 was left out: the name is taken.',
      'The destination type slack of the plug-in rival 2.0.0 was left out: the name is taken.',
    ],
  })
  expect((await sender.ada.get('/api/admin/installation')).status).toBe(403)
})
