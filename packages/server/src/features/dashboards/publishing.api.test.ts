import type { AuditEntry } from '@sightline/contract/audit.ts'
import type { DashboardListItem } from '@sightline/contract/dashboards.ts'
import type { Query } from '@sightline/contract/queries.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildDataSource, buildGroup, buildQuery } from '../../testing/builders.ts'
import { clientOf } from '../../testing/client.ts'
import { type Person, startTestServer, type TestServer } from '../../testing/server.ts'
import { auditEntries } from '../audit/tables.ts'

let server: TestServer
/** Owns the public dashboard; has full access to `open`, and may only look at `watched`. */
let ada: Person
/** Was granted `modify` on it; has the same access to the sources as Ada. */
let bob: Person
let open: number
let watched: number
let dashboard: DashboardListItem
let token: string

beforeAll(async () => {
  server = await startTestServer()
  const team = await buildGroup(server)
  const insiders = await buildGroup(server)
  ada = await server.person({ name: 'Ada', groups: [team] })
  bob = await server.person({ name: 'Bob', groups: [team] })
  open = (await buildDataSource(server, { groups: { [team]: false } })).id
  watched = (await buildDataSource(server, { groups: { [team]: true, [insiders]: false } })).id
})
beforeEach(async () => {
  dashboard = (await ada.post<DashboardListItem>('/api/dashboards', { name: 'Public numbers' })).body
  await ada.post(`/api/dashboards/${dashboard.id}/acl`, { access_type: 'modify', user_id: bob.id })
  token = (await share(ada)).body.api_key
  await server.services.db.delete(auditEntries)
})
afterAll(() => server.close())

const share = (person: Person, id = dashboard.id) => person.post<{ api_key: string }>(`/api/dashboards/${id}/share`)
const add = (person: Person, { visualizations: [table] }: Query, id = dashboard.id) =>
  person.post<{ id: number; code?: string; message?: string }>('/api/widgets', {
    dashboard_id: id,
    visualization_id: table?.id,
    text: '',
  })
const visitor = () => clientOf(server.url, () => ({ authorization: `Key ${token}` }))
const audited = async () => (await server.admin.get<{ results: AuditEntry[] }>('/api/audit')).body.results
const queryOn = (data_source_id: number, owner = server.admin, fields = {}) => buildQuery(owner, { data_source_id, ...fields })
const dropdownOf = ({ id }: Query) => ({ parameters: [{ name: 'choice', type: 'query', queryId: id, value: 'a' }] })
const refusal = { status: 403, body: { code: 'dashboard_public', message: expect.stringMatching(/public.*owner.*admin/) } }

describe('adding a visualization to a public dashboard', () => {
  it('is refused to an editor who may not share it, and publishes nothing (PERM-25)', async () => {
    const query = await queryOn(open)
    expect(await add(bob, query)).toMatchObject(refusal)
    expect((await visitor().get(`/api/queries/${query.id}`)).status).toBe(403)
    expect(await audited()).toEqual([])
  })

  it('is refused to its owner for a query on a view-only data source (PERM-25)', async () => {
    const query = await queryOn(watched)
    expect(await add(ada, query)).toMatchObject(refusal)
    expect((await visitor().get(`/api/queries/${query.id}`)).status).toBe(403)
  })

  it('is refused for a query whose dropdown reads a view-only data source', async () => {
    const payroll = await queryOn(watched)
    const query = await queryOn(open, ada, { query: "select '{{choice}}'", options: dropdownOf(payroll) })
    expect(await add(ada, query)).toMatchObject(refusal)
  })

  it('is recorded in the audit log if its owner or an admin does it', async () => {
    const own = await queryOn(open, ada, { name: 'Orders' })
    const closed = await queryOn(watched, server.admin, { name: 'Payroll' })
    const widgets = [(await add(ada, own)).body.id, (await add(server.admin, closed)).body.id]
    expect(await audited()).toMatchObject(
      [
        { actor: { id: ada.id }, details: { widget_id: widgets[0], query_id: own.id, query_name: 'Orders' } },
        { actor: { id: server.admin.id }, details: { widget_id: widgets[1], query_id: closed.id, query_name: 'Payroll' } },
      ]
        .reverse()
        .map((entry) => ({
          ...entry,
          action: 'dashboard.publish_widget',
          object_id: String(dashboard.id),
          object_name: 'Public numbers',
        })),
    )
  })

  it('still lets editors add textboxes, and everything once it is no longer public', async () => {
    const text = { dashboard_id: dashboard.id, visualization_id: null, text: 'Hello' }
    expect((await bob.post('/api/widgets', text)).status).toBe(200)
    expect(await audited()).toEqual([])
    await ada.delete(`/api/dashboards/${dashboard.id}/share`)
    expect((await add(bob, await queryOn(watched))).status).toBe(200)
  })
})

