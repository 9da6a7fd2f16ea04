import type { Query } from '@sightline/contract/queries.ts'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildDataSource, buildGroup, buildQuery } from '../../testing/builders.ts'
import { clientOf } from '../../testing/client.ts'
import { type Person, startTestServer, type TestServer } from '../../testing/server.ts'
import { queries } from './tables.ts'

let server: TestServer
let ada: Person
let bob: Person
let source: number

beforeAll(async () => {
  server = await startTestServer()
  ada = await server.person({ name: 'Ada' })
  bob = await server.person({ name: 'Bob' })
  source = (await buildDataSource(server)).id
})
afterAll(() => server.close())

const get = async (person: Person, id: number) => (await person.get<Query>(`/api/queries/${id}`)).body

describe('creating a query', () => {
  it('returns a draft owned by the caller with one table (OPEN-14, API-13)', async () => {
    const { status, body } = await ada.post<Query>('/api/queries', {
      name: 'Revenue',
      description: 'Per day',
      query: 'select 1',
      data_source_id: source,
      options: { parameters: [] },
      tags: ['money'],
    })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      name: 'Revenue',
      description: 'Per day',
      query: 'select 1',
      data_source_id: source,
      tags: ['money'],
      is_draft: true,
      is_archived: false,
      version: 1,
      latest_query_data_id: null,
      user: { id: ada.id },
      visualizations: [{ type: 'TABLE', name: 'Table', description: '', options: {} }],
    })
    expect(body.api_key).toMatch(/^[A-Za-z0-9]{40}$/)
  })

  it('drops empty and duplicate tags, and reads the schedules of older clients (OPEN-53)', async () => {
    const query = await buildQuery(ada, { data_source_id: source, tags: [' a ', '', 'a', 'b'], schedule: '06:15' })
    expect(query.tags).toEqual(['a', 'b'])
    expect(query.schedule).toEqual({ interval: 86_400, time: '06:15', day_of_week: null, until: null })
  })

  it.each([
    ['a blank name', { name: ' ' }],
    ['a long name', { name: 'x'.repeat(256) }],
    ['a long description', { description: 'x'.repeat(4097) }],
    ['an unknown data source', { data_source_id: 999_999_999 }],
    ['an id beyond all ids', { data_source_id: 99_999_999_999 }],
    ['no data source', { data_source_id: undefined }],
    ['no text', { query: undefined }],
    ['a structure as name', { name: { select: 1 } }],
    ['a NUL character', { query: 'select \u0000' }],
    ['a NUL character in an option', { options: { note: '\u0000' } }],
    ['a schedule that is none', { schedule: 'soon' }],
  ])('refuses %s with 400 and a message (OPEN-53)', async (_, wrong) => {
    const { status, body } = await ada.post('/api/queries', { name: 'Q', query: 'select 1', data_source_id: source, ...wrong })
    expect(status).toBe(400)
    expect(body).toMatchObject({ message: expect.stringMatching(/\w/) })
  })

  const create = (person: Person, id: number) => person.post('/api/queries', { query: 'select 1', data_source_id: id })

  it('needs create_query and full access to the data source (PERM-03, PERM-13)', async () => {
    const group = await buildGroup(server)
    const reading = await buildGroup(server, { permissions: ['view_query', 'list_data_sources'] })
    const shared = await buildDataSource(server, { groups: { [group]: false, [reading]: false } })
    const foreign = await buildDataSource(server, { groups: { [await buildGroup(server)]: false } })
    const reader = await server.person({ groups: [reading] })
    const member = await server.person({ groups: [group] })

    expect((await create(reader, shared.id)).status).toBe(403)
    expect((await create(member, foreign.id)).status).toBe(403)
    expect((await create(member, shared.id)).status).toBe(200)
  })

  it('is not allowed to users who have only view-only access to data sources (PERM-03)', async () => {
    const group = await buildGroup(server)
    const sources = [
      await buildDataSource(server, { groups: { [group]: true } }),
      await buildDataSource(server, { groups: { [group]: true } }),
    ]
    const viewer = await server.person({ groups: [group] })
    const { body } = await viewer.get<{ id: number; view_only: boolean }[]>('/api/data_sources')
    expect(body.map(({ id, view_only }) => ({ id, view_only }))).toEqual(
      expect.arrayContaining(sources.map(({ id }) => ({ id, view_only: true }))),
    )
    for (const { id } of body) expect((await create(viewer, id)).status).toBe(403)

    const own = await buildDataSource(server, { groups: { [group]: false } })
    expect((await create(viewer, own.id)).status).toBe(200)
  })

  it('accepts a schedule only with schedule_query (PERM-17)', async () => {
    const group = await buildGroup(server, { permissions: ['create_query', 'view_query', 'edit_query'] })
    const own = await buildDataSource(server, { groups: { [group]: false } })
    const person = await server.person({ groups: [group] })
    const body = { query: 'select 1', data_source_id: own.id }
    expect((await person.post('/api/queries', { ...body, schedule: { interval: 3600 } })).status).toBe(403)
    expect((await person.post('/api/queries', { ...body, schedule: null })).status).toBe(200)
  })
})

