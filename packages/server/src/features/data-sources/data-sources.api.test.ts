import { type AdminDataSource, type DataSource, type SourceDescriptor, Upload } from '@sightline/contract/data-sources.ts'
import { JobStatus } from '@sightline/contract/executions.ts'
import type { Query } from '@sightline/contract/queries.ts'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildDataSource, buildGroup, buildQuery } from '../../testing/builders.ts'
import { type Person, startTestServer, type TestServer } from '../../testing/server.ts'
import { queryResults } from '../executions/tables.ts'
import { builtinGroupId } from '../users/store.ts'
import { storedOptions } from './options.ts'
import { dataSources } from './tables.ts'

const postgres = {
  type: 'pg',
  options: { host: 'db.example.org', port: 5432, user: 'bi', password: 'p4ss w0rd', dbname: 'shop' },
}

let server: TestServer
let ada: Person

beforeAll(async () => {
  server = await startTestServer()
  ada = await server.person({ name: 'Ada' })
})
afterAll(() => server.close())

const create = (fields: object) => server.admin.post<AdminDataSource>('/api/data_sources', fields)
const read = async (id: number) => (await server.admin.get<AdminDataSource>(`/api/data_sources/${id}`)).body

describe('adding a data source', () => {
  it('returns it, shared with the default group with full access (API-41, DS-26, OPEN-100)', async () => {
    const { status, body } = await create({ name: 'Shop', ...postgres })
    expect(status).toBe(200)
    const group = await builtinGroupId(server.services.db, 'default')
    expect(body).toMatchObject({
      id: expect.any(Number),
      name: 'Shop',
      type: 'pg',
      syntax: 'sql',
      paused: 0,
      pause_reason: null,
      options: { host: 'db.example.org', dbname: 'shop' },
      queue_name: 'queries',
      scheduled_queue_name: 'scheduled_queries',
      groups: { [group]: false },
    })
    expect((await ada.get<DataSource>(`/api/data_sources/${body.id}`)).body.view_only).toBe(false)
  })

  it('shares it with the given groups and no others', async () => {
    const [full, view] = [await buildGroup(server), await buildGroup(server)]
    const { body } = await create({ name: 'For some', ...postgres, groups: { [full]: false, [view]: true } })
    expect(body.groups).toEqual({ [full]: false, [view]: true })
    expect((await ada.get(`/api/data_sources/${body.id}`)).status).toBe(403)
    const closed = await create({ name: 'For nobody', ...postgres, groups: {} })
    expect(closed.body.groups).toEqual({})
    expect((await ada.get(`/api/data_sources/${closed.body.id}`)).status).toBe(403)
    expect(await create({ name: 'For nobody known', ...postgres, groups: { 999999: false } })).toMatchObject({
      status: 400,
      body: { message: 'Group id 999999 is invalid.' },
    })
    for (const groups of [{ x: false }, { [full]: 'yes' }, { 99999999999: true }, []])
      expect((await create({ name: 'Wrong', ...postgres, groups })).status).toBe(400)
    const names = (await server.admin.get<DataSource[]>('/api/data_sources')).body.map(({ name }) => name)
    expect(names).not.toContain('For nobody known')
  })

  it('leaves the sharing to an admin if the organization wants that', async () => {
    await server.admin.post('/api/settings/organization', { share_new_data_sources: false })
    const { body } = await create({ name: 'Waiting', ...postgres })
    expect(body.groups).toEqual({})
    expect((await ada.get(`/api/data_sources/${body.id}`)).status).toBe(403)
    const group = await buildGroup(server)
    expect((await create({ name: 'Given', ...postgres, groups: { [group]: true } })).body.groups).toEqual({ [group]: true })
    await server.admin.post('/api/settings/organization', { share_new_data_sources: true })
  })

  it('allows to limit how many of its queries run at a time, and to remove the limit', async () => {
    const { body } = await create({ name: 'Limited', ...postgres, concurrency: 2 })
    expect(body.concurrency).toBe(2)
    const save = (fields: object) =>
      server.admin.post<AdminDataSource>(`/api/data_sources/${body.id}`, { name: 'Limited', ...postgres, ...fields })
    expect((await save({})).body.concurrency).toBe(2)
    expect((await save({ concurrency: null })).body.concurrency).toBeNull()
    for (const concurrency of [0, -1, 1.5, 1001, 'two']) expect((await save({ concurrency })).status).toBe(400)
    expect((await ada.get(`/api/data_sources/${body.id}`)).body).not.toHaveProperty('concurrency')
  })

  it('allows to limit how long its queries may run', async () => {
    const duckdb = { type: 'duckdb', options: { dbpath: ':memory:' } }
    const { body } = await create({ name: 'Hasty', ...duckdb, time_limit: 1 })
    expect(body.time_limit).toBe(1)
    const run = await ada.post('/api/query_results', {
      query: 'select count(*) from range(100000000000) a, range(1000) b where a.range % 7 = b.range % 5',
      data_source_id: body.id,
      max_age: 0,
      wait: 20_000,
    })
    expect(run.body).toMatchObject({
      job: { status: JobStatus.failed, error: 'Query exceeded Sightline query execution time limit. The limit is 1 seconds.' },
    })
    const save = (fields: object) =>
      server.admin.post<AdminDataSource>(`/api/data_sources/${body.id}`, { name: 'Hasty', ...duckdb, ...fields })
    expect((await save({})).body.time_limit).toBe(1)
    expect((await save({ time_limit: null })).body.time_limit).toBeNull()
    for (const time_limit of [0, -1, 1.5, 86_401, 'two']) expect((await save({ time_limit })).status).toBe(400)
    expect((await ada.get(`/api/data_sources/${body.id}`)).body).not.toHaveProperty('time_limit')
  })

  it('needs a unique name (DS-14)', async () => {
    await create({ name: 'Taken', ...postgres })
    expect(await create({ name: 'Taken', ...postgres })).toMatchObject({
      status: 400,
      body: { message: 'Data source with the name Taken already exists.' },
    })
    expect((await create({ name: '  ', ...postgres })).status).toBe(400)
    expect((await create(postgres)).status).toBe(400)
  })

  it('names the title of the first invalid option (DS-19)', async () => {
    const { dbname: _, ...incomplete } = postgres.options
    expect(await create({ name: 'Incomplete', type: 'pg', options: incomplete })).toMatchObject({
      status: 400,
      body: { code: 'data_source_options_invalid', message: 'Database Name is required.' },
    })
    const wrong = { ...postgres.options, port: 'many' }
    expect(await create({ name: 'Wrong', type: 'pg', options: wrong })).toMatchObject({
      status: 400,
      body: { message: expect.stringMatching(/port/i) },
    })
  })

  it('refuses unknown types', async () => {
    expect(await create({ name: 'Unknown', type: 'abacus', options: {} })).toMatchObject({
      status: 400,
      body: { message: 'Unknown data source type "abacus".' },
    })
  })
})

