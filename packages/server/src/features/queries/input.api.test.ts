import { MAX_QUERY_LENGTH, type Query } from '@sightline/contract/queries.ts'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildDataSource, buildGroup, buildQuery } from '../../testing/builders.ts'
import { type Person, startTestServer, type TestServer } from '../../testing/server.ts'
import { queries } from './tables.ts'

const SENTENCE = { message: expect.stringMatching(/^[^\n]{1,300}\.$/) }

let server: TestServer
let ada: Person
let source: number
let query: Query

beforeAll(async () => {
  server = await startTestServer()
  ada = await server.person({ name: 'Ada' })
  source = (await buildDataSource(server)).id
  query = await buildQuery(ada, { data_source_id: source, name: 'Steady' })
})
afterAll(() => server.close())

const get = async (id: number) => (await ada.get<Query>(`/api/queries/${id}`)).body
const save = (changes: object) => ada.post<Query>(`/api/queries/${query.id}`, changes)

describe('an id in a URL', () => {
  const calls = {
    'the query': (id: string) => ada.get(`/api/queries/${id}`),
    saving: (id: string) => ada.post(`/api/queries/${id}`, { name: 'New' }),
    archiving: (id: string) => ada.delete(`/api/queries/${id}`),
    forking: (id: string) => ada.post(`/api/queries/${id}/fork`),
    'the star': (id: string) => ada.post(`/api/queries/${id}/favorite`),
    'taking the star away': (id: string) => ada.delete(`/api/queries/${id}/favorite`),
    'a new key': (id: string) => ada.post(`/api/queries/${id}/regenerate_api_key`),
    'the access list': (id: string) => ada.get(`/api/queries/${id}/acl`),
    'a visualization': (id: string) => ada.post(`/api/visualizations/${id}`, { name: 'New' }),
  }
  it.each(Object.entries(calls))('is 404 for %s if it fits no record (PERM-42)', async (_, call) => {
    const ids = [
      '0',
      '-1',
      '999999999',
      '99999999999999999999',
      'one',
      '1e3',
      '0x1',
      '1.5',
      '%20',
      "1'",
      '%F0%9F%8E%89',
      'null',
    ]
    for (const id of ids) expect([id, await call(id)]).toMatchObject([id, { status: 404, body: SENTENCE }])
  })
})