describe('one query', () => {
  it('has everything that its page shows (API-12, QPAGE-67, QPAGE-69)', async () => {
    const { id } = await buildQuery(ada, {
      data_source_id: source,
      options: { parameters: [{ name: 'n', type: 'number', value: 1 }] },
    })
    const query = await get(ada, id)
    for (const field of [
      ...['id', 'name', 'query', 'description', 'tags', 'is_draft', 'is_archived', 'is_safe', 'is_favorite', 'api_key'],
      ...['data_source_id', 'schedule', 'user', 'last_modified_by', 'created_at', 'updated_at', 'runtime', 'retrieved_at'],
      ...['latest_query_data_id', 'version', 'visualizations', 'options', 'can_edit', 'query_hash'],
    ])
      expect(query).toHaveProperty(field)
    expect(query.options.parameters).toEqual([{ name: 'n', type: 'number', value: 1 }])
    for (const user of [query.user, query.last_modified_by])
      expect(user).toMatchObject({ name: 'Ada', profile_image_url: expect.any(String), is_disabled: false })
    expect(JSON.stringify(query)).not.toContain(ada.apiKey)
  })

  it('is safe exactly if no parameter is text (QPAGE-65, OPEN-34)', async () => {
    const withType = (type: string) =>
      buildQuery(ada, { data_source_id: source, options: { parameters: [{ name: 'p', type }] } })
    expect((await withType('text')).is_safe).toBe(false)
    expect((await withType('number')).is_safe).toBe(true)
    expect((await buildQuery(ada, { data_source_id: source })).is_safe).toBe(true)
  })

  it('is not visible without access to its data source (PERM-11)', async () => {
    const group = await buildGroup(server)
    const closed = await buildDataSource(server, { groups: { [group]: false } })
    const owner = await server.person({ groups: [group] })
    const query = await buildQuery(owner, { data_source_id: closed.id })
    expect((await ada.get(`/api/queries/${query.id}`)).status).toBe(403)
    expect((await ada.get(`/api/queries/${query.id}/results.json`)).status).toBe(403)
  })

  it('is 404 for an unknown id, however large', async () => {
    expect((await ada.get('/api/queries/999999999')).status).toBe(404)
    expect((await ada.get('/api/queries/999999999999999')).status).toBe(404)
    expect((await ada.get('/api/queries/1e3')).status).toBe(404)
  })

  it('hides its SQL from users without view_source and from its key (PERM-18, OPEN-32, EDIT-30)', async () => {
    const group = await buildGroup(server, { permissions: ['view_query', 'execute_query'] })
    const shared = await buildDataSource(server, { groups: { [group]: true } })
    const query = await buildQuery(server.admin, { data_source_id: shared.id, query: 'select 42' })
    const reader = await server.person({ groups: [group] })
    expect(await get(reader, query.id)).toMatchObject({ query: null, api_key: null, can_edit: false })
    const author = await server.person({ groups: [group, await buildGroup(server, { permissions: ['view_source'] })] })
    expect((await get(author, query.id)).query).toBe('select 42')

    const byKey = clientOf(server.url, () => ({ authorization: `Key ${query.api_key}` }))
    const { body } = await byKey.get<Query>(`/api/queries/${query.id}`)
    expect(body).toMatchObject({ id: query.id, query: null, api_key: null })
    expect(body).not.toHaveProperty('is_favorite')
  })

  it('opens with its own key and no other', async () => {
    const [one, other] = [await buildQuery(ada, { data_source_id: source }), await buildQuery(ada, { data_source_id: source })]
    expect((await server.anonymous.get(`/api/queries/${one.id}?api_key=${other.api_key}`)).status).toBe(404)
  })

  it('shows its key only to users who may replace it', async () => {
    const query = await buildQuery(ada, { data_source_id: source })
    expect((await get(ada, query.id)).api_key).toBe(query.api_key)
    expect((await get(server.admin, query.id)).api_key).toBe(query.api_key)
    expect((await get(bob, query.id)).api_key).toBeNull()
  })
})