describe('secrets of a data source', () => {
  it('are never sent back, and stay unchanged when the placeholder is sent (DS-20, API-39)', async () => {
    const { body } = await create({ name: 'Secret', ...postgres })
    expect(body.options.password).toBe('--------')
    const saved = await server.admin.post<AdminDataSource>(`/api/data_sources/${body.id}`, {
      name: 'Secret',
      type: 'pg',
      options: { ...body.options, user: 'other' },
    })
    expect(saved.body.options).toMatchObject({ user: 'other', password: '--------' })

    const rows = await server.services.db.select().from(dataSources)
    const row = rows.find(({ name }) => name === 'Secret')
    expect(row && storedOptions(server.services, row)).toMatchObject({ password: 'p4ss w0rd', user: 'other' })
    expect(JSON.stringify(rows)).not.toContain('p4ss w0rd')
  })

  it('are not kept for another type', async () => {
    const { body } = await create({ name: 'Moving', ...postgres })
    const moved = await server.admin.post<AdminDataSource>(`/api/data_sources/${body.id}`, {
      name: 'Moving',
      type: 'mysql',
      options: { host: 'evil.example.org', user: 'bi', passwd: '--------', db: 'shop' },
    })
    expect(moved).toMatchObject({ status: 400, body: { message: 'Enter Password again, because Type has changed.' } })
    expect(await read(body.id)).toMatchObject({ type: 'pg', options: { host: 'db.example.org' } })
  })

  it.each([
    [{ host: 'evil.example.org' }, 'Host has'],
    [{ port: 5433, sslmode: 'disable' }, 'Port and SSL Mode have'],
    [{ ssh_tunnel: { ssh_host: 'evil.example.org', ssh_username: 'me', ssh_password: 'mine' } }, 'SSH Host has'],
  ])('have to be entered again if the source is to connect elsewhere: %j', async (changes, because) => {
    const name = `Moved because ${because}`
    const { body } = await create({ name, ...postgres })
    const before = await read(body.id)
    const save = (options: object) =>
      server.admin.post<AdminDataSource>(`/api/data_sources/${body.id}`, { name, type: 'pg', options })
    expect(await save({ ...body.options, ...changes })).toMatchObject({
      status: 400,
      body: { code: 'data_source_options_invalid', message: `Enter Password again, because ${because} changed.` },
    })
    expect(await read(body.id)).toEqual(before)
    expect((await save({ ...body.options, ...changes, password: 'entered again' })).status).toBe(200)
  })

  it('and other options are only for admins (API-39)', async () => {
    const { id } = await buildDataSource(server)
    expect(await read(id)).toHaveProperty('options')
    const { body } = await ada.get(`/api/data_sources/${id}`)
    expect(body).toMatchObject({ id, syntax: 'sql', view_only: false })
    for (const hidden of ['options', 'groups', 'queue_name']) expect(body).not.toHaveProperty(hidden)
  })
})

