import { createHash } from 'node:crypto'
import type { Query } from '@sightline/contract/queries.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildDataSource, buildQuery } from '../../testing/builders.ts'
import { type Person, startTestServer, type TestServer } from '../../testing/server.ts'

interface Ran {
  job: { error: string; error_position: number | null }
  window?: { result: { id: number }; rows: unknown[][] }
}

let server: TestServer
let ada: Person
let results: number

beforeAll(async () => {
  server = await startTestServer()
  ada = await server.person({ name: 'Ada' })
  results = (await buildDataSource(server, { type: 'results', options: {} })).id
})
afterAll(() => server.close())

const HALF = 'select 5/2 as half'
const save = (query: string, options: object = {}) => buildQuery(ada, { data_source_id: results, query, options })
const runSaved = ({ id }: Query, body: object = {}) =>
  ada.post<Ran>(`/api/queries/${id}/results`, { max_age: 0, wait: 20_000, ...body })
const runText = (query: string, body: object = {}) =>
  ada.post<Ran>('/api/query_results', { query, data_source_id: results, max_age: 0, wait: 20_000, ...body })
const rowsOf = ({ body }: { body: Ran }) => body.window?.rows ?? body.job.error
const reread = async ({ id }: Query) => (await ada.get<Query>(`/api/queries/${id}`)).body

describe('a query on Query Results', () => {
  it('uses the SQLite dialect if a client of the Redash API saves it (DS-30)', async () => {
    const query = await save(HALF)
    expect(rowsOf(await runSaved(query))).toEqual([[2]])
    expect(query.query_hash).toBe(createHash('md5').update(HALF.replaceAll(' ', '')).digest('hex'))
  })

  it('uses the dialect that it has chosen, and offers both (DS-30)', async () => {
    const { body: source } = await ada.get(`/api/data_sources/${results}`)
    expect(source).toMatchObject({ dialect: 'sqlite', dialects: ['duckdb', 'sqlite'] })
    expect(rowsOf(await runSaved(await save(HALF, { dialect: 'duckdb' })))).toEqual([[2.5]])
    expect(rowsOf(await runSaved(await save(HALF, { dialect: 'sqlite' })))).toEqual([[2]])
    expect(rowsOf(await runSaved(await save(HALF, { dialect: 'oracle' })))).toEqual([[2]])
  })

  it('does not get a stored result of the same text in the other dialect', async () => {
    const text = 'select 7/2 as half'
    const [sqlite, duckdb] = [await save(text), await save(text, { dialect: 'duckdb' })]
    expect(rowsOf(await runSaved(sqlite))).toEqual([[3]])
    expect(rowsOf(await runSaved(duckdb, { max_age: -1 }))).toEqual([[3.5]])
    expect(rowsOf(await runSaved(sqlite, { max_age: -1 }))).toEqual([[3]])
    const latest = [(await reread(sqlite)).latest_query_data_id, (await reread(duckdb)).latest_query_data_id]
    expect(new Set(latest).size).toBe(2)
  })

  it('does not show the result of its earlier dialect', async () => {
    const query = await save('select 9/2 as half')
    await runSaved(query)
    expect((await reread(query)).latest_query_data_id).not.toBeNull()
    const { body } = await ada.post<Query>(`/api/queries/${query.id}`, { options: { dialect: 'duckdb' } })
    expect(body).toMatchObject({ options: { dialect: 'duckdb' }, latest_query_data_id: null })
    expect(rowsOf(await runSaved(query))).toEqual([[4.5]])
  })

  it('keeps its dialect if a client that does not know dialects saves its options', async () => {
    const query = await save(HALF, { dialect: 'duckdb' })
    await ada.post(`/api/queries/${query.id}`, { options: { parameters: [] } })
    expect((await reread(query)).options).toEqual({ parameters: [], dialect: 'duckdb' })
    const { body: fork } = await ada.post<Query>(`/api/queries/${query.id}/fork`)
    expect(fork.options.dialect).toBe('duckdb')
  })

  it('runs unsaved text in its own dialect unless the run names another', async () => {
    const query = await save(HALF, { dialect: 'duckdb' })
    expect(rowsOf(await runText(HALF))).toEqual([[2]])
    expect(rowsOf(await runText(HALF, { query_id: query.id }))).toEqual([[2.5]])
    expect(rowsOf(await runText(HALF, { query_id: query.id, dialect: 'sqlite' }))).toEqual([[2]])
  })

  it('shows its text as it was written, with the position of an error in it', async () => {
    const { body: ran } = await runText('select 1 as n', { dialect: 'duckdb' })
    const { body } = await ada.get<{ query_result: { query: string } }>(`/api/query_results/${ran.window?.result.id}`)
    expect(body.query_result.query).toBe('select 1 as n')
    for (const dialect of ['duckdb', 'sqlite']) {
      const { body } = await runText('select missing_column', { dialect })
      expect(body.job.error_position).toBe(8)
    }
  })

  it('reads queries of the other dialect', async () => {
    const inner = await save(HALF)
    const outer = await save(`from query_${inner.id} select half / 4 as quarter`, { dialect: 'duckdb' })
    expect(rowsOf(await runSaved(outer))).toEqual([[0.5]])
    const last = await save(`select total(quarter), [quarter] > "0.4" from [query_${outer.id}]`)
    expect(rowsOf(await runSaved(last))).toEqual([[0.5, 0]])
  })

  it('cannot be switched to another dialect by its text', async () => {
    expect(rowsOf(await runText('/* dialect: duckdb */ select 5/2'))).toEqual([[2]])
  })

  it('keeps a dropdown value within its quotes, as its dialect reads them', async () => {
    const hostile = "'; select 'stolen"
    const end = 'n] from sqlite_schema --'
    const choices = await save(`select "${hostile}" as x union all select '${end}'`)
    await runSaved(choices)
    const parameters = [{ name: 'x', type: 'query', queryId: choices.id }]
    for (const dialect of ['duckdb', 'sqlite']) {
      const query = await save("select '{{ x }}' as x", { dialect, parameters })
      expect(rowsOf(await runSaved(query, { parameters: { x: hostile } }))).toEqual([[hostile]])
    }
    // Brackets are a list in DuckDB and quote a name in SQLite, which no value may close.
    const named = await save('select 1 as [{{ x }}]', { parameters })
    const { status, body } = await runSaved(named, { parameters: { x: end } })
    expect([status, body.job.error]).toEqual([400, expect.stringContaining('parameter x cannot be written')])
  })
})
