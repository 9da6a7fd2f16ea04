import type { Alert } from '@sightline/contract/alerts.ts'
import type { DashboardListItem } from '@sightline/contract/dashboards.ts'
import type { SchemaReply } from '@sightline/contract/data-sources.ts'
import type { Job } from '@sightline/contract/executions.ts'
import type { Query } from '@sightline/contract/queries.ts'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildDataSource, buildGroup, buildQuery } from '../../testing/builders.ts'
import { clientOf, type Reply, type TestClient } from '../../testing/client.ts'
import { type Person, startTestServer, type TestServer } from '../../testing/server.ts'
import { queries } from '../queries/tables.ts'
import { users } from '../users/tables.ts'
import { queryResults } from './tables.ts'

/** Data that only members of the group finance may read. */
const SECRET = '999999'

interface Ran {
  job: Job
  window?: { result: { id: number }; rows: unknown[][] }
}

/** A query that has run, and its result. */
interface Shown {
  query: Query
  result: number
  text: string
}

let server: TestServer
let finance: number
/** In the groups default and finance. */
let alice: Person
/** In the group default alone. */
let bob: Person
/** Shared with finance alone. */
let payroll: number
/** Query Results, shared with everyone. */
let joins: number
/** On the source payroll. */
let salaries: Shown
/** Reads `salaries`. */
let joined: Shown
/** Reads the latest result of `joined`. */
let outer: Shown

const runSaved = (client: TestClient, { id }: Pick<Query, 'id'>, body: object = {}) =>
  client.post<Ran>(`/api/queries/${id}/results`, { max_age: 0, wait: 20_000, ...body })
const runText = (client: TestClient, query: string, body: object = {}) =>
  client.post<Ran>('/api/query_results', { query, data_source_id: joins, max_age: 0, wait: 20_000, ...body })
const keyClientOf = (query: Query) => clientOf(server.url, () => ({ authorization: `Key ${query.api_key}` }))
const setGroups = (person: Person, groups: number[]) =>
  server.services.db.update(users).set({ group_ids: groups }).where(eq(users.id, person.id))

async function shown(owner: Person, data_source_id: number, text: string, runner: TestClient = owner): Promise<Shown> {
  const query = await buildQuery(owner, { data_source_id, query: text })
  const { body } = await runSaved(runner, query)
  if (!body.window) throw new Error(`The query failed: ${JSON.stringify(body)}`)
  return { query, result: body.window.result.id, text }
}

beforeAll(async () => {
  server = await startTestServer()
  finance = await buildGroup(server)
  bob = await server.person({ name: 'Bob' })
  alice = await server.person({ name: 'Alice', groups: [...bob.groupIds, finance] })
  payroll = (await buildDataSource(server, { groups: { [finance]: false } })).id
  joins = (await buildDataSource(server, { type: 'results', options: {} })).id
  salaries = await shown(alice, payroll, `select 'CEO' as who, ${SECRET} as salary`)
  joined = await shown(alice, joins, `select * from query_${salaries.query.id}`)
  outer = await shown(alice, joins, `select * from cached_query_${joined.query.id}`)
})
afterAll(() => server.close())

/** All endpoints that read a stored result by its id or by that of its query. */
const paths: Record<string, (shown: Shown) => string> = {
  ...Object.fromEntries(
    ['json', 'csv', 'tsv', 'xlsx', 'parquet'].flatMap((type) => [
      [`the latest result as ${type}`, ({ query }: Shown) => `/api/queries/${query.id}/results.${type}`],
      [`the result as ${type}`, ({ result }: Shown) => `/api/query_results/${result}.${type}`],
      [
        `the result of the query as ${type}`,
        ({ query, result }: Shown) => `/api/queries/${query.id}/results/${result}.${type}`,
      ],
    ]),
  ),
  'the latest result': ({ query }) => `/api/queries/${query.id}/results`,
  'the result': ({ result }) => `/api/query_results/${result}`,
  'a window': ({ result }) => `/api/query_results/${result}/window`,
  'columns of it': ({ result }) => `/api/query_results/${result}/columns?columns=0,1`,
  'groups of it': ({ result }) =>
    `/api/query_results/${result}/groups?ask=${encodeURIComponent('{"sets":[[1]],"measures":[{"kind":"count","column":null}]}')}`,
  'the distinct values of a column': ({ result }) => `/api/query_results/${result}/distinct?column=1`,
  'its options as a dropdown': ({ query }) => `/api/queries/${query.id}/dropdown`,
}