describe('access to a data source', () => {
  it('is described by view_only, in an unpaged list by name (API-38, PERM-10, OPEN-126)', async () => {
    const [one, two] = [await buildGroup(server), await buildGroup(server)]
    await buildDataSource(server, { name: 'b full', groups: { [one]: true, [two]: false } })
    await buildDataSource(server, { name: 'A view', groups: { [one]: true } })
    await buildDataSource(server, { name: 'closed', groups: {} })
    const person = await server.person({ groups: [one, two] })
    const { body } = await person.get<DataSource[]>('/api/data_sources')
    expect(body.map(({ name, view_only }) => [name, view_only])).toEqual([
      ['A view', true],
      ['b full', false],
    ])
    const everything = (await server.admin.get<DataSource[]>('/api/data_sources')).body
    expect(everything.map(({ name }) => name)).toEqual(expect.arrayContaining(['A view', 'b full', 'closed']))
  })

  it('allows changes only to admins, and reading to users of its groups (PERM-31, DS-29)', async () => {
    const { id } = await buildDataSource(server)
    const path = `/api/data_sources/${id}`
    const calls = [
      ada.get('/api/data_sources/types'),
      ada.post('/api/data_sources', { name: 'Mine', ...postgres }),
      ada.post(path, { name: 'Mine', ...postgres }),
      ada.post(`${path}/test`),
      ada.post(`${path}/pause`),
      ada.delete(`${path}/pause`),
      ada.delete(path),
      ada.post('/api/uploads?name=a.csv', {}),
    ]
    for (const { status } of await Promise.all(calls)) expect(status).toBe(403)

    const closed = await buildDataSource(server, { groups: {} })
    for (const part of ['', '/schema']) expect((await ada.get(`/api/data_sources/${closed.id}${part}`)).status).toBe(403)
  })
})

