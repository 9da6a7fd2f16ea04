import type { AuditEntry } from '@sightline/contract/audit.ts'
import type { Dashboard } from '@sightline/contract/dashboards.ts'
import { JobStatus } from '@sightline/contract/executions.ts'
import type { Query } from '@sightline/contract/queries.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildDataSource, buildQuery } from '../../testing/builders.ts'
import { clientOf } from '../../testing/client.ts'
import { type Person, startTestServer, type TestServer } from '../../testing/server.ts'
import { record, removeOld } from './service.ts'
import { auditEntries } from './tables.ts'

let server: TestServer
let owner: Person
let source: number
beforeAll(async () => {
  server = await startTestServer()
  owner = await server.person({ name: 'Grace Hopper' })
  source = (await buildDataSource(server)).id
})
afterAll(() => server.close())
beforeEach(async () => {
  await server.services.db.delete(auditEntries)
})

interface Page {
  count: number
  page: number
  page_size: number
  results: AuditEntry[]
}
const list = (search = '') => server.admin.get<Page & { message?: string }>(`/api/audit${search}`)
const actions = async (search = '') => (await list(search)).body.results.map(({ action }) => action)

/** Writes entries at fixed times, oldest first. */
async function write(...entries: { at: string; action?: AuditEntry['action']; name?: string; id?: number; object?: number }[]) {
  for (const { at, action = 'user.change', name = 'Ada', id = 7, object = 1 } of entries) {
    const services = { ...server.services, now: () => new Date(at) }
    await record(services, { actor: { id, name }, origin: null, action, object_id: object })
  }
}

describe('the audit log', () => {
  it('records what was done, by whom, to what, when and from where', async () => {
    server.clock.now = new Date('2026-05-31T08:00:00Z')
    const query = await buildQuery(owner, { data_source_id: source, name: 'Revenue' })
    const { headers } = await owner.post(`/api/queries/${query.id}/regenerate_api_key`, undefined, { 'user-agent': 'curl/8' })
    server.clock.now = null
    expect(headers.get('content-type')).toContain('json')
    const { body } = await list()
    expect(body).toEqual({
      count: 1,
      page: 1,
      page_size: 25,
      results: [
        {
          id: expect.any(Number),
          created_at: '2026-05-31T08:00:00Z',
          action: 'query.regenerate_key',
          actor: { id: owner.id, name: 'Grace Hopper' },
          object_type: 'query',
          object_id: String(query.id),
          object_name: 'Revenue',
          details: {},
          ip: expect.stringMatching(/127\.0\.0\.1$/),
          user_agent: 'curl/8',
          objects: [{ type: 'query', id: String(query.id), name: query.name }],
        },
      ],
    })
  })

  it('is only for admins', async () => {
    for (const address of ['/api/audit', '/api/audit.csv']) {
      expect(await owner.get(address)).toMatchObject({ status: 403, body: { code: 'forbidden' } })
      expect(await server.anonymous.get(address)).toMatchObject({ status: 404, body: { code: 'unauthenticated' } })
    }
  })

  it('shows its newest entries first, in pages', async () => {
    await write(...Array.from({ length: 7 }, (_, index) => ({ at: `2026-05-0${index + 1}T12:00:00Z`, object: index + 1 })))
    const { body } = await list('?page=2&page_size=3')
    expect(body).toMatchObject({ count: 7, page: 2, page_size: 3 })
    expect(body.results.map(({ object_id }) => object_id)).toEqual(['4', '3', '2'])
    expect(await list('?page=4&page_size=3')).toMatchObject({ status: 400, body: { message: 'Page is out of range.' } })
    expect(await list('?page_size=251')).toMatchObject({ status: 400 })
  })

  it('can be filtered by user, action, object and time', async () => {
    await write(
      { at: '2026-05-01T00:00:00Z', action: 'session.sign_in', name: 'Ada Lovelace', id: 1 },
      { at: '2026-05-01T23:59:59Z', action: 'session.sign_out', name: 'Ada Lovelace', id: 1 },
      { at: '2026-05-02T00:00:00Z', action: 'query.run', name: 'Bob_%', id: 2, object: 12 },
      { at: '2026-05-03T10:00:00Z', action: 'acl.grant', name: 'Bobby', id: 3 },
    )
    expect(await actions('?actor=1')).toEqual(['session.sign_out', 'session.sign_in'])
    expect(await actions('?actor=lovelace')).toEqual(['session.sign_out', 'session.sign_in'])
    expect(await actions(`?actor=${encodeURIComponent('_%')}`)).toEqual(['query.run'])
    expect(await actions('?action=session')).toEqual(['session.sign_out', 'session.sign_in'])
    expect(await actions('?action=query.run')).toEqual(['query.run'])
    expect(await actions('?action=sess')).toEqual([])
    expect(await actions('?object_type=query&object_id=12')).toEqual(['query.run'])
    expect(await actions('?from=2026-05-02')).toEqual(['acl.grant', 'query.run'])
    expect(await actions('?to=2026-05-01')).toEqual(['session.sign_out', 'session.sign_in'])
    expect(await actions('?from=2026-05-01T12:00:00Z&to=2026-05-03T10:00:00Z')).toEqual(['query.run', 'session.sign_out'])
    expect(await actions('?actor=&action=')).toHaveLength(4)
  })

  it('refuses invalid filters with one sentence', async () => {
    for (const search of ['?from=yesterday', '?to=2026-13-01', '?from=0000-01-01', '?actor[id]=1&actor[x]=2&actor=1&actor=2']) {
      const { status, body } = await list(search)
      expect([search, status, body.message]).toEqual([search, 400, expect.stringMatching(/not valid/)])
    }
  })

  it('downloads as CSV, filtered, and safe for spreadsheets', async () => {
    await write(
      { at: '2026-05-01T00:00:00Z', action: 'session.sign_in', name: '=HYPERLINK("http://evil.example")' },
      { at: '2026-05-02T00:00:00Z', action: 'user.delete', name: 'Ada, "the" first' },
    )
    const { status, headers, body } = await server.admin.get<string>('/api/audit.csv?action=session')
    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(headers.get('content-disposition')).toMatch(/^attachment; filename="audit_\d{4}-\d\d-\d\d\.csv"$/)
    expect(body.split('\r\n')).toEqual([
      'created_at,action,actor_id,actor_name,object_type,object_id,object_name,details,ip,user_agent',
      `2026-05-01T00:00:00Z,session.sign_in,7,"'=HYPERLINK(""http://evil.example"")",session,1,,{},,`,
      '',
    ])
    const all = await server.admin.get<string>('/api/audit.csv')
    expect(all.body).toContain('2026-05-02T00:00:00Z,user.delete,7,"Ada, ""the"" first",user,1,,{},,')
  })

  it('downloads all entries as CSV, even more than are read at once', async () => {
    const rows = Array.from({ length: 2500 }, (_, index) => ({
      created_at: new Date(1_780_000_000_000 + index),
      action: 'user.change' as const,
      object_type: 'user',
      object_id: String(index),
    }))
    await server.services.db.insert(auditEntries).values(rows)
    const lines = (await server.admin.get<string>('/api/audit.csv')).body.trimEnd().split('\r\n').slice(1)
    expect(lines.map((line) => line.split(',')[5])).toEqual(rows.map(({ object_id }) => object_id).reverse())
  })

  it('removes entries older than the configured retention', async () => {
    await write(
      { at: '2025-05-30T11:59:59Z', object: 1 },
      { at: '2025-05-31T12:00:00Z', object: 2 },
      { at: '2026-05-31T12:00:00Z', object: 3 },
    )
    await removeOld({ ...server.services, now: () => new Date('2026-05-31T12:00:00Z') })
    expect((await list()).body.results.map(({ object_id }) => object_id)).toEqual(['3', '2'])
  })
})

