import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { AdminDataSource, SourceDescriptor } from '@sightline/contract/data-sources.ts'
import type { Job } from '@sightline/contract/executions.ts'
import type { Query } from '@sightline/contract/queries.ts'
import { SECRET_PLACEHOLDER } from '@sightline/contract/secret-placeholder.ts'
import type { Session } from '@sightline/contract/session.ts'
import type { Installation } from '@sightline/contract/status.ts'
import type { Visualization } from '@sightline/contract/visualizations.ts'
import { afterAll, describe, expect, it, vi } from 'vitest'

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
       visualizations: [{ ...facts, type: 'rival_dots', icon: facts.logo, script: 'dots.js' }],
     }`,
  )
  writeFileSync(join(place, 'rival', 'dots.js'), 'export default { draw() {} }')
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
const JSON_BODY = { 'content-type': 'application/json' }
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

describe('a visualization type of a plug-in', () => {
  const chosen = { label: 'city', value: 'people' }
  const descriptor = async () => {
    const { body } = await sender.ada.get<Session>('/api/session')
    const found = body.client_config.plugInVisualizations.find((one) => one.type === 'template_dot_plot')
    if (!found) throw new Error('The session has no type template_dot_plot.')
    return found
  }
  const cities = () =>
    buildQuery(sender.ada, { data_source_id: sender.source, name: 'Cities', query: "select 'Oslo' as city, 700 as people" })
  const add = ({ id }: Query, fields: object) =>
    sender.ada.post<Visualization>('/api/visualizations', { query_id: id, type: 'template_dot_plot', ...fields })

  it('is named to users and visitors, with its form and size (OPEN-496)', async () => {
    const found = await descriptor()
    expect(found).toMatchObject({ name: 'Dot plot', icon: expect.stringMatching(/^<svg/), size: { columns: 3, rows: 8 } })
    expect(found.options_schema).toMatchObject({
      required: ['label', 'value'],
      order: ['label', 'value', 'limit', 'order', 'values'],
      secret: [],
      properties: { value: { type: 'string', title: 'Value', column: 'number' }, limit: { type: 'number', default: 20 } },
    })
    expect(found.options_schema).not.toHaveProperty('endpoint_options')
    const { body } = await sender.server.anonymous.get<Pick<Session, 'client_config'>>('/api/config')
    expect(body.client_config.plugInVisualizations.map(({ type: id }) => id)).toEqual(['rival_dots', 'template_dot_plot'])
  })

  it('has a script that everyone gets as plain text by its hash, and no other one (OPEN-497)', async () => {
    const { script_url } = await descriptor()
    const reply = await sender.server.anonymous.fetch(script_url)
    // Caches that several people share may keep it.
    expect(reply.headers.getSetCookie()).toEqual([])
    expect(await reply.text()).toBe(readFileSync(join(folder, 'template', 'dot-plot.browser.js'), 'utf8'))
    expect(Object.fromEntries(reply.headers)).toMatchObject({
      'content-type': 'text/plain; charset=utf-8',
      'x-content-type-options': 'nosniff',
      'cache-control': 'public, max-age=31536000, immutable',
    })
    expect((await sender.server.anonymous.fetch('/api/visualization_scripts/0123456789abcdef')).status).toBe(404)
  })

  it.each([
    ['a missing column', { label: 'city' }, 'Value is required.'],
    ['a text for a number', { ...chosen, limit: 'ten' }, 'Number of rows: it must be a number.'],
    ['an unknown choice', { ...chosen, order: 'random' }, 'Order: it must be one of "rows", "value".'],
  ])('is not stored with %s (OPEN-498)', async (_, options, message) => {
    const query = await cities()
    expect(await add(query, { options })).toMatchObject({
      status: 400,
      body: { message, code: 'visualization_options_invalid' },
    })
    const { body } = await add(query, { options: chosen })
    const path = `/api/visualizations/${body.id}`
    expect((await sender.ada.post(path, { options })).body).toMatchObject({ message })
    // A chart with these options becomes one of this type only if they suit it.
    const chart = await add(query, { type: 'CHART', options })
    expect((await sender.ada.post(`/api/visualizations/${chart.body.id}`, { type: 'template_dot_plot' })).status).toBe(400)
  })

  it('keeps options that it does not declare, and gives its name to visualizations without one (OPEN-498)', async () => {
    const { body } = await add(await cities(), { options: { ...chosen, color: 'red' } })
    expect(body).toMatchObject({ name: 'Dot plot', options: { ...chosen, color: 'red' } })
    const unknown = await add(await cities(), { type: 'gone_type', options: { any: [1] } })
    expect(unknown.body).toMatchObject({ name: 'gone_type', options: { any: [1] } })
  })

  describe('where the server draws', () => {
    const REASON = 'Visualizations of the type Dot plot are drawn in browsers only, by a plug-in.'
    const board = async () => {
      const query = await cities()
      const { body: drawn } = await add(query, { options: chosen })
      await sender.run(query)
      const { body } = await sender.ada.post<{ id: number; slug: string }>('/api/dashboards', { name: 'Plots' })
      await sender.ada.post('/api/widgets', { dashboard_id: body.id, visualization_id: drawn.id, options: {} })
      return body
    }

    it('is a table in files, with a sentence that says why (OPEN-500)', async () => {
      const path = `/api/dashboards/${(await board()).slug}/html`
      const reply = await sender.ada.fetch(path, { method: 'POST', body: '{}', headers: JSON_BODY })
      const html = await reply.text()
      expect(html).toContain(REASON)
      expect(html).toContain('Oslo')
    })

    it('is a table in mails, with the same sentence (OPEN-500)', async () => {
      const schedule = { interval: 86_400, time: '08:00', day_of_week: null, until: null }
      const report = { object_type: 'dashboard', object_id: (await board()).id, schedule }
      const { body } = await sender.ada.post<{ id: number }>('/api/subscriptions', report)
      await sender.ada.post(`/api/subscriptions/${body.id}/send`)
      await expect.poll(() => sender.mailServer.mails.length).toBe(1)
      const text = sender.mailServer.mails[0]?.text
      expect(text).toContain(`${REASON} Its numbers follow.`)
      expect(text).toContain('Oslo | 700')
    })
  })
})
