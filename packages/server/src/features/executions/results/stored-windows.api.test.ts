import { rm } from 'node:fs/promises'
import type { QueryListItem } from '@sightline/contract/queries.ts'
import type { ResultWindow } from '@sightline/contract/results.ts'
import { describe, expect, it } from 'vitest'
import { useAnalyst } from '../../../testing/analyst.ts'
import { buildDataSource, buildGroup, buildQuery } from '../../../testing/builders.ts'
import { clientOf, type TestClient } from '../../../testing/client.ts'
import { removeResult } from './retention.ts'

const here = useAnalyst()
const { stored, run, fileOf } = here

interface Asked {
  query_id: number
  parameters?: Record<string, unknown>
}
const ask = (runs: Asked[], client: TestClient = here.ada) =>
  client.post<{ windows: (ResultWindow | null)[] }>('/api/query_results/stored', { runs })
const windowsOf = async (runs: Asked[], client?: TestClient) => (await ask(runs, client)).body.windows
const idsOf = async (runs: Asked[], client?: TestClient) =>
  (await windowsOf(runs, client)).map((window) => window?.result.id ?? null)
const of = ({ query }: { query: { id: number } }): Asked => ({ query_id: query.id })

describe('stored results of several runs', () => {
  it('come in one response, in the order of the runs, small ones with all of their rows', async () => {
    const small = await stored('select i as n, i * 2 as twice from range(1000) t(i)')
    const large = await stored('select i as n, i * 2 as twice from range(3000) t(i)')
    const empty = await stored('select 1 as n where false')
    const windows = await windowsOf([of(large), of(small), of(empty)])
    expect(windows.map((window) => window?.result)).toMatchObject([
      { id: large.id, row_count: 3000, columns: [{ name: 'n' }, { name: 'twice' }] },
      { id: small.id, row_count: 1000 },
      { id: empty.id, row_count: 0 },
    ])
    expect(windows.map((window) => window?.rows.length)).toEqual([100, 1000, 0])
    expect(windows[1]).toMatchObject({ offset: 0, total: 1000 })
    expect(windows[1]?.rows[999]).toEqual([999, 1998])
    // A second time, from the cache.
    expect(await windowsOf([of(large), of(small), of(empty)])).toEqual(windows)
  })

  it('are null if there is none, so that the client runs the query', async () => {
    const one = await stored('select 1 as n')
    const never = await buildQuery(here.ada, { data_source_id: here.source, query: 'select 2 as never' })
    expect(await idsOf([{ query_id: never.id }, of(one), { query_id: 2_000_000_000 }])).toEqual([null, one.id, null])
  })

  it('are those for exactly the values that are sent', async () => {
    const query = await buildQuery(here.ada, {
      data_source_id: here.source,
      query: 'select {{ n }} as n',
      options: { parameters: [{ name: 'n', title: 'N', type: 'number', value: 1 }] },
    })
    const { body } = await here.ada.post<{ job: { query_result_id: number } }>(`/api/queries/${query.id}/results`, {
      parameters: { n: 7 },
      wait: 20_000,
    })
    const asked = [{ n: 7 }, { n: 8 }, {}, { n: 'seven' }].map((parameters) => ({ query_id: query.id, parameters }))
    expect(await idsOf(asked)).toEqual([body.job.query_result_id, null, null, null])
  })

  it('are replaced when a query runs again', async () => {
    const { query, id } = await stored('select random() as n')
    expect(await idsOf([{ query_id: query.id }])).toEqual([id])
    const newer = await run(query)
    expect(newer).not.toBe(id)
    expect(await idsOf([{ query_id: query.id }])).toEqual([newer])
  })

  it('are not for users who may not see the data source, even after other users have read them', async () => {
    const finance = await buildGroup(here.server)
    const secret = await buildDataSource(here.server, { groups: { [finance]: false } })
    const insider = await here.server.person({ groups: [finance] })
    const query = await buildQuery(insider, { data_source_id: secret.id, query: 'select 4711 as salary' })
    const id = await run(query, insider)
    expect(await idsOf([{ query_id: query.id }], insider)).toEqual([id])
    const open = await stored('select 5 as n')
    expect(await windowsOf([{ query_id: query.id }, of(open)])).toEqual([null, expect.objectContaining({ offset: 0 })])
  })

  it('are for view-only users as long as no one can write free text into the query', async () => {
    const readers = await buildGroup(here.server)
    const source = await buildDataSource(here.server, { groups: { 2: false, [readers]: true } })
    const reader = await here.server.person({ groups: [readers] })
    const make = (type: string, value: unknown) =>
      buildQuery(here.ada, {
        data_source_id: source.id,
        query: "select '{{ what }}' as what",
        options: { parameters: [{ name: 'what', title: 'What', type, value }] },
      })
    const [safe, unsafe] = [await make('number', 1), await make('text', '1')]
    for (const { id } of [safe, unsafe])
      await here.ada.post(`/api/queries/${id}/results`, { parameters: { what: '1' }, max_age: 0, wait: 20_000 })
    const asked = [safe, unsafe].map(({ id }) => ({ query_id: id, parameters: { what: '1' } }))
    expect((await windowsOf(asked)).map((window) => window?.rows)).toEqual([[['1']], [['1']]])
    expect((await windowsOf(asked, reader)).map((window) => window?.rows ?? null)).toEqual([[['1']], null])
  })

  it('are not for holders of keys, who get whole results', async () => {
    const one = await stored('select 3 as n')
    const holder = clientOf(here.server.url, () => ({ authorization: `Key ${one.query.api_key}` }))
    expect(await ask([of(one)], holder)).toMatchObject({ status: 404 })
  })

  it('are not taken from a missing file, so that the query runs again', async () => {
    const one = await stored('select i as gone from range(500) t(i)')
    const { path, name } = await fileOf(one.id)
    await here.server.services.files.remove(name)
    await rm(path, { force: true })
    expect(await idsOf([of(one)])).toEqual([null])
    expect(await run(one.query)).not.toBe(one.id)
  })

  it('are requested for one to a hundred runs', async () => {
    expect(await ask([])).toMatchObject({ status: 400 })
    expect(await ask(Array.from({ length: 101 }, () => ({ query_id: 1 })))).toMatchObject({ status: 400 })
  })
})

describe('a query that is run', () => {
  it('is sorted by its last execution in lists at once, and has no such time without its result (LIST-07)', async () => {
    const one = await stored('select 1 as first_run')
    const other = await stored('select 2 as second_run')
    const lastRun = async () => {
      const { body } = await here.ada.get<{ results: QueryListItem[] }>('/api/queries?page_size=250&order=-executed_at')
      const ours = body.results.filter(({ id }) => id === one.query.id || id === other.query.id)
      return ours.map(({ id, retrieved_at }) => ({ id, isRun: retrieved_at !== null }))
    }
    const [oneRun, otherRun] = [one, other].map(({ query }) => ({ id: query.id, isRun: true }))
    expect(await lastRun()).toEqual([otherRun, oneRun])

    const newer = await run(one.query)
    expect(await lastRun()).toEqual([oneRun, otherRun])

    await removeResult(here.server.services, newer)
    expect(await lastRun()).toEqual([otherRun, { id: one.query.id, isRun: false }])
  })
})
