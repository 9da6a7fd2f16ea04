import { join as joinPath } from 'node:path'
import { JobStatus } from '@sightline/contract/executions.ts'
import type { Query } from '@sightline/contract/queries.ts'
import { and, eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { buildDataSource, buildQuery } from '../../testing/builders.ts'
import { pollWhile } from '../../testing/poll-while.ts'
import { type Ran, useQueryResultsWorld } from '../../testing/query-results-world.ts'
import { startTestServer } from '../../testing/server.ts'
import { executions } from './tables.ts'

/** Runs until it is cancelled. */
const endless = (name: string) =>
  `select count(*) as ${name} from range(100000000000) a, range(1000) b where a.range % 7 = b.range % 5`

const world = useQueryResultsWorld()
const { run, runSaved, rowsOf, failure, ask, join, ended } = world

/** Waits until an execution of a text has this state. */
async function executionIn(text: string, status: JobStatus) {
  const read = () =>
    world.server.services.db
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

describe('a query on results of queries', () => {
  it('joins queries of different data sources, which it runs now', async () => {
    const sqlite = await buildDataSource(world.server, { type: 'sqlite', options: { dbpath: await sqliteFile() } })
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
    expect((await world.ada.get<Query>(`/api/queries/${orders.id}`)).body.latest_query_data_id).toEqual(expect.any(Number))
  })

  it('reads the latest result of a cached query and no other', async () => {
    const query = await ask('select 1 as n')
    expect(await failure(`select * from cached_query_${query.id}`)).toBe(`No cached result available for query ${query.id}.`)
    await runSaved(world.ada, query)
    const { id } = (await runSaved(world.ada, query)).body.window?.result ?? {}
    expect(await rowsOf(`select * from cached_query_${query.id}`)).toEqual([[1]])
    const { body } = await world.ada.get<Query>(`/api/queries/${query.id}`)
    expect(body.latest_query_data_id).toBe(id)
  })

  it('runs a query once even if it references it twice', async () => {
    const query = await ask("select 'named twice' as n")
    expect(await rowsOf(`select count(*) from query_${query.id} a join "query_${query.id}" b using (n)`)).toEqual([[1]])
    const runs = await world.server.services.db
      .select()
      .from(executions)
      .where(eq(executions.query, query.query ?? ''))
    expect(runs).toHaveLength(1)
  })

  it('reads queries that read queries, within one slot', async () => {
    const inner = await ask('select 20 as n union all select 22')
    const middle = await join(`select sum(n) as n from query_${inner.id}`)
    const outer = await join(`select a.n + b.n as n from query_${middle.id} a, query_${middle.id} b`)
    expect((await runSaved(world.ada, outer)).body.window?.rows).toEqual([[84]])
  })

  it('may read its own latest result without being a circle', async () => {
    const query = await join('select 1 as n')
    await runSaved(world.ada, query)
    const text = `select n + 1 as n from cached_query_${query.id}`
    await world.ada.post(`/api/queries/${query.id}`, {
      query: text,
      latest_query_data_id: (await runSaved(world.ada, query)).body.window?.result.id,
    })
    expect((await runSaved(world.ada, query)).body.window?.rows).toEqual([[2]])
  })

  it('is not affected by the automatic limit of the queries it reads', async () => {
    const query = await ask('select range as n from range(5000)', { options: { apply_auto_limit: true } })
    expect(await rowsOf(`select count(*) from query_${query.id}`)).toEqual([[5000]])
  })

  it('reports which of its tables was cut', async () => {
    const small = await startTestServer({ config: { limits: { ...world.server.services.config.limits, rows: 10 } } })
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
    const { files } = world.server.services
    const query = await ask('select 7 as n')
    await runSaved(world.ada, query)
    const [stored] = await world.server.services.db
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
    expect((await runSaved(world.ada, outer, { parameters: { x: 21 } })).body.window?.rows).toEqual([[42]])
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
    const source = await buildDataSource(world.server)
    const query = await ask('select 1', { data_source_id: source.id })
    await world.server.admin.post(`/api/data_sources/${source.id}/pause`)
    expect(await failure(`from query_${query.id}`)).toBe(
      `Failed loading results for query id ${query.id}. ${source.name} is paused. Please try later.`,
    )
    await world.server.admin.delete(`/api/data_sources/${source.id}`)
    expect(await failure(`from query_${query.id}`, world.server.admin)).toBe(
      `Failed loading results for query id ${query.id}. Target data source not available.`,
    )
  })

  it('is refused if it reads itself, directly or indirectly', async () => {
    const one = await join('select 1 as n')
    await world.ada.post(`/api/queries/${one.id}`, { query: `from query_${one.id}` })
    expect((await runSaved(world.ada, one)).body.job.error).toBe(`Query ${one.id} reads itself: ${one.id} → ${one.id}.`)
    expect(await failure(`select * from query_${one.id}`)).toBe(`Query ${one.id} reads itself: ${one.id} → ${one.id}.`)

    const parameters = [{ name: 'n', type: 'number', value: 1 }]
    const two = await join(`select {{n}} as n from query_${one.id}`, { options: { parameters } })
    await world.ada.post(`/api/queries/${one.id}`, { query: `from param_query_${two.id}_{n=2}` })
    expect((await runSaved(world.ada, one)).body.job.error).toBe(
      `Query ${one.id} reads itself: ${one.id} → ${two.id} → ${one.id}.`,
    )
  })

  it('is refused beyond ten levels and beyond a hundred queries', async () => {
    let text = 'select 1 as n'
    for (let level = 0; level < 10; level++) text = `from query_${(await join(text)).id}`
    expect(await rowsOf(text)).toEqual([[1]])
    expect(await failure(`from query_${(await join(text)).id}`)).toBe('Queries may read queries on 10 levels, and no more.')

    const parameters = [{ name: 'n', type: 'number', value: 1 }]
    const { id } = await ask('select {{ n }}', { options: { parameters } })
    const many = Array.from({ length: 101 }, (_, n) => `param_query_${id}_{n=${n}}`)
    expect(await failure(`from ${many.join(', ')}`, world.server.admin)).toBe('This would read more than 100 queries.')
  })
})

describe('stopping a query that waits for nested ones', () => {
  it('stops those too', async () => {
    const text = endless('alone')
    const query = await ask(text)
    const { body } = await run(`from query_${query.id}`, world.ada, { wait: 0 })
    await executionIn(text, JobStatus.processing)
    await world.ada.delete(`/api/jobs/${body.job.id}`)
    expect(await ended(world.ada, body.job.id)).toMatchObject({ status: JobStatus.failed, error: 'Query cancelled by user.' })
    expect(await executionIn(text, JobStatus.failed)).toMatchObject({ error: 'Query cancelled by user.' })
  })

  it('leaves those running that another user also wants', async () => {
    const text = endless('shared')
    const query = await ask(text)
    const bob = await world.server.person({ name: 'Bob' })
    const outer = await run(`from query_${query.id}`, world.ada, { wait: 0 })
    await executionIn(text, JobStatus.processing)
    const inner = await runSaved(bob, query, { wait: undefined })
    await world.ada.delete(`/api/jobs/${outer.body.job.id}`)
    expect(await ended(world.ada, outer.body.job.id)).toMatchObject({ error: 'Query cancelled by user.' })
    const [row] = await world.server.services.db.select().from(executions).where(eq(executions.id, inner.body.job.id))
    expect(row?.status).toBe(JobStatus.processing)
    await bob.delete(`/api/jobs/${inner.body.job.id}`)
    await ended(bob, inner.body.job.id)
  })
})

/** A SQLite database of two customers. */
async function sqliteFile(): Promise<string> {
  const { DatabaseSync } = await import('node:sqlite')
  const path = joinPath(world.folder, 'customers.sqlite')
  const database = new DatabaseSync(path)
  database.exec("create table customers (id integer, name text); insert into customers values (1, 'Ann'), (2, 'Bo')")
  database.close()
  return path
}