describe('archiving a query', () => {
  it('removes the schedule and keeps the URL working (API-16, QPAGE-17, OPEN-07)', async () => {
    const query = await buildQuery(ada, { data_source_id: source, schedule: { interval: 3600 } })
    expect(await ada.delete(`/api/queries/${query.id}`)).toMatchObject({ status: 200, body: null })
    expect(await get(ada, query.id)).toMatchObject({ is_archived: true, schedule: null, query: query.query })
  })

  it('resets the failures of its schedule, also when a save archives it (OPEN-07)', async () => {
    const { db } = server.services
    for (const archive of [
      (id: number) => ada.delete(`/api/queries/${id}`),
      (id: number) => ada.post(`/api/queries/${id}`, { is_archived: true }),
    ]) {
      const { id } = await buildQuery(ada, { data_source_id: source, schedule: { interval: 3600 } })
      await db.update(queries).set({ schedule_failures: 3 }).where(eq(queries.id, id))
      expect((await archive(id)).status).toBe(200)
      const [row] = await db.select().from(queries).where(eq(queries.id, id))
      expect(row).toMatchObject({ is_archived: true, schedule: null, schedule_failures: 0 })
    }
  })

  it('is only allowed to the owner and admins (QPAGE-16, PERM-15)', async () => {
    const query = await buildQuery(ada, { data_source_id: source })
    expect((await bob.delete(`/api/queries/${query.id}`)).status).toBe(403)
    expect((await get(ada, query.id)).is_archived).toBe(false)
    expect((await server.admin.delete(`/api/queries/${query.id}`)).status).toBe(200)
  })

  it('refuses later changes, but can be undone, and the query forked (OPEN-09)', async () => {
    const query = await buildQuery(ada, { data_source_id: source })
    await ada.delete(`/api/queries/${query.id}`)
    expect(await ada.post(`/api/queries/${query.id}`, { name: 'Late' })).toMatchObject({
      status: 400,
      body: { code: 'query_archived', message: expect.stringContaining('archived') },
    })
    const visualization = { query_id: query.id, type: 'CHART', name: 'Chart', options: {} }
    expect((await ada.post('/api/visualizations', visualization)).status).toBe(400)
    expect((await ada.post(`/api/queries/${query.id}/fork`)).status).toBe(200)
    expect((await ada.post<Query>(`/api/queries/${query.id}`, { is_archived: false })).body.is_archived).toBe(false)
  })
})

