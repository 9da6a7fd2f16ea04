import type { SchemaReply } from '@sightline/contract/data-sources.ts'
import { type Job, JobStatus } from '@sightline/contract/executions.ts'
import { eq, inArray } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { startWorker } from '../../server.ts'
import { buildDataSource, buildGroup, buildQuery } from '../../testing/builders.ts'
import type { TestClient } from '../../testing/client.ts'
import { type Ran, useQueryResultsWorld } from '../../testing/query-results-world.ts'
import { startTestServer } from '../../testing/server.ts'
import { queries } from '../queries/tables.ts'
import { users } from '../users/tables.ts'

const world = useQueryResultsWorld()
const { run, runSaved, rowsOf, failure, ask, join, keyClientOf, walledOff, ended } = world

describe('reading the results of queries', () => {
  it('needs access to the data source of each of them', async () => {
    const { group, query } = await walledOff()
    const { status, body } = await run(`from query_${query.id}`)
    expect([status, body.job.error]).toEqual([403, `You do not have access to query id ${query.id}.`])
    expect(await failure(`from cached_query_${query.id}`)).toBe(`You do not have access to query id ${query.id}.`)
    const both = await world.server.person({ groups: [group, ...world.ada.groupIds] })
    expect(await rowsOf(`from query_${query.id}`, both)).toEqual([[42]])
  })

  it('is allowed with view-only access for queries that may be run without writing SQL', async () => {
    const { group, source, query } = await walledOff({ viewOnly: true })
    const reader = await world.server.person({ groups: [group, ...world.ada.groupIds] })
    expect(await rowsOf(`from query_${query.id}`, reader)).toEqual([[42]])
    const free = await ask(
      "select '{{ x }}' as x",
      { data_source_id: source.id, options: { parameters: [{ name: 'x', type: 'text', value: 'a' }] } },
      world.server.admin,
    )
    await runSaved(world.server.admin, free, { parameters: { x: 'a' } })
    expect(await failure(`from query_${free.id}`, reader)).toBe(`You do not have access to query id ${free.id}.`)
    expect(await failure(`from param_query_${free.id}_{x=b}`, reader)).toBe(`You do not have access to query id ${free.id}.`)
    expect(await rowsOf(`from cached_query_${free.id}`, reader)).toEqual([['a']])
  })

  it('needs access to the data sources of nested queries too', async () => {
    const { query } = await walledOff()
    const middle = await join(`from query_${query.id}`, {}, world.server.admin)
    expect(await failure(`from query_${middle.id}`)).toBe(`You do not have access to query id ${query.id}.`)
    expect((await runSaved(world.ada, middle)).status).toBe(403)
  })

  it('does not share a run or result that only other users may see', async () => {
    const { query } = await walledOff()
    const text = `from query_${query.id}`
    await rowsOf(text, world.server.admin)
    expect(await run(text, world.ada, { max_age: -1 })).toMatchObject({
      status: 403,
      body: { job: { status: JobStatus.failed } },
    })
  })

  it('gives the key of a query no more than who changed the query last may read (OPEN-851)', async () => {
    const { group, query } = await walledOff()
    const owner = await world.server.person({ groups: [group, ...world.ada.groupIds] })
    const editor = await world.server.person({ groups: world.ada.groupIds })
    const outer = await join(`from query_${query.id}`, {}, owner)
    const runByKey = async () =>
      (await keyClientOf(outer).post<Ran>(`/api/queries/${outer.id}/results`, { max_age: 0, wait: 20_000 })).body.job
    expect(await runByKey()).toMatchObject({ status: JobStatus.done })
    await owner.post(`/api/queries/${outer.id}/acl`, { access_type: 'modify', user_id: editor.id })
    const changed = await editor.post(`/api/queries/${outer.id}`, { query: `select * from query_${query.id}` })
    expect(changed.status).toBe(200)
    expect(await runByKey()).toMatchObject({ error: `You do not have access to query id ${query.id}.` })
    // An editor who has left has the rights of that time.
    await world.server.admin.post(`/api/users/${editor.id}/disable`)
    expect(await runByKey()).toMatchObject({ error: `You do not have access to query id ${query.id}.` })
  })

  it('gives the visitors of a dashboard no more than its owner may read (OPEN-851)', async () => {
    const { group, query } = await walledOff()
    const owner = await world.server.person({ groups: [group, ...world.ada.groupIds] })
    const outer = await join(`from query_${query.id}`, {}, owner)
    const visualization = outer.visualizations[0]?.id
    const tokenOf = async (client: TestClient) => {
      const { body: board } = await client.post<{ id: number; slug: string }>('/api/dashboards', { name: 'Board' })
      await client.post('/api/widgets', { dashboard_id: board.id, visualization_id: visualization, options: {}, width: 1 })
      return (await client.post<{ api_key: string }>(`/api/dashboards/${board.slug}/share`)).body.api_key
    }
    const runFor = async (token: string) =>
      (
        await world.server.anonymous.post<Ran>(`/api/queries/${outer.id}/results?api_key=${token}`, {
          max_age: 0,
          wait: 20_000,
        })
      ).body.job
    expect(await runFor(await tokenOf(world.ada))).toMatchObject({ error: `You do not have access to query id ${query.id}.` })
    expect(await runFor(await tokenOf(owner))).toMatchObject({ status: JobStatus.done })
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
    const owner = await world.server.person({ groups: [group, ...world.ada.groupIds] })
    const shared = await join(`from query_${query.id}`, {}, owner)
    await world.server.services.db.update(users).set({ group_ids: world.ada.groupIds }).where(eq(users.id, owner.id))
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

describe('the schema of Query Results', () => {
  const schemaFor = async (client: TestClient) => {
    const { body } = await client.get<SchemaReply>(`/api/data_sources/${world.results}/schema`)
    return 'schema' in body ? body.schema : []
  }

  it("lists the caller's queries with the columns of their latest results (DS-28)", async () => {
    const { group, query: hidden } = await walledOff()
    const query = await ask('select 1 as a, \'x\' as "b.c"', { name: 'Some numbers' })
    const fresh = await ask('select 2 as b', { name: 'Never run' })
    const gone = await ask('select 3 as b')
    await runSaved(world.ada, query)
    await world.server.services.db
      .update(queries)
      .set({ is_archived: true })
      .where(inArray(queries.id, [gone.id]))

    const tables = await schemaFor(world.ada)
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
    const member = await world.server.person({ groups: [group, ...world.ada.groupIds] })
    expect((await schemaFor(member)).map(({ name }) => name)).toContain(`query_${hidden.id}`)
  })
})