/** The same for requests with a body. */
const calls: Record<string, (shown: Shown) => [path: string, body: object]> = {
  'a window by a body': ({ result }) => [`/api/query_results/${result}/window`, {}],
  'columns by a body': ({ result }) => [`/api/query_results/${result}/columns`, { columns: '0,1' }],
  'groups by a body': ({ result }) => [
    `/api/query_results/${result}/groups`,
    { ask: { sets: [[1]], measures: [{ kind: 'count', column: null }] } },
  ],
  'a run of the query, answered from the cache': ({ query }) => [
    `/api/queries/${query.id}/results`,
    { max_age: -1, wait: 20_000 },
  ],
  'a run of the query for classic clients': ({ query }) => [`/api/queries/${query.id}/results`, { max_age: -1 }],
  'a new run of the query': ({ query }) => [`/api/queries/${query.id}/results`, { max_age: 0, wait: 20_000 }],
  'the same text, answered from the cache': ({ text }) => [
    '/api/query_results',
    { query: text, data_source_id: joins, max_age: -1, wait: 20_000 },
  ],
  'the query as a table': ({ query }) => [
    '/api/query_results',
    { query: `select * from query_${query.id}`, data_source_id: joins, max_age: 0, wait: 20_000 },
  ],
  'its latest result as a table': ({ query }) => [
    '/api/query_results',
    { query: `select * from cached_query_${query.id}`, data_source_id: joins, max_age: 0, wait: 20_000 },
  ],
  'the preview of an alert': ({ query }) => [
    '/api/alerts/preview',
    { query_id: query.id, options: { column: 'salary', op: '>', value: 1 } },
  ],
  'the backtest of an alert': ({ query }) => [
    '/api/alerts/rehearsal',
    { query_id: query.id, options: { column: 'salary', op: '>', value: 1 } },
  ],
}

const levels: Record<string, () => Shown> = {
  'a query that reads it': () => joined,
  'a query that reads the result of such a query': () => outer,
}

const textOf = ({ body }: Reply) => JSON.stringify(body ?? '')

describe.each(Object.entries(levels))('rows of a restricted source behind %s', (_, of) => {
  it.each(Object.entries(paths))('are refused to a user without access to that source: %s', async (_, path) => {
    const reply = await bob.get(path(of()))
    expect([reply.status, textOf(reply).includes(SECRET)]).toEqual([403, false])
    expect((await alice.get(path(of()))).status).toBe(200)
    expect((await server.admin.get(path(of()))).status).toBe(200)
  })

  it.each(Object.entries(calls))('are refused to a user without access to that source: %s', async (_, call) => {
    const [path, body] = call(of())
    const reply = await bob.post(path, body)
    expect([reply.status, textOf(reply).includes(SECRET)]).toEqual([403, false])
    expect((await alice.post(path, body)).status).toBe(200)
  })

  it('are left out of the stored results that a page begins with', async () => {
    const runs = [{ query_id: of().query.id, parameters: {} }]
    expect((await bob.post('/api/query_results/stored', { runs })).body).toEqual({ windows: [null] })
    expect(textOf(await alice.post('/api/query_results/stored', { runs }))).toContain(SECRET)
  })
})

