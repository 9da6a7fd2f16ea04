import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join as joinPath } from 'node:path'
import type { SchemaReply } from '@sightline/contract/data-sources.ts'
import { type Job, JobStatus } from '@sightline/contract/executions.ts'
import type { Query } from '@sightline/contract/queries.ts'
import { and, eq, inArray } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startWorker } from '../../server.ts'
import { buildDataSource, buildGroup, buildQuery } from '../../testing/builders.ts'
import { clientOf, type TestClient } from '../../testing/client.ts'
import { jobIn } from '../../testing/jobs.ts'
import { pollWhile } from '../../testing/poll-while.ts'
import { type Person, startTestServer, type TestServer } from '../../testing/server.ts'
import { queries } from '../queries/tables.ts'
import { users } from '../users/tables.ts'
import { executions } from './tables.ts'

/** Runs until it is cancelled. */
const endless = (name: string) =>
  `select count(*) as ${name} from range(100000000000) a, range(1000) b where a.range % 7 = b.range % 5`

interface Ran {
  job: Job
  window?: {
    result: { id: number; log: string[]; columns: { name: string; type: string }[] }
    rows: unknown[][]
    total: number
  }
}

const folder = mkdtempSync(joinPath(tmpdir(), 'sightline-query-results-'))
let server: TestServer
let ada: Person
/** Two databases of different types, and the Query Results source that joins their queries. */
let duck: number
let results: number

beforeAll(async () => {
  // With one slot, a nested run that waited for a slot would wait forever.
  server = await startTestServer({ config: { executionConcurrency: 1, sourceFolders: [folder] } })
  ada = await server.person({ name: 'Ada' })
  duck = (await buildDataSource(server)).id
  results = (await buildDataSource(server, { type: 'results', options: {} })).id
})
afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true })
})

const run = (text: string, client: TestClient = ada, fields: object = {}) =>
  client.post<Ran>('/api/query_results', {
    query: text,
    data_source_id: results,
    dialect: 'duckdb',
    max_age: 0,
    wait: 20_000,
    ...fields,
  })
const runSaved = (client: TestClient, { id }: Query, body: object = {}) =>
  client.post<Ran>(`/api/queries/${id}/results`, { max_age: 0, wait: 20_000, ...body })
const rowsOf = async (text: string, client?: TestClient) => {
  const { body } = await run(text, client)
  if (!body.window) throw new Error(body.job.error)
  return body.window.rows
}
/** The error message of a run, whether it fails before or after it starts. */
const failure = async (text: string, client?: TestClient) => (await run(text, client)).body.job.error

const ask = (query: string, fields: Record<string, unknown> = {}, owner = ada) =>
  buildQuery(owner, { data_source_id: duck, query, ...fields })
const join = (query: string, { options, ...fields }: { options?: object; [field: string]: unknown } = {}, owner = ada) =>
  buildQuery(owner, { data_source_id: results, query, options: { dialect: 'duckdb', ...options }, ...fields })
const keyClientOf = (query: Query) => clientOf(server.url, () => ({ authorization: `Key ${query.api_key}` }))

const ended = (client: TestClient, id: string) => jobIn(client, id, JobStatus.done, JobStatus.failed)

/** Waits until an execution of a text has this state. */
async function executionIn(text: string, status: JobStatus) {
  const read = () =>
    server.services.db
      .select()
      .from(executions)
      .where(and(eq(executions.query, text), eq(executions.status, status)))
  let [row] = await read()
  await pollWhile(async () => {
    if (row === undefined) [row] = await read()
    return row === undefined
  })
  return row
}

/** A source that only members of a new group may use, with a query on it. */
async function walledOff({ viewOnly = false } = {}) {
  const group = await buildGroup(server)
  const source = await buildDataSource(server, { groups: { [group]: viewOnly } })
  return { group, source, query: await ask('select 42 as secret', { data_source_id: source.id }, server.admin) }
}