describe('a request body', () => {
  it.each([
    ['a name of 256 characters', { name: 'x'.repeat(256) }],
    ['a blank name', { name: ' \t' }],
    ['no name', { name: null }],
    ['a number as name', { name: 5 }],
    ['a description of 4097 characters', { description: 'x'.repeat(4097) }],
    ['a number as text', { query: 5 }],
    ['a text beyond the limit', { query: 'x'.repeat(MAX_QUERY_LENGTH + 1) }],
    ['text tags', { tags: 'a,b' }],
    ['a tag of 256 characters', { tags: ['x'.repeat(256)] }],
    ['numbers as tags', { tags: [1] }],
    ['a list of options', { options: [] }],
    ['parameters that are none', { options: { parameters: [{ title: 'No name' }] } }],
    ['a text as flag', { is_draft: 'no' }],
    ['a text as version', { version: 'one' }],
    ['a version beyond all numbers', { version: 2 ** 40 }],
    ['a negative data source', { data_source_id: -1 }],
    ['an unknown data source', { data_source_id: 999_999 }],
    ['no data source', { data_source_id: null }],
    ['a text as result', { latest_query_data_id: 'latest' }],
  ])('is refused with 400 and one sentence, and changes nothing, if it has %s (OPEN-53)', async (_, changes) => {
    const before = await get(query.id)
    expect(await save(changes)).toMatchObject({ status: 400, body: SENTENCE })
    expect(await get(query.id)).toEqual(before)
  })

  it.each([
    ['null', 'null'],
    ['a list', '[]'],
    ['a text', '"name"'],
    ['a number', '1'],
    ['no JSON', '{"name":'],
    ['a form', 'name=New'],
  ])('is refused with 400 and one sentence if it is %s (OPEN-53)', async (_, body) => {
    for (const path of ['/api/queries', `/api/queries/${query.id}`]) {
      const reply = await ada.fetch(path, { method: 'POST', body })
      expect([reply.status, await reply.json()]).toMatchObject([400, SENTENCE])
    }
  })

  it('is read as JSON whatever its content type', async () => {
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data',
      'application/json',
      'no type',
    ]) {
      const body = JSON.stringify({ name: `Sent as ${type}` })
      const reply = await ada.fetch(`/api/queries/${query.id}`, { method: 'POST', body, headers: { 'content-type': type } })
      expect([reply.status, await reply.json()]).toMatchObject([200, { name: `Sent as ${type}` }])
    }
  })

  it('may have unknown keys, which change nothing', async () => {
    const unknown = {
      id: 1,
      org: 2,
      user: { id: 99 },
      user_id: 99,
      api_key: 'mine',
      created_at: 'never',
      visualizations: [],
      x: 1,
    }
    const { status, body } = await save({ ...unknown, name: 'Known' })
    expect(status).toBe(200)
    expect(body).toMatchObject({ id: query.id, name: 'Known', user: { id: ada.id }, api_key: query.api_key })
    const created = await ada.post<Query>('/api/queries', { ...unknown, query: 'select 1', data_source_id: source })
    expect(created).toMatchObject({ status: 200, body: { name: 'New Query', user: { id: ada.id } } })
    expect(created.body.visualizations).toHaveLength(1)
  })

  it('accepts names of 255 characters in any script, descriptions of 4096 and null tags (API-14, OPEN-53)', async () => {
    const name = '漢'.repeat(255)
    const changes = { name, description: 'ü'.repeat(4096), tags: null }
    expect((await save({ tags: ['a'] })).body.tags).toEqual(['a'])
    expect(await save(changes)).toMatchObject({ status: 200, body: { name, description: changes.description, tags: [] } })
    expect(await save({ description: null })).toMatchObject({ status: 200, body: { description: null } })
  })

  it('may be the whole query as it was read by a user who sees neither text nor key', async () => {
    const group = await buildGroup(server, { permissions: ['view_query', 'create_query', 'edit_query'] })
    const own = await buildDataSource(server, { groups: { [group]: false } })
    const blind = await server.person({ groups: [group] })
    const { id } = await buildQuery(blind, { data_source_id: own.id, query: 'select 42' })
    const read = (await blind.get<Query>(`/api/queries/${id}`)).body
    expect(read.query).toBeNull()
    expect((await blind.post(`/api/queries/${id}`, { ...read, name: 'Renamed' })).status).toBe(200)
    const stored = await server.services.db.select().from(queries).where(eq(queries.id, id))
    expect(stored).toMatchObject([{ name: 'Renamed', query: 'select 42' }])
  })

  it('may be a whole query that has lost its data source', async () => {
    const { id } = await buildQuery(server.admin, { data_source_id: source })
    await server.services.db.update(queries).set({ data_source_id: null }).where(eq(queries.id, id))
    const read = (await server.admin.get<Query>(`/api/queries/${id}`)).body
    expect(await server.admin.post(`/api/queries/${id}`, { ...read, name: 'Orphan' })).toMatchObject({
      status: 200,
      body: { name: 'Orphan', data_source_id: null },
    })
  })
})

describe('a long text', () => {
  it('is accepted up to 5,000,000 characters, and found by its beginning', async () => {
    const text = `select needle /* ${'straw_'.repeat((MAX_QUERY_LENGTH - 30) / 6)}*/`
    const { status, body } = await save({ query: text })
    expect([status, body.query === text]).toEqual([200, true])
    expect((await ada.get<{ count: number }>('/api/queries?q=needle')).body.count).toBe(1)
  })

  it('is refused at 10 MB with 400 and one sentence that names the limit', async () => {
    expect(await save({ query: 'x'.repeat(10 * 1024 * 1024) })).toMatchObject({
      status: 400,
      body: { message: '"query" is not valid: it must have at most 5,000,000 characters.' },
    })
  })

  it('is refused with 413 beyond the size of a request', async () => {
    expect(await save({ query: 'x'.repeat(17 * 1024 * 1024) })).toMatchObject({ status: 413, body: SENTENCE })
  })

  it('is formatted only up to 200,000 characters, so that no one waits for it', async () => {
    expect(await ada.post('/api/queries/format', { query: `select ${'x'.repeat(200_000)}` })).toMatchObject({
      status: 400,
      body: { message: '"query" is not valid: it must have at most 200,000 characters.' },
    })
  })
})