describe('a saved query with the text of a result that its saver may not see', () => {
  const linkOf = ({ body }: Reply<Query>) => body.latest_query_data_id

  it('does not show that result, whether it is new, changed, forked or sent the id of the result', async () => {
    const { text, result, query } = await shown(alice, joins, `select * from query_${salaries.query.id} where true`)
    const content = { name: 'Mine', query: text, data_source_id: joins }
    expect(linkOf(await bob.post<Query>('/api/queries', content))).toBeNull()
    expect(
      linkOf(await bob.post<Query>('/api/queries', { ...content, query: 'select 1', latest_query_data_id: result })),
    ).toBeNull()
    const own = await buildQuery(bob, { data_source_id: joins, query: 'select 1 as n' })
    expect(linkOf(await bob.post<Query>(`/api/queries/${own.id}`, { latest_query_data_id: result }))).toBeNull()
    expect(linkOf(await bob.post<Query>(`/api/queries/${own.id}`, { query: text }))).toBeNull()
    expect(linkOf(await bob.post<Query>(`/api/queries/${query.id}/fork`))).toBeNull()
    expect(linkOf(await alice.post<Query>('/api/queries', content))).toBe(result)
    expect(linkOf(await alice.post<Query>(`/api/queries/${query.id}/fork`))).toBe(result)
  })

  it('keeps the result that it shows when an editor who may not see it sends the whole query back', async () => {
    const { query, result } = await shown(alice, joins, `select * from query_${salaries.query.id} where 1 = 1`)
    await alice.post(`/api/queries/${query.id}/acl`, { access_type: 'modify', user_id: bob.id })
    const saved = await bob.post<Query>(`/api/queries/${query.id}`, { name: 'Renamed', latest_query_data_id: result })
    expect(saved).toMatchObject({ status: 200, body: { name: 'Renamed', latest_query_data_id: result } })
  })

  it('shows the result when another user runs the same text, but refuses its rows to its owner and its key', async () => {
    const text = `select who, salary from query_${salaries.query.id}`
    const own = await buildQuery(bob, { data_source_id: joins, query: text })
    const { result } = await shown(alice, joins, text)
    expect((await bob.get<Query>(`/api/queries/${own.id}`)).body.latest_query_data_id).toBe(result)
    for (const reader of [bob, keyClientOf(own)]) {
      expect((await reader.get(`/api/queries/${own.id}/results.json`)).status).toBe(403)
      expect((await reader.get(`/api/queries/${own.id}/results/${result}.csv`)).status).toBe(403)
      const run = await reader.post(`/api/queries/${own.id}/results`, { max_age: -1 })
      expect([run.status, textOf(run).includes(SECRET)]).toEqual([403, false])
    }
  })
})

describe('dropdowns', () => {
  it('offer no rows from a source that the caller may not see, and accept none of them as a value', async () => {
    const parameters = [{ name: 'who', type: 'query', queryId: joined.query.id }]
    const own = await buildQuery(bob, { data_source_id: joins, query: "select '{{ who }}' as who", options: { parameters } })
    const path = `/api/queries/${own.id}/dropdowns/${joined.query.id}`
    for (const reader of [bob, keyClientOf(own)]) {
      expect((await reader.get(path)).status).toBe(403)
      expect((await runSaved(reader, own, { parameters: { who: 'CEO' } })).status).toBe(403)
    }
    expect((await alice.get(path)).body).toEqual([{ name: 'CEO', value: 'CEO' }])
    expect((await runSaved(alice, own, { parameters: { who: 'CEO' } })).status).toBe(200)
  })
})