describe('a query on results of queries', () => {
  it('joins queries of different data sources, which it runs now', async () => {
    const sqlite = await buildDataSource(server, { type: 'sqlite', options: { dbpath: await sqliteFile() } })
    const orders = await ask('select * from (values (1, 1.25::decimal(10,2)), (2, 2.5), (2, 3)) t(customer, total)')
    const customers = await ask('select id, name as "customer.name" from customers', { data_source_id: sqlite.id })
    const { body } = await run(
      `select customer_name, sum(total) as total from query_${orders.id} join QUERY_${customers.id} c on c.id = customer group by all order by 1`,
    )
    expect(body.window?.rows).toEqual([
      ['Ann', 1.25],
      ['Bo', 5.5],
    ])
    expect(body.window?.result.columns).toMatchObject([
      { name: 'customer_name', type: 'string' },
      { name: 'total', type: 'float' },
    ])
    expect((await ada.get<Query>(`/api/queries/${orders.id}`)).body.latest_query_data_id).toEqual(expect.any(Number))
  })

  it('reads the latest result of a cached query and no other', async () => {
    const query = await ask('select 1 as n')
    expect(await failure(`select * from cached_query_${query.id}`)).toBe(`No cached result available for query ${query.id}.`)
    await runSaved(ada, query)
    const { id } = (await runSaved(ada, query)).body.window?.result ?? {}
    expect(await rowsOf(`select * from cached_query_${query.id}`)).toEqual([[1]])
    const { body } = await ada.get<Query>(`/api/queries/${query.id}`)
    expect(body.latest_query_data_id).toBe(id)
  })

  it('runs a query once even if it references it twice', async () => {
    const query = await ask("select 'named twice' as n")
    expect(await rowsOf(`select count(*) from query_${query.id} a join "query_${query.id}" b using (n)`)).toEqual([[1]])
    const runs = await server.services.db
      .select()
      .from(executions)
      .where(eq(executions.query, query.query ?? ''))
    expect(runs).toHaveLength(1)
  })

  it('reads queries that read queries, within one slot', async () => {
    const inner = await ask('select 20 as n union all select 22')
    const middle = await join(`select sum(n) as n from query_${inner.id}`)
    const outer = await join(`select a.n + b.n as n from query_${middle.id} a, query_${middle.id} b`)
    expect((await runSaved(ada, outer)).body.window?.rows).toEqual([[84]])
  })

  it('may read its own latest result without being a circle', async () => {
    const query = await join('select 1 as n')
    await runSaved(ada, query)
    const text = `select n + 1 as n from cached_query_${query.id}`
    await ada.post(`/api/queries/${query.id}`, {
      query: text,
      latest_query_data_id: (await runSaved(ada, query)).body.window?.result.id,
    })
    expect((await runSaved(ada, query)).body.window?.rows).toEqual([[2]])
  })

  it('is not affected by the automatic limit of the queries it reads', async () => {
    const query = await ask('select range as n from range(5000)', { options: { apply_auto_limit: true } })
    expect(await rowsOf(`select count(*) from query_${query.id}`)).toEqual([[5000]])
  })

  it('reports which of its tables was cut', async () => {
    const small = await startTestServer({ config: { limits: { ...server.services.config.limits, rows: 10 } } })
    try {
      const source = await buildDataSource(small)
      const query = await buildQuery(small.admin, { data_source_id: source.id, query: 'select range as n from range(20)' })
      const { id } = await buildDataSource(small, { type: 'results', options: {} })
      const text = `select count(*) from query_${query.id}`
      const { body } = await small.admin.post<Ran>('/api/query_results', { query: text, data_source_id: id, wait: 20_000 })
      expect(body.window?.rows).toEqual([[10]])
      expect(body.window?.result.log).toEqual([expect.stringMatching(`^query_${query.id}: The result was cut after 10 rows`)])
    } finally {
      await small.close()
    }
  })

  it('cannot read any other file of the server', async () => {
    expect(await failure("select * from read_text('/etc/passwd')")).toMatch(/^Permission Error/)
    const { files } = server.services
    const query = await ask('select 7 as n')
    await runSaved(ada, query)
    const [stored] = await server.services.db
      .select({ id: executions.id })
      .from(executions)
      .where(eq(executions.query, 'select 7 as n'))
    const path = await files.open(`results/${stored?.id}.parquet`)
    expect(await failure(`select * from read_parquet('${path}')`)).toMatch(/^Permission Error/)
  })
})