describe('the recorded actions', () => {
  const SECRET = 'p4ss w0rd of the source'

  it('include data sources that were created, changed and deleted, but never their secrets', async () => {
    const fields = { name: 'Warehouse', type: 'pg', options: { dbname: 'dwh', user: 'reader', password: SECRET } }
    const { body } = await server.admin.post<{ id: number }>('/api/data_sources', fields)
    const address = `/api/data_sources/${body.id}`
    await server.admin.post(address, { ...fields, name: 'DWH', options: { ...fields.options, password: `${SECRET}!` } })
    await server.admin.delete(address)
    const { results } = (await list()).body
    expect(results).toMatchObject([
      { action: 'data_source.delete', object_id: String(body.id), object_name: 'DWH', details: { type: 'pg' } },
      { action: 'data_source.change', object_name: 'DWH', details: { type: 'pg', options: ['password'] } },
      { action: 'data_source.create', object_name: 'Warehouse', details: { type: 'pg' } },
    ])
    expect(JSON.stringify(results)).not.toContain(SECRET)
  })

  it('include nothing for a data source that was not saved', async () => {
    await buildDataSource(server, { name: 'Taken' })
    await server.services.db.delete(auditEntries)
    expect(
      await server.admin.post('/api/data_sources', { name: 'Taken', type: 'duckdb', options: { dbpath: ':memory:' } }),
    ).toMatchObject({ status: 400 })
    expect(await actions()).toEqual([])
  })

  it('include each access that was granted and revoked, once', async () => {
    const query = await buildQuery(owner, { data_source_id: source })
    const colleague = await server.person({ name: 'Colleague' })
    const access = { access_type: 'modify', user_id: colleague.id }
    await owner.post(`/api/queries/${query.id}/acl`, access)
    await owner.delete(`/api/queries/${query.id}/acl`, access)
    await owner.delete(`/api/queries/${query.id}/acl`, access)
    expect((await list()).body.results).toMatchObject([
      { action: 'acl.revoke', actor: { id: owner.id }, object_type: 'query', object_id: String(query.id), details: access },
      { action: 'acl.grant', actor: { id: owner.id }, object_type: 'query', object_id: String(query.id), details: access },
    ])
  })

  it('include public URLs that were created and removed, but never the token', async () => {
    const { body: dashboard } = await owner.post<Dashboard>('/api/dashboards', { name: 'Numbers' })
    const { body: shared } = await owner.post<{ api_key: string }>(`/api/dashboards/${dashboard.id}/share`)
    await owner.post(`/api/dashboards/${dashboard.id}/share`)
    await owner.delete(`/api/dashboards/${dashboard.id}/share`)
    await owner.delete(`/api/dashboards/${dashboard.id}/share`)
    const { results } = (await list()).body
    expect(results).toMatchObject([
      { action: 'dashboard.unshare', object_id: String(dashboard.id), object_name: 'Numbers' },
      { action: 'dashboard.share', object_id: String(dashboard.id), object_name: 'Numbers' },
    ])
    expect(JSON.stringify(results)).not.toContain(shared.api_key)
  })

  it('include replaced query keys, but never the keys', async () => {
    const query = await buildQuery(owner, { data_source_id: source })
    const { body } = await owner.post<Query>(`/api/queries/${query.id}/regenerate_api_key`)
    expect(body.api_key).not.toBe(query.api_key)
    const { results } = (await list()).body
    expect(results).toMatchObject([{ action: 'query.regenerate_key', object_id: String(query.id) }])
    for (const key of [query.api_key, body.api_key]) expect(JSON.stringify(results)).not.toContain(key)
  })

  it('include who ran what on which data source, once per run and not for stored results', async () => {
    const query = await buildQuery(owner, { data_source_id: source, query: 'select 42 as answer' })
    const run = (client = server.admin, max_age = 0) =>
      client.post(`/api/queries/${query.id}/results`, { max_age, wait: 10_000 })
    expect(await run(owner)).toMatchObject({ status: 200, body: { job: { status: JobStatus.done } } })
    expect(await run(owner, -1)).toMatchObject({ status: 200, body: { job: { status: JobStatus.done } } })
    await owner.post('/api/query_results', { data_source_id: source, query: 'select 43', max_age: 0, wait: 10_000 })
    await expect.poll(() => actions()).toHaveLength(2)
    expect((await list()).body.results).toMatchObject([
      { action: 'query.run', actor: { id: owner.id }, object_id: null, details: { data_source_id: source, text: 'select 43' } },
      {
        action: 'query.run',
        actor: { id: owner.id, name: 'Grace Hopper' },
        object_type: 'query',
        object_id: String(query.id),
        details: { data_source_id: source, data_source_name: expect.any(String), text: 'select 42 as answer' },
      },
    ])
  })

  it('name their objects as they are now, also those in the details, and say which are gone (OPEN-186)', async () => {
    const warehouse = await buildDataSource(server, { name: 'Warehouse' })
    const query = await buildQuery(owner, { data_source_id: warehouse.id, query: 'select 45 as answer', name: 'Answer' })
    await owner.post(`/api/queries/${query.id}/results`, { max_age: 0, wait: 10_000 })
    await owner.post(`/api/queries/${query.id}/acl`, { access_type: 'modify', user_id: server.admin.id })
    await expect.poll(() => actions()).toContain('query.run')
    await server.admin.delete(`/api/data_sources/${warehouse.id}`)
    const { results } = (await list()).body
    const objectsOf = (wanted: string) => results.find(({ action }) => action === wanted)?.objects
    expect(objectsOf('query.run')).toEqual([
      { type: 'query', id: String(query.id), name: 'Answer' },
      { type: 'data_source', id: String(warehouse.id), name: null },
    ])
    expect(objectsOf('acl.grant')).toEqual([
      { type: 'query', id: String(query.id), name: 'Answer' },
      { type: 'user', id: String(server.admin.id), name: server.admin.name },
    ])
    expect(objectsOf('data_source.delete')).toEqual([{ type: 'data_source', id: String(warehouse.id), name: null }])
  })

  it('include runs with the key of a query', async () => {
    const query = await buildQuery(owner, { data_source_id: source, query: 'select 44 as answer' })
    const key = clientOf(server.url, () => ({ authorization: `Key ${query.api_key}` }))
    await key.post(`/api/queries/${query.id}/results`, { max_age: 0, wait: 10_000 })
    await expect.poll(() => actions()).toEqual(['query.run'])
    expect((await list()).body.results).toMatchObject([
      { actor: { id: null, name: `Key of query ${query.name} (${query.id})` } },
    ])
  })
})