describe('dashboards', () => {
  const dashboardOf = async (owner: Person, { query }: Shown) => {
    const { body } = await owner.post<DashboardListItem>('/api/dashboards', { name: 'Board' })
    const widget = { dashboard_id: body.id, visualization_id: query.visualizations[0]?.id, width: 1, options: {} }
    await owner.post('/api/widgets', widget)
    return body
  }

  it('open without rows from a source that the viewer may not see', async () => {
    const { slug } = await dashboardOf(bob, joined)
    const path = `/api/dashboards/${slug}/first_results`
    expect((await bob.get(path)).body).toEqual({ query_ids: [joined.query.id], windows: [null] })
    expect(textOf(await alice.get(path))).toContain(SECRET)
  })

  it('cannot be made public by a user who may not see everything that their results were read from', async () => {
    const { id } = await dashboardOf(bob, outer)
    expect(await bob.post(`/api/dashboards/${id}/share`)).toMatchObject({
      status: 403,
      body: {
        message:
          'This dashboard shows data of a data source that you do not have full access to, so it is not for you to make public.',
      },
    })
    const own = await dashboardOf(alice, outer)
    expect((await alice.post(`/api/dashboards/${own.id}/share`)).status).toBe(200)
  })

  it('show at their public URL what the owners of their queries may see at that time', async () => {
    const owner = await server.person({ name: 'Dora', groups: alice.groupIds })
    const own = await shown(owner, joins, `select salary from cached_query_${joined.query.id}`)
    const { id } = await dashboardOf(owner, own)
    const { api_key } = (await owner.post<{ api_key: string }>(`/api/dashboards/${id}/share`)).body
    const visitor = clientOf(server.url, () => ({ authorization: `Key ${api_key}` }))
    const path = `/api/queries/${own.query.id}/results`
    expect(textOf(await visitor.post(path, { max_age: -1 }))).toContain(SECRET)
    await setGroups(owner, bob.groupIds)
    const reply = await visitor.post(path, { max_age: -1 })
    expect([reply.status, textOf(reply).includes(SECRET)]).toEqual([403, false])
  })
})

describe('the key of a query', () => {
  it('reads what the owner of the query may see at that time', async () => {
    const owner = await server.person({ name: 'Carol', groups: alice.groupIds })
    const { query, result } = await shown(owner, joins, `select salary as pay from query_${salaries.query.id}`)
    const key = keyClientOf(query)
    const all = [`/api/queries/${query.id}/results.csv`, `/api/queries/${query.id}/results/${result}.json`]
    for (const path of all) expect(textOf(await key.get(path))).toContain(SECRET)
    await setGroups(owner, bob.groupIds)
    for (const path of all) expect((await key.get(path)).status).toBe(403)
    expect((await key.post(`/api/queries/${query.id}/results`, { max_age: -1 })).status).toBe(403)
  })
})

describe('revoked access', () => {
  it('ends the reading of earlier results', async () => {
    const former = await server.person({ name: 'Frank', groups: alice.groupIds })
    const { query, result } = await shown(former, joins, `select who from query_${salaries.query.id}`)
    const all = [`/api/query_results/${result}`, `/api/query_results/${result}/window`, `/api/queries/${query.id}/results.csv`]
    for (const path of all) expect((await former.get(path)).status).toBe(200)
    await setGroups(former, bob.groupIds)
    for (const path of all) expect((await former.get(path)).status).toBe(403)
    expect((await runText(former, `select * from cached_query_${query.id}`)).body.job.error).toBe(
      `You do not have access to all data sources that the result of query id ${query.id} was read from.`,
    )
  })

  it('is reported in one sentence in place of a result', async () => {
    expect(await bob.get(`/api/query_results/${joined.result}`)).toMatchObject({
      status: 403,
      body: { message: 'You do not have access to all data sources that this result was read from.' },
    })
  })

  it.each([
    ['deleted', (id: number) => server.admin.delete(`/api/data_sources/${id}`), 403],
    ['paused', (id: number) => server.admin.post(`/api/data_sources/${id}/pause`), 200],
    ['taken from the group', (id: number) => server.admin.delete(`/api/groups/${finance}/data_sources/${id}`), 403],
  ] as const)('leaves admins the results of a source that is %s', async (_, change, status) => {
    const source = await buildDataSource(server, { groups: { [finance]: false } })
    const inner = await buildQuery(alice, { data_source_id: source.id, query: `select ${SECRET} as n` })
    const { query, result } = await shown(alice, joins, `select * from query_${inner.id}`)
    expect((await change(source.id)).status).toBeLessThan(300)
    for (const path of [`/api/query_results/${result}`, `/api/queries/${query.id}/results.csv`]) {
      expect((await alice.get(path)).status).toBe(status)
      expect((await bob.get(path)).status).toBe(403)
      expect((await server.admin.get(path)).status).toBe(200)
    }
    await server.admin.delete(`/api/data_sources/${source.id}`)
  })
})