describe('values for a referenced query', () => {
  const number = { parameters: [{ name: 'n', type: 'number', value: 1 }] }

  it('are checked against its definitions and override the stored ones', async () => {
    const query = await ask('select {{ n }} as n, {{n}} + 1 as next', { options: number })
    expect(await rowsOf(`select * from query_${query.id}`)).toEqual([[1, 2]])
    expect(await rowsOf(`select * from param_query_${query.id}_{n=5&n=6}`)).toEqual([[5, 6]])
    expect(await rowsOf(`select a.n, b.n from param_query_${query.id}_{n=5} a, param_query_${query.id}_{n=7} b`)).toEqual([
      [5, 7],
    ])
  })

  it('may be ranges, URL-encoded', async () => {
    const parameters = [
      { name: 'during', type: 'date-range', value: { start: '2024-01-01', end: '2024-01-02' } },
      { name: 'who', type: 'enum', enumOptions: "it's\nb", value: 'b' },
    ]
    const query = await ask(`select '{{ during.start }}' as a, '{{ during.end }}' as b, $$\{{ who }}$$ as c`, {
      options: { parameters },
    })
    const pairs = 'during.start=2024-02-01&during.end=2024-02-03&who=it%27s'
    expect(await rowsOf(`select * from param_query_${query.id}_{${pairs}}`)).toEqual([['2024-02-01', '2024-02-03', "it's"]])
  })

  it('may come from a parameter of the referencing query', async () => {
    const query = await ask('select {{ n }} as n', { options: number })
    const outer = await join(`select n * 2 as n from param_query_${query.id}_{n={{x}}}`, {
      options: { parameters: [{ name: 'x', type: 'number', value: 1 }] },
    })
    expect((await runSaved(ada, outer, { parameters: { x: 21 } })).body.window?.rows).toEqual([[42]])
  })

  it.each(['n=1%3B%20drop%20table%20x', 'n=', 'n=1&other=2', 'n=d_now', 'n=1%20%2D%2D'])(
    'are refused if they do not fit: %s',
    async (pairs) => {
      const query = await ask('select {{ n }} as n', { options: number })
      expect(await failure(`select * from param_query_${query.id}_{${pairs}}`)).toMatch(
        `Failed loading results for query id ${query.id}. The following parameter values are incompatible with their definitions: `,
      )
    },
  )

  it('are reported as missing', async () => {
    const query = await ask('select {{ n }} as n', {})
    expect(await failure(`select * from query_${query.id}`)).toBe(
      `Failed loading results for query id ${query.id}. Missing parameter value for: n`,
    )
    expect(await failure(`select * from param_query_${query.id}_{n='1'}`)).toMatch(/must be URL-encoded/)
  })
})

describe('a referenced query that cannot be read', () => {
  it('is reported in one sentence if it does not exist', async () => {
    const { status, body } = await run('select *\nfrom query_999999')
    expect([status, body.job]).toEqual([
      400,
      expect.objectContaining({ status: JobStatus.failed, error: 'Query id 999999 not found.' }),
    ])
    expect(await failure('from cached_query_99999999999999999999')).toBe('Query id 99999999999999999999 not found.')
  })

  it('is reported with its error if it fails', async () => {
    const query = await ask('select foo')
    const { body } = await run(`select * from\nquery_${query.id}`)
    expect(body.job.error).toContain(`Failed loading results for query id ${query.id}. Binder Error: Referenced column "foo"`)
    expect(body.job.error_position).toBe('select * from\n'.length + 1)
  })

  it('is reported if its source is gone or paused', async () => {
    const source = await buildDataSource(server)
    const query = await ask('select 1', { data_source_id: source.id })
    await server.admin.post(`/api/data_sources/${source.id}/pause`)
    expect(await failure(`from query_${query.id}`)).toBe(
      `Failed loading results for query id ${query.id}. ${source.name} is paused. Please try later.`,
    )
    await server.admin.delete(`/api/data_sources/${source.id}`)
    expect(await failure(`from query_${query.id}`, server.admin)).toBe(
      `Failed loading results for query id ${query.id}. Target data source not available.`,
    )
  })

  it('is refused if it reads itself, directly or indirectly', async () => {
    const one = await join('select 1 as n')
    await ada.post(`/api/queries/${one.id}`, { query: `from query_${one.id}` })
    expect((await runSaved(ada, one)).body.job.error).toBe(`Query ${one.id} reads itself: ${one.id} → ${one.id}.`)
    expect(await failure(`select * from query_${one.id}`)).toBe(`Query ${one.id} reads itself: ${one.id} → ${one.id}.`)

    const parameters = [{ name: 'n', type: 'number', value: 1 }]
    const two = await join(`select {{n}} as n from query_${one.id}`, { options: { parameters } })
    await ada.post(`/api/queries/${one.id}`, { query: `from param_query_${two.id}_{n=2}` })
    expect((await runSaved(ada, one)).body.job.error).toBe(`Query ${one.id} reads itself: ${one.id} → ${two.id} → ${one.id}.`)
  })

  it('is refused beyond ten levels and beyond a hundred queries', async () => {
    let text = 'select 1 as n'
    for (let level = 0; level < 10; level++) text = `from query_${(await join(text)).id}`
    expect(await rowsOf(text)).toEqual([[1]])
    expect(await failure(`from query_${(await join(text)).id}`)).toBe('Queries may read queries on 10 levels, and no more.')

    const parameters = [{ name: 'n', type: 'number', value: 1 }]
    const { id } = await ask('select {{ n }}', { options: { parameters } })
    const many = Array.from({ length: 101 }, (_, n) => `param_query_${id}_{n=${n}}`)
    expect(await failure(`from ${many.join(', ')}`, server.admin)).toBe('This would read more than 100 queries.')
  })
})

