import type { DashboardListItem } from '@sightline/contract/dashboards.ts'
import type { Query } from '@sightline/contract/queries.ts'
import type { Widget } from '@sightline/contract/widgets.ts'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { organizations } from '../features/settings/tables.ts'
import { buildDataSource, buildQuery } from './builders.ts'
import { clientOf, type TestClient } from './client.ts'
import { type Person, startTestServer, type TestServer } from './server.ts'
import { buildWebAppFolder } from './web-app.ts'

/** The parameter of the shown query. */
export const REGION = { name: 'region', type: 'enum', enumOptions: 'north\nsouth', value: 'north' }

/** A test server for the tests of a file, with a new dashboard of Ada's for each test that she can share. */
export function useSharedDashboard() {
  let server: TestServer
  let ada: Person
  let bob: Person
  let source: number
  let open: Query
  let other: Query
  let dashboard: DashboardListItem

  beforeAll(async () => {
    server = await startTestServer({ webApp: buildWebAppFolder() })
    ada = await server.person({ name: 'Ada' })
    bob = await server.person({ name: 'Bob' })
    source = (await buildDataSource(server)).id
    open = await buildQuery(ada, {
      name: 'Orders',
      description: 'By region',
      query: "select '{{region}}' as region, 7 as orders",
      options: { parameters: [REGION] },
      data_source_id: source,
    })
    other = await buildQuery(ada, { name: 'Not shown', query: 'select 99 as hidden', data_source_id: source })
  })
  beforeEach(async () => {
    dashboard = (await ada.post<DashboardListItem>('/api/dashboards', { name: 'Shared board' })).body
    await add(open)
    await ada.post('/api/widgets', { dashboard_id: dashboard.id, visualization_id: null, text: '## Hello' })
  })
  afterAll(() => server.close())

  const add = async ({ visualizations: [table] }: Query) =>
    (await ada.post<Widget>('/api/widgets', { dashboard_id: dashboard.id, visualization_id: table?.id, text: '' })).body
  /** Shares the dashboard. */
  const share = (person = ada) =>
    person.post<{ public_url: string; api_key: string; code?: string; message?: string }>(
      `/api/dashboards/${dashboard.id}/share`,
    )
  const tokenOfShared = async () => (await share()).body.api_key
  /** A visitor with a token and no session. */
  const visitor = (token: string): TestClient => clientOf(server.url, () => ({ authorization: `Key ${token}` }))
  const publicAddress = (token: string) => `/api/dashboards/public/${token}`
  const setOption = (settings: object) => server.services.db.update(organizations).set({ settings: { ...settings } })

  return {
    get server() {
      return server
    },
    get ada() {
      return ada
    },
    get bob() {
      return bob
    },
    get source() {
      return source
    },
    /** A query with a parameter, which the dashboard shows. */
    get open() {
      return open
    },
    /** A query that the dashboard does not show. */
    get other() {
      return other
    },
    get dashboard() {
      return dashboard
    },
    /** Adds the table of a query to the dashboard. */
    add,
    share,
    tokenOfShared,
    visitor,
    publicAddress,
    setOption,
  }
}