describe('a result with unknown sources', () => {
  it('is only for users who may see every data source, until the query runs again', async () => {
    const open = await buildQuery(bob, { data_source_id: (await buildDataSource(server)).id, query: 'select 3 as n' })
    const { query, result } = await shown(bob, joins, `select n from query_${open.id}`)
    await server.services.db.update(queryResults).set({ input_source_ids: null }).where(eq(queryResults.id, result))
    expect((await bob.get(`/api/query_results/${result}`)).status).toBe(403)
    expect((await bob.post('/api/query_results/stored', { runs: [{ query_id: query.id }] })).body).toEqual({ windows: [null] })
    expect((await alice.get(`/api/query_results/${result}`)).status).toBe(200)
    // The sources of results read from it are unknown too.
    const reading = await runText(alice, `select * from cached_query_${query.id}`)
    expect((await bob.get(`/api/query_results/${reading.body.window?.result.id}`)).status).toBe(403)
    const again = (await runSaved(bob, query, { max_age: -1 })).body.window
    expect(again?.rows).toEqual([[3]])
    expect((await bob.get(`/api/query_results/${again?.result.id}`)).status).toBe(200)
  })
})

describe('alerts', () => {
  const watch = { options: { column: 'salary', op: '>', value: 1 } }

  it('find no value that their owner may not see, and hide the values of others from users who may not see them', async () => {
    const text = `select salary from query_${salaries.query.id} order by 1`
    const { query } = await shown(alice, joins, text)
    const [of, own] = await Promise.all(
      [alice, bob].map(
        async (person) => (await person.post<Alert>('/api/alerts', { query_id: query.id, name: '', ...watch })).body,
      ),
    )
    await runSaved(alice, query)
    const history = async (reader: Person, alert: Alert | undefined) => {
      await reader.post(`/api/alerts/${alert?.id}/eval`)
      return textOf(await server.admin.get(`/api/alerts/${alert?.id}/history`))
    }
    expect(await history(alice, of)).toContain(SECRET)
    expect(await history(bob, own)).not.toContain(SECRET)
    expect((await bob.get<Alert>(`/api/alerts/${own?.id}`)).body.state).toBe('unknown')
    expect((await bob.get<Alert>(`/api/alerts/${of?.id}`)).body.state).toBe('triggered')
    const seen = await bob.get(`/api/alerts/${of?.id}/history`)
    expect([seen.status, textOf(seen).includes(SECRET)]).toEqual([200, false])
    // The result may be gone before the history is.
    await server.services.db.update(queries).set({ latest_query_data_id: null }).where(eq(queries.id, query.id))
    await server.services.db.delete(queryResults).where(eq(queryResults.query, text))
    expect(textOf(await bob.get(`/api/alerts/${of?.id}/history`))).not.toContain(SECRET)
    expect(textOf(await alice.get(`/api/alerts/${of?.id}/history`))).toContain(SECRET)
  })
})

describe('the schema of Query Results', () => {
  it('names no columns of a result that the caller may not see', async () => {
    const tableFor = async (client: TestClient) => {
      const { body } = await client.get<SchemaReply>(`/api/data_sources/${joins}/schema`)
      return 'schema' in body && body.schema.find(({ name }) => name === `query_${joined.query.id}`)
    }
    const { name: description } = joined.query
    expect(await tableFor(bob)).toEqual({ name: `query_${joined.query.id}`, description, columns: [] })
    expect(await tableFor(alice)).toMatchObject({ size: 1, columns: [{ name: 'who' }, { name: 'salary' }] })
  })
})