describe('reading the results of queries', () => {
  it('needs access to the data source of each of them', async () => {
    const { group, query } = await walledOff()
    const { status, body } = await run(`from query_${query.id}`)
    expect([status, body.job.error]).toEqual([403, `You do not have access to query id ${query.id}.`])
    expect(await failure(`from cached_query_${query.id}`)).toBe(`You do not have access to query id ${query.id}.`)
    const both = await server.person({ groups: [group, ...ada.groupIds] })
    expect(await rowsOf(`from query_${query.id}`, both)).toEqual([[42]])
  })

  it('is allowed with view-only access for queries that may be run without writing SQL', async () => {
    const { group, source, query } = await walledOff({ viewOnly: true })
    const reader = await server.person({ groups: [group, ...ada.groupIds] })
    expect(await rowsOf(`from query_${query.id}`, reader)).toEqual([[42]])
    const free = await ask(
      "select '{{ x }}' as x",
      { data_source_id: source.id, options: { parameters: [{ name: 'x', type: 'text', value: 'a' }] } },
      server.admin,
    )
    await runSaved(server.admin, free, { parameters: { x: 'a' } })
    expect(await failure(`from query_${free.id}`, reader)).toBe(`You do not have access to query id ${free.id}.`)
    expect(await failure(`from param_query_${free.id}_{x=b}`, reader)).toBe(`You do not have access to query id ${free.id}.`)
    expect(await rowsOf(`from cached_query_${free.id}`, reader)).toEqual([['a']])
  })

  it('needs access to the data sources of nested queries too', async () => {
    const { query } = await walledOff()
    const middle = await join(`from query_${query.id}`, {}, server.admin)
    expect(await failure(`from query_${middle.id}`)).toBe(`You do not have access to query id ${query.id}.`)
    expect((await runSaved(ada, middle)).status).toBe(403)
  })

  it('does not share a run or result that only other users may see', async () => {
    const { query } = await walledOff()
    const text = `from query_${query.id}`
    await rowsOf(text, server.admin)
    expect(await run(text, ada, { max_age: -1 })).toMatchObject({ status: 403, body: { job: { status: JobStatus.failed } } })
  })

  it("has the rights of the query's owner if its key is used, for queries that its saved text names", async () => {
    const one = await ask("select 'one' as n")
    const two = await ask("select 'two' as n")
    const parameters = [{ name: 'id', type: 'number', value: one.id }]
    const outer = await join(`select a.n, b.n as m from query_${one.id} a, query_{{ id }} b`, { options: { parameters } })
    const withKey = (id: number) =>
      keyClientOf(outer).post<Ran>(`/api/queries/${outer.id}/results`, { max_age: 0, wait: 20_000, parameters: { id } })
    const { body } = await withKey(one.id)
    const { job } = await keyClientOf(outer)
      .get<{ job: Job }>(`/api/queries/${outer.id}/jobs/${body.job.id}`)
      .then((reply) => reply.body)
    expect(job).toMatchObject({ status: JobStatus.done })
    expect((await withKey(two.id)).body.job.error).toBe(`You do not have access to query id ${two.id}.`)

    const { group, query } = await walledOff()
    const owner = await server.person({ groups: [group, ...ada.groupIds] })
    const shared = await join(`from query_${query.id}`, {}, owner)
    await server.services.db.update(users).set({ group_ids: ada.groupIds }).where(eq(users.id, owner.id))
    expect((await keyClientOf(shared).post<Ran>(`/api/queries/${shared.id}/results`, { max_age: 0 })).body.job.error).toBe(
      `You do not have access to query id ${query.id}.`,
    )
  })

  it('is checked again when the run begins', async () => {
    const slow = await startTestServer({ hasWorker: false })
    try {
      const source = await buildDataSource(slow)
      const query = await buildQuery(slow.admin, { data_source_id: source.id, query: 'select 1' })
      const { id } = await buildDataSource(slow, { type: 'results', options: {} })
      const person = await slow.person()
      const { body } = await person.post<Ran>('/api/query_results', { query: `from query_${query.id}`, data_source_id: id })
      expect(body.job.status).toBe(JobStatus.waiting)
      const group = await buildGroup(slow)
      await slow.services.db
        .update(users)
        .set({ group_ids: [group] })
        .where(eq(users.id, person.id))
      const stopWorker = await startWorker(slow.services)
      expect(await ended(slow.admin, body.job.id)).toMatchObject({
        status: JobStatus.failed,
        error: `You do not have access to query id ${query.id}.`,
      })
      await stopWorker()
    } finally {
      await slow.close()
    }
  })
})