describe('forking a query', () => {
  it('creates a draft owned by the caller with everything but the schedule (API-17, QPAGE-14, OPEN-50)', async () => {
    const options = { parameters: [{ name: 'n', type: 'number', value: 1 }] }
    const query = await buildQuery(ada, { data_source_id: source, name: 'Orig', tags: ['t'], options, schedule: '3600' })
    await ada.post('/api/visualizations', { query_id: query.id, type: 'CHART', name: 'By day', options: { a: 1 } })
    await ada.post(`/api/queries/${query.id}`, { is_draft: false })

    const { body } = await bob.post<Query>(`/api/queries/${query.id}/fork`)

    expect(body).toMatchObject({
      name: `Copy of (#${query.id}) Orig`,
      is_draft: true,
      user: { id: bob.id },
      tags: ['t'],
      options,
      schedule: null,
      version: 1,
      visualizations: [{ type: 'TABLE' }, { type: 'CHART', name: 'By day', options: { a: 1 } }],
    })
    expect(body.api_key).not.toBe(query.api_key)
  })

  it('needs edit_query and full access (QPAGE-15, PERM-16)', async () => {
    const group = await buildGroup(server)
    const viewOnly = await buildDataSource(server, { groups: { [group]: true } })
    const query = await buildQuery(server.admin, { data_source_id: viewOnly.id })
    const viewer = await server.person({ groups: [group] })
    expect((await viewer.post(`/api/queries/${query.id}/fork`)).status).toBe(403)

    const readers = await buildGroup(server, { permissions: ['view_query'] })
    const shared = await buildDataSource(server, { groups: { [readers]: false } })
    const other = await buildQuery(server.admin, { data_source_id: shared.id })
    const reader = await server.person({ groups: [readers] })
    expect((await reader.post(`/api/queries/${other.id}/fork`)).status).toBe(403)
  })
})

describe('favorites and keys', () => {
  it('can be marked with an empty POST, even twice, and unmarked with an empty DELETE (API-18, API-19, QPAGE-62, CTRL-21)', async () => {
    const query = await buildQuery(ada, { data_source_id: source })
    for (let time = 0; time < 2; time++)
      expect(await bob.post(`/api/queries/${query.id}/favorite`)).toMatchObject({ status: 200, body: null })
    expect((await get(bob, query.id)).is_favorite).toBe(true)
    expect((await get(ada, query.id)).is_favorite).toBe(false)
    expect(await bob.delete(`/api/queries/${query.id}/favorite`)).toMatchObject({ status: 200, body: null })
    expect((await get(bob, query.id)).is_favorite).toBe(false)
  })

  it('can only be marked for queries that the caller may see (PERM-27)', async () => {
    const closed = await buildDataSource(server, { groups: {} })
    const query = await buildQuery(server.admin, { data_source_id: closed.id })
    expect((await bob.post(`/api/queries/${query.id}/favorite`)).status).toBe(403)
  })

  it('can be replaced by owners and admins, and the old key stops working (API-20, QPAGE-20)', async () => {
    const query = await buildQuery(ada, { data_source_id: source })
    expect((await bob.post(`/api/queries/${query.id}/regenerate_api_key`)).status).toBe(403)

    const { body } = await ada.post<Query>(`/api/queries/${query.id}/regenerate_api_key`)

    expect(body.api_key).toMatch(/^[A-Za-z0-9]{40}$/)
    expect(body.api_key).not.toBe(query.api_key)
    expect((await server.anonymous.get(`/api/queries/${query.id}?api_key=${query.api_key}`)).status).toBe(404)
    expect((await server.anonymous.get(`/api/queries/${query.id}?api_key=${body.api_key}`)).status).toBe(200)
  })
})

