import type { Query } from '@sightline/contract/queries.ts'
import type { Visualization } from '@sightline/contract/visualizations.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildDataSource, buildQuery } from '../../testing/builders.ts'
import { type Person, startTestServer, type TestServer } from '../../testing/server.ts'

let server: TestServer
let ada: Person
let bob: Person
let source: number
let query: Query

beforeAll(async () => {
  server = await startTestServer()
  ada = await server.person({ name: 'Ada' })
  bob = await server.person({ name: 'Bob' })
  source = (await buildDataSource(server)).id
})
beforeEach(async () => {
  query = await buildQuery(ada, { data_source_id: source })
})
afterAll(() => server.close())

const drawn = async () => (await ada.get<Query>(`/api/queries/${query.id}`)).body.visualizations
const create = (fields: object = {}, person = ada) =>
  person.post<Visualization>('/api/visualizations', {
    query_id: query.id,
    type: 'CHART',
    name: 'By day',
    options: { a: 1 },
    ...fields,
  })

describe('visualizations of a query', () => {
  it('are created (API-46, VIZ-02, VIZ-13)', async () => {
    const { status, body } = await create({ description: 'Daily' })
    expect(status).toBe(200)
    expect(body).toMatchObject({ type: 'CHART', name: 'By day', description: 'Daily', options: { a: 1 }, query_id: query.id })
    expect(await drawn()).toMatchObject([{ type: 'TABLE' }, { id: body.id }])
  })

  it('are saved, and keep fields that are not sent (API-47, VIZ-14)', async () => {
    const { id } = (await create()).body
    const { body } = await ada.post<Visualization>(`/api/visualizations/${id}`, { name: 'Per week', query_id: 1, id: 1 })
    expect(body).toMatchObject({ id, query_id: query.id, name: 'Per week', type: 'CHART', options: { a: 1 } })
    expect((await ada.post<Visualization>(`/api/visualizations/${id}`, { options: { b: 2 } })).body.options).toEqual({ b: 2 })
  })

  it('are deleted (API-48)', async () => {
    const { id } = (await create()).body
    expect(await ada.delete(`/api/visualizations/${id}`)).toMatchObject({ status: 200, body: null })
    expect(await drawn()).toHaveLength(1)
    expect((await ada.delete(`/api/visualizations/${id}`)).status).toBe(404)
  })

  it('cannot lose their first table, but further tables can be deleted (OPEN-55)', async () => {
    const second = (await create({ type: 'TABLE' })).body
    const [first] = await drawn()
    expect(await ada.delete(`/api/visualizations/${first?.id}`)).toMatchObject({ status: 400, body: { code: 'last_table' } })
    expect((await ada.delete(`/api/visualizations/${second.id}`)).status).toBe(200)
  })

  it('take the name of their type if theirs is blank, and refuse names beyond 255 characters (OPEN-125)', async () => {
    expect((await create({ name: ' ' })).body.name).toBe('Chart')
    expect((await create({ name: '', type: 'PIVOT' })).body.name).toBe('Pivot Table')
    expect((await create({ name: 'x'.repeat(256) })).status).toBe(400)
  })

  it('require edit_query and edit access to the query (PERM-23)', async () => {
    const { id } = (await create()).body
    expect((await create({}, bob)).status).toBe(403)
    expect((await bob.post(`/api/visualizations/${id}`, { name: 'Mine' })).status).toBe(403)
    expect((await bob.delete(`/api/visualizations/${id}`)).status).toBe(403)
    const reader = await server.person({ permissions: ['view_query', 'create_query'] })
    expect((await create({}, reader)).status).toBe(403)
    expect((await create({}, server.admin)).status).toBe(200)
  })

  it('require a query', async () => {
    expect((await create({ query_id: 999_999 })).status).toBe(404)
    expect((await create({ query_id: undefined })).status).toBe(400)
  })
})