describe('stopping a query that waits for nested ones', () => {
  it('stops those too', async () => {
    const text = endless('alone')
    const query = await ask(text)
    const { body } = await run(`from query_${query.id}`, ada, { wait: 0 })
    await executionIn(text, JobStatus.processing)
    await ada.delete(`/api/jobs/${body.job.id}`)
    expect(await ended(ada, body.job.id)).toMatchObject({ status: JobStatus.failed, error: 'Query cancelled by user.' })
    expect(await executionIn(text, JobStatus.failed)).toMatchObject({ error: 'Query cancelled by user.' })
  })

  it('leaves those running that another user also wants', async () => {
    const text = endless('shared')
    const query = await ask(text)
    const bob = await server.person({ name: 'Bob' })
    const outer = await run(`from query_${query.id}`, ada, { wait: 0 })
    await executionIn(text, JobStatus.processing)
    const inner = await runSaved(bob, query, { wait: undefined })
    await ada.delete(`/api/jobs/${outer.body.job.id}`)
    expect(await ended(ada, outer.body.job.id)).toMatchObject({ error: 'Query cancelled by user.' })
    const [row] = await server.services.db.select().from(executions).where(eq(executions.id, inner.body.job.id))
    expect(row?.status).toBe(JobStatus.processing)
    await bob.delete(`/api/jobs/${inner.body.job.id}`)
    await ended(bob, inner.body.job.id)
  })
})

describe('the schema of Query Results', () => {
  const schemaFor = async (client: TestClient) => {
    const { body } = await client.get<SchemaReply>(`/api/data_sources/${results}/schema`)
    return 'schema' in body ? body.schema : []
  }

  it("lists the caller's queries with the columns of their latest results (DS-28)", async () => {
    const { group, query: hidden } = await walledOff()
    const query = await ask('select 1 as a, \'x\' as "b.c"', { name: 'Some numbers' })
    const fresh = await ask('select 2 as b', { name: 'Never run' })
    const gone = await ask('select 3 as b')
    await runSaved(ada, query)
    await server.services.db
      .update(queries)
      .set({ is_archived: true })
      .where(inArray(queries.id, [gone.id]))

    const tables = await schemaFor(ada)
    expect(tables.find(({ name }) => name === `query_${query.id}`)).toEqual({
      name: `query_${query.id}`,
      description: 'Some numbers',
      size: 1,
      columns: [
        { name: 'a', type: 'integer' },
        { name: 'b_c', type: 'string' },
      ],
    })
    expect(tables.find(({ name }) => name === `query_${fresh.id}`)).toMatchObject({ description: 'Never run', columns: [] })
    const names = tables.map(({ name }) => name)
    expect(names).not.toContain(`query_${gone.id}`)
    expect(names).not.toContain(`query_${hidden.id}`)
    const member = await server.person({ groups: [group, ...ada.groupIds] })
    expect((await schemaFor(member)).map(({ name }) => name)).toContain(`query_${hidden.id}`)
  })
})

/** A SQLite database of two customers. */
async function sqliteFile(): Promise<string> {
  const { DatabaseSync } = await import('node:sqlite')
  const path = joinPath(folder, 'customers.sqlite')
  const database = new DatabaseSync(path)
  database.exec("create table customers (id integer, name text); insert into customers values (1, 'Ann'), (2, 'Bo')")
  database.close()
  return path
}
