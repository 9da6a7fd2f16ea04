import type { DashboardListItem } from '@sightline/contract/dashboards.ts'
import type { Query } from '@sightline/contract/queries.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildDataSource, buildGroup, buildQuery } from './testing/builders.ts'
import type { TestClient } from './testing/client.ts'
import { type Browser, type Person, startTestServer, type TestServer } from './testing/server.ts'
import { buildWebAppFolder } from './testing/web-app.ts'

const PHONE = { 'user-agent': 'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 Chrome/141.0.0.0 Mobile Safari/537.36' }
const PASSWORD = 'three blind mice'

let server: TestServer
let ada: Person
let ofAda: Browser
/** In no group that shares the source of `secret`. */
let ofOutsider: Browser
let secret: Query
let board: DashboardListItem

beforeAll(async () => {
  server = await startTestServer({ webApp: buildWebAppFolder() })
  const insiders = await buildGroup(server)
  ada = await server.person({ name: 'Ada', groups: [...server.admin.groupIds.slice(1), insiders], password: PASSWORD })
  const outsider = await server.person({ name: 'Eve', password: PASSWORD })
  ofAda = await server.signIn(ada.email, PASSWORD)
  ofOutsider = await server.signIn(outsider.email, PASSWORD)
  const closed = (await buildDataSource(server, { groups: { [insiders]: false } })).id
  secret = await buildQuery(ada, { name: 'Salaries', query: 'select 42 as salary', data_source_id: closed })
  board = (await ada.post<DashboardListItem>('/api/dashboards', { name: 'People' })).body
  await addWidget({ visualization_id: secret.visualizations[0]?.id })
  await addWidget({ visualization_id: null, text: 'All **departments**', options: { position: { col: 0, row: 8 } } })
})
afterAll(() => server.close())

const addWidget = (fields: object) =>
  ada.post('/api/widgets', {
    dashboard_id: board.id,
    text: '',
    width: 1,
    options: { position: { col: 0, row: 0, sizeY: 3 } },
    ...fields,
  })

async function textsAt(path: string, who: TestClient = ofAda, headers: Record<string, string> = PHONE) {
  const { body } = await who.get(path, headers)
  return /<div id="first-texts".*(?=<\/body>)/s.exec(String(body))?.[0] ?? null
}

it('shows a phone the name and the text of a query before its scripts run (OPEN-801)', async () => {
  expect(await textsAt(`/queries/${secret.id}/source`)).toMatch(/>Salaries<\/h1><pre dir="ltr">select 42 as salary<\/pre>/)
  expect(await textsAt(`/queries/${secret.id}`)).not.toContain('salary')
  expect(await textsAt(`/queries/${secret.id}/source`, ofAda, {})).toBeNull()
  expect(await textsAt('/queries')).toBeNull()
})

it('is kept by no cache that several people share (OPEN-801)', async () => {
  const kept = async (path: string) => (await ofAda.get(path, PHONE)).headers.get('cache-control')
  expect(await kept(`/queries/${secret.id}/source`)).toBe('private, no-cache')
  expect(await kept('/queries')).toBe('no-cache')
})

it('shows no text of a query to people without access to its data source, nor by an API key (OPEN-801)', async () => {
  for (const who of [ofOutsider, server.anonymous, ada]) expect(await textsAt(`/queries/${secret.id}/source`, who)).toBeNull()
  expect(await textsAt('/queries/999999/source')).toBeNull()
})

it('shows the widgets of a dashboard, and of those that the user may not see only the place (OPEN-801)', async () => {
  const card = '<section style="min-height: 135px">'
  const shown = await textsAt(`/dashboard/${board.slug}`)
  expect(shown).toContain(`>People</h1>${card}<b dir="auto">Salaries</b></section>`)
  expect(shown).toContain('<p>All <strong>departments</strong></p>')
  const seen = await textsAt(`/dashboard/${board.slug}`, ofOutsider)
  expect(seen).toContain(`>People</h1>${card}</section>`)
  expect(seen).not.toContain('Salaries')
  expect(await textsAt('/dashboard/no-such-dashboard')).toBeNull()
  expect(await textsAt('/dashboard/%E0%A4%A')).toBeNull()
})

it('shows only the name of a dashboard whose widgets are below tabs, sections, parameters or filters (OPEN-801)', async () => {
  const tabs = [
    { id: 'a', name: 'A' },
    { id: 'b', name: 'B' },
  ]
  const chosen = await buildQuery(ada, {
    query: 'select {{ n }}',
    options: { parameters: [{ name: 'n', type: 'number', value: 1 }] },
    data_source_id: secret.data_source_id ?? 0,
  })
  const cases = [
    { dashboard: { options: { tabs } } },
    { dashboard: { dashboard_filters_enabled: true } },
    { widget: { text: '## Section', options: { section: true } } },
    { widget: { visualization_id: chosen.visualizations[0]?.id } },
  ]
  for (const { dashboard = {}, widget = {} } of cases) {
    const { body } = await ada.post<DashboardListItem>('/api/dashboards', { name: 'Below' })
    await ada.post(`/api/dashboards/${body.id}`, dashboard)
    const text = { dashboard_id: body.id, visualization_id: null, text: 'Seen later', width: 1, options: {} }
    await ada.post('/api/widgets', text)
    await ada.post('/api/widgets', { ...text, ...widget })
    expect(await textsAt(`/dashboard/${body.slug}`)).toMatch(/>Below<\/h1><\/div>$/)
  }
})

it('shows visitors the widgets of a public dashboard, whose name is in the header, as long as it is shared (OPEN-801)', async () => {
  const { body } = await ada.post<{ api_key: string }>(`/api/dashboards/${board.id}/share`)
  const path = `/public/dashboards/${body.api_key}`
  expect(await textsAt(path, server.anonymous)).toMatch(
    /^<div id="first-texts" data-kind="public"><section [^>]*><b dir="auto">Salaries</,
  )
  await ada.delete(`/api/dashboards/${board.id}/share`)
  expect(await textsAt(path, server.anonymous)).toBeNull()
})