describe('types of data sources', () => {
  it('are listed by name with the schema of their options (API-40, DS-27)', async () => {
    const { body } = await server.admin.get<SourceDescriptor[]>('/api/data_sources/types')
    expect(body.map(({ type }) => type)).toEqual(expect.arrayContaining(['pg', 'mysql', 'sqlite', 'duckdb']))
    const names = body.map(({ name }) => name.toLowerCase())
    expect(names).toEqual([...names].sort((one, other) => one.localeCompare(other)))
    const pg = body.find(({ type }) => type === 'pg')
    expect(pg).toMatchObject({
      name: 'PostgreSQL',
      configuration_schema: {
        type: 'object',
        secret: expect.arrayContaining(['password']),
        properties: { host: { type: 'string' } },
      },
    })
    expect(pg?.configuration_schema.required).toContain('dbname')
  })

  it('say where they stand in the gallery (DS-33)', async () => {
    const { body } = await server.admin.get<SourceDescriptor[]>('/api/data_sources/types')
    const place = (type: string) => body.find((one) => one.type === type)
    expect(place('pg')).toMatchObject({ category: 'database', popular: true, aliases: expect.arrayContaining(['postgres']) })
    expect(place('files')).toMatchObject({ category: 'file', popular: true, aliases: expect.arrayContaining(['csv', 'excel']) })
    expect(place('firebird')).toMatchObject({ category: 'database', popular: false })
  })

  it('include all expected ones, each with a schema and a logo (OPEN-98)', async () => {
    const { body } = await server.admin.get<SourceDescriptor[]>('/api/data_sources/types')
    const expected = ['pg', 'mysql', 'sqlite', 'mssql', 'mongodb', 'bigquery', 'athena', 'url', 'json', 'csv']
    expect(body.map(({ type }) => type)).toEqual(expect.arrayContaining([...expected, 'google_spreadsheets', 'results']))
    for (const { type, configuration_schema, logo } of body) {
      expect(configuration_schema, type).toMatchObject({ type: 'object', properties: expect.anything() })
      expect(logo, type).toMatch(/^<svg[\s>]/)
    }
    // Deprecated types stay for existing sources, but are not offered for new ones.
    const old = body.filter(({ deprecated }) => deprecated === true).map(({ type }) => type)
    expect(old.sort()).toEqual(['elasticsearch', 'kibana', 'url'])
  })
})

describe('testing and browsing a data source', () => {
  it('reports success, or the error (API-44)', async () => {
    const good = await buildDataSource(server)
    expect((await server.admin.post(`/api/data_sources/${good.id}/test`)).body).toEqual({ ok: true, message: 'success' })
    const bad = await buildDataSource(server, { options: { dbpath: '/nowhere/at/all.duckdb' } })
    const { status, body } = await server.admin.post(`/api/data_sources/${bad.id}/test`)
    expect(status).toBe(200)
    expect(body).toMatchObject({ ok: false, message: expect.stringMatching(/\w/) })
  })

  it('returns tables with columns, as stored or read now (API-45, EDIT-13, DS-28)', async () => {
    const { id } = await buildDataSource(server)
    const { body } = await ada.get<{ schema: unknown[] }>(`/api/data_sources/${id}/schema`)
    expect(body.schema).toEqual([])
    const schema = [{ name: 'kept', columns: [{ name: 'a', type: 'INTEGER' }] }]
    await server.services.db.update(dataSources).set({ schema, schema_fetched_at: new Date() }).where(eq(dataSources.id, id))
    expect((await ada.get(`/api/data_sources/${id}/schema`)).body).toEqual({ schema })
    expect((await ada.get(`/api/data_sources/${id}/schema?refresh=true`)).body).toEqual({ schema: [] })
  })

  it('returns a failure as error 2 (API-45)', async () => {
    const { id } = await buildDataSource(server, { options: { dbpath: '/nowhere/at/all.duckdb' } })
    expect(await ada.get(`/api/data_sources/${id}/schema`)).toMatchObject({
      status: 200,
      body: { error: { code: 2, message: 'Error retrieving schema.' } },
    })
  })
})