describe('formatting SQL', () => {
  it('returns the text re-indented, with keywords in capitals (API-21, EDIT-22)', async () => {
    const { status, body } = await ada.post('/api/queries/format', { query: 'select a,b from t where c = 1' })
    expect(status).toBe(200)
    expect(body).toEqual({ query: 'SELECT\n  a,\n  b\nFROM\n  t\nWHERE\n  c = 1' })
  })

  it('leaves parameters unchanged', async () => {
    const { body } = await ada.post('/api/queries/format', {
      query: "select * from t where a = '{{ a }}' and b in ({{ b.start }}) {{# c }}and d = {{{ d }}}{{/ c }}",
    })
    for (const tag of ["'{{ a }}'", '{{ b.start }}', '{{# c }}', '{{{ d }}}', '{{/ c }}'])
      expect(body).toMatchObject({ query: expect.stringContaining(tag) })
  })

  it('refuses incomplete SQL with one sentence', async () => {
    expect(await ada.post('/api/queries/format', { query: "select 'a" })).toMatchObject({
      status: 400,
      body: { message: 'This query cannot be formatted. Is it complete SQL?' },
    })
  })

  it('knows the keywords of a dialect, and JSON', async () => {
    const format = async (body: object) => (await ada.post<{ query: string }>('/api/queries/format', body)).body
    const text = "select data->>'a' from t where b ilike 'x'"
    expect((await format({ query: text, dialect: 'postgresql' })).query).toBe(
      "SELECT\n  data ->> 'a'\nFROM\n  t\nWHERE\n  b ILIKE 'x'",
    )
    expect(await format({ query: '{"a":[1]}', syntax: 'json' })).toEqual({ query: '{\n    "a": [\n        1\n    ]\n}' })
    expect(await ada.post('/api/queries/format', { query: '{', syntax: 'json' })).toMatchObject({
      status: 400,
      body: { message: 'This query cannot be formatted. Is it complete JSON?' },
    })
    expect((await ada.post('/api/queries/format', { query: 'x', syntax: 'python' })).status).toBe(400)
  })

  it.each([
    [
      'bigquery',
      "select `a b` from `p.d.t` where r = r'\\' # all",
      "SELECT\n  `a b`\nFROM\n  `p.d.t`\nWHERE\n  r = r'\\' # all",
    ],
    ['databricks', 'select * from t lateral view explode(a) x as y', 'SELECT\n  *\nFROM\n  t\nLATERAL VIEW EXPLODE (a) x AS y'],
    ['oracle', "select q'[it's]' from dual", "SELECT\n  q'[it's]'\nFROM\n  dual"],
    ['snowflake', 'select $$a b$$ from t qualify n = 1', 'SELECT\n  $$a b$$\nFROM\n  t\nQUALIFY\n  n = 1'],
    [
      'trino',
      'select 1 from t cross join unnest(a) with ordinality',
      'SELECT\n  1\nFROM\n  t\n  CROSS JOIN UNNEST (a)\nWITH\n  ORDINALITY',
    ],
    ['n1ql', 'select meta().id from b use keys "a"', 'SELECT\n  meta().id\nFROM\n  b\nUSE KEYS "a"'],
  ])('reads what is special to %s', async (dialect, query, formatted) => {
    expect((await ada.post('/api/queries/format', { query, dialect })).body).toEqual({ query: formatted })
  })

  it('refuses languages that are not SQL although their syntax says so, but formats their JSON (EDIT-25)', async () => {
    for (const dialect of ['address', 'promql', 'flux'])
      expect(await ada.post('/api/queries/format', { query: 'sum(rate(up[5m]))', dialect })).toMatchObject({
        status: 400,
        body: { message: 'Query formatting is not supported for your data source syntax.' },
      })
    expect((await ada.post('/api/queries/format', { query: '{"a":1}', dialect: 'json' })).body).toEqual({
      query: '{\n    "a": 1\n}',
    })
  })

  it('returns an empty text for an empty text', async () => {
    expect((await ada.post('/api/queries/format', {})).body).toEqual({ query: '' })
  })
})