describe('sharing a dashboard', () => {
  it('is refused to an owner with view-only access to a shown data source', async () => {
    const private_ = (await ada.post<DashboardListItem>('/api/dashboards', { name: 'Own numbers' })).body.id
    await add(ada, await queryOn(watched), private_)
    expect(await share(ada, private_)).toMatchObject({ status: 403, body: { code: 'sharing_restricted' } })
    expect((await share(server.admin, private_)).status).toBe(200)
  })

  it('is checked again, and recorded, when a public dashboard is restored from the archive', async () => {
    const closed = await queryOn(watched)
    await add(server.admin, closed)
    await ada.delete(`/api/dashboards/${dashboard.id}`)
    await server.services.db.delete(auditEntries)
    const restore = (person: Person) => person.post(`/api/dashboards/${dashboard.id}`, { is_archived: false })
    expect(await restore(ada)).toMatchObject({ status: 403, body: { code: 'sharing_restricted' } })
    expect((await visitor().get(`/api/queries/${closed.id}`)).status).toBe(404)
    expect((await restore(server.admin)).status).toBe(200)
    expect((await visitor().get(`/api/queries/${closed.id}`)).status).toBe(200)
    expect(await audited()).toMatchObject([{ action: 'dashboard.share', object_id: String(dashboard.id) }])
  })

  it('does not carry over to a copy', async () => {
    const query = await queryOn(open, ada)
    await add(ada, query)
    const copy = (await bob.post<DashboardListItem>(`/api/dashboards/${dashboard.id}/fork`)).body
    expect(copy).not.toHaveProperty('api_key')
    expect((await add(bob, await queryOn(watched), copy.id)).status).toBe(200)
  })
})

describe('changing a query that a public dashboard shows', () => {
  it('is recorded with what changed and the dashboards that show it', async () => {
    const query = await queryOn(open, bob, { name: 'Orders' })
    await add(ada, query)
    await server.services.db.delete(auditEntries)
    const change = (fields: object) => bob.post(`/api/queries/${query.id}`, fields)
    expect((await change({ query: 'select 2 as other' })).status).toBe(200)
    expect((await change({ name: 'Orders of today', description: 'New' })).status).toBe(200)
    expect(await audited()).toMatchObject([
      {
        action: 'query.change_public',
        actor: { id: bob.id },
        object_id: String(query.id),
        object_name: 'Orders',
        details: { changed: ['query'], dashboards: [{ id: dashboard.id, name: 'Public numbers' }] },
      },
    ])
  })

  it('is not recorded for a query that no public dashboard shows', async () => {
    const query = await queryOn(open, bob)
    await bob.post(`/api/queries/${query.id}`, { query: 'select 3 as alone' })
    expect(await audited()).toEqual([])
  })

  it('is refused if a dropdown would publish a data source that is view-only for the editor', async () => {
    const payroll = await queryOn(watched)
    const fine = await queryOn(open)
    const query = await queryOn(open, bob)
    await add(ada, query)
    const change = (dropdown: Query) => bob.post(`/api/queries/${query.id}`, { options: dropdownOf(dropdown) })
    expect(await change(payroll)).toMatchObject({ status: 403, body: { code: 'query_public' } })
    expect((await change(fine)).status).toBe(200)
  })
})