describe('changing and removing a data source', () => {
  it('saves name and options (API-42)', async () => {
    const { id } = await buildDataSource(server)
    const fields = { name: 'Renamed', type: 'duckdb', options: { dbpath: ':memory:' } }
    expect((await server.admin.post(`/api/data_sources/${id}`, fields)).body).toMatchObject({ id, name: 'Renamed' })
    expect(await read(id)).toMatchObject({ name: 'Renamed' })
  })

  it('leaves its queries without a source and deletes its results (API-43, OPEN-97)', async () => {
    const { id } = await buildDataSource(server)
    const query = await buildQuery(ada, { data_source_id: id })
    await ada.post(`/api/queries/${query.id}/results`, { max_age: 0, wait: 20_000 })
    const before = await server.services.db.select().from(queryResults)
    const file = before.find((result) => result.data_source_id === id)?.file ?? ''
    await server.services.files.open(file)

    const { status, body } = await server.admin.delete(`/api/data_sources/${id}`)

    expect({ status, body }).toEqual({ status: 204, body: undefined })
    const left = await server.admin.get<Query>(`/api/queries/${query.id}`)
    expect(left.body).toMatchObject({ data_source_id: null, latest_query_data_id: null, query: query.query })
    expect(await server.admin.post(`/api/queries/${query.id}/results`)).toMatchObject({
      status: 401,
      body: { job: { status: JobStatus.failed, error: 'Target data source not available.' } },
    })
    await expect(server.services.files.open(file)).rejects.toThrow()
    expect((await server.admin.delete(`/api/data_sources/${id}`)).status).toBe(404)
  })

  it('counts in advance what depends on it', async () => {
    const { id } = await buildDataSource(server)
    const dependents = async () => (await server.admin.get(`/api/data_sources/${id}/dependents`)).body
    expect(await dependents()).toEqual({ queries: 0, scheduled: 0, dashboards: 0, results: 0 })
    const query = await buildQuery(ada, { data_source_id: id, schedule: { interval: 3600 } })
    await buildQuery(ada, { data_source_id: id, query: 'select 2' })
    const archived = await buildQuery(ada, { data_source_id: id, query: 'select 3' })
    await ada.delete(`/api/queries/${archived.id}`)
    await ada.post(`/api/queries/${query.id}/results`, { max_age: 0, wait: 20_000 })
    const { body: board } = await ada.post<{ id: number }>('/api/dashboards', { name: 'Numbers' })
    for (const visualization of query.visualizations) {
      const widget = { dashboard_id: board.id, visualization_id: visualization.id, text: '', width: 1, options: {} }
      await ada.post('/api/widgets', widget)
      await ada.post('/api/widgets', widget)
    }
    expect(await dependents()).toEqual({ queries: 2, scheduled: 1, dashboards: 1, results: 1 })
    expect((await server.admin.get('/api/data_sources/999999/dependents')).status).toBe(404)
  })

  it('pauses and resumes it, and reports errors in the two formats of Redash (OPEN-121)', async () => {
    const { id, name } = await buildDataSource(server)
    const paused = await server.admin.post(`/api/data_sources/${id}/pause`, { reason: 'upgrade' })
    expect(paused.body).toMatchObject({ paused: 1, pause_reason: 'upgrade' })
    const run = () => ada.post('/api/query_results', { query: 'select 1', data_source_id: id, max_age: 0 })
    const refused = await run()
    expect([refused.status, refused.body]).toEqual([
      400,
      { job: { status: JobStatus.failed, error: `${name} is paused (upgrade). Please try later.` } },
    ])
    const missing = await server.admin.get<{ message: string }>('/api/data_sources/999999')
    expect([missing.status, missing.body.message]).toEqual([404, expect.stringMatching(/\w/)])
    expect((await server.admin.delete(`/api/data_sources/${id}/pause`)).body).toMatchObject({ paused: 0, pause_reason: null })
    expect((await run()).status).toBe(200)
  })
})

describe('uploading a file', () => {
  it('creates a table that can be queried', async () => {
    const reply = await server.admin.fetch('/api/uploads?name=Daily%20orders.csv', {
      method: 'POST',
      body: 'day,n\n2024-05-01,3\n',
    })
    expect(reply.status).toBe(200)
    const upload = Upload.parse(await reply.json())
    expect(upload).toMatchObject({ name: 'Daily orders.csv', size: 19, tables: [{ rows: 1 }] })
    const [table] = upload.tables
    const source = await buildDataSource(server, {
      type: 'files',
      options: { files: [{ upload: upload.id, name: upload.name, tables: [table?.name] }] },
    })
    const run = await ada.post('/api/query_results', {
      query: `select n from ${table?.name}`,
      data_source_id: source.id,
      max_age: 0,
      wait: 20_000,
    })
    expect(run.body).toMatchObject({ job: { status: JobStatus.done, error: '' }, window: { rows: [[3]] } })
  })

  it('refuses an empty file and one that cannot be read, with a sentence', async () => {
    const send = async (name: string, body: string) => {
      const reply = await server.admin.fetch(`/api/uploads?name=${name}`, { method: 'POST', body })
      return { status: reply.status, body: await reply.json() }
    }
    expect(await send('a.csv', '')).toMatchObject({ status: 400, body: { message: 'The file is empty.' } })
    expect(await send('a.parquet', 'this is none')).toMatchObject({ status: 400, body: { code: 'upload_invalid' } })
  })
})
