import type { DashboardListItem } from '@sightline/contract/dashboards.ts'
import type { ResultWindow } from '@sightline/contract/results.ts'
import { describe, expect, it } from 'vitest'
import { useAnalyst } from '../../testing/analyst.ts'
import { buildDataSource, buildGroup, buildQuery } from '../../testing/builders.ts'
import type { TestClient } from '../../testing/client.ts'

const here = useAnalyst()

interface First {
  query_ids: number[]
  windows: (ResultWindow | null)[]
}

/** A dashboard that shows these queries, each in its row of the grid. @returns its slug */
async function board(shown: { query: { visualizations: { id: number }[] }; row: number }[], person: TestClient = here.ada) {
  const { body } = await person.post<DashboardListItem>('/api/dashboards', { name: 'Board' })
  for (const { query, row } of shown) {
    await person.post('/api/widgets', {
      dashboard_id: body.id,
      visualization_id: query.visualizations[0]?.id,
      options: { position: { col: 0, row, sizeX: 3, sizeY: 5 } },
    })
  }
  return body.slug
}
const ask = (slug: string, client: TestClient = here.ada) => client.get<First>(`/api/dashboards/${slug}/first_results`)

describe('the first results of a dashboard', () => {
  it('are the stored results of the first widgets, in reading order, each once', async () => {
    const low = await here.stored('select 1 as low')
    const high = await here.stored('select 2 as high')
    const far = await here.stored('select 3 as far')
    const never = await buildQuery(here.ada, { data_source_id: here.source, query: 'select 4 as never' })
    const slug = await board([
      { query: low.query, row: 10 },
      { query: high.query, row: 0 },
      { query: low.query, row: 20 },
      { query: never, row: 25 },
      { query: far.query, row: 30 },
    ])
    const { query_ids, windows } = (await ask(slug)).body
    expect(query_ids).toEqual([high.query.id, low.query.id, never.id])
    expect(windows.map((window) => window && [window.result.id, window.rows])).toEqual([
      [high.id, [[2]]],
      [low.id, [[1]]],
      null,
    ])
    // Again, from the cache.
    expect((await ask(slug)).body).toEqual({ query_ids, windows })
  })

  it('are those of the first tab (DASH-81)', async () => {
    const first = await here.stored('select 7 as first')
    const second = await here.stored('select 8 as second')
    const { body } = await here.ada.post<DashboardListItem>('/api/dashboards', { name: 'Tabs' })
    const tabs = [
      { id: 'one', name: 'One' },
      { id: 'two', name: 'Two' },
    ]
    await here.ada.post(`/api/dashboards/${body.id}`, { options: { tabs }, version: body.version })
    for (const { query, tab } of [
      { query: second.query, tab: 'two' },
      { query: first.query, tab: undefined },
    ])
      await here.ada.post('/api/widgets', {
        dashboard_id: body.id,
        visualization_id: query.visualizations[0]?.id,
        options: { tab, position: { col: 0, row: 0, sizeX: 3, sizeY: 5 } },
      })
    expect((await ask(body.slug)).body.query_ids).toEqual([first.query.id])
  })

  it('leave out queries with parameters, and run nothing', async () => {
    const query = await buildQuery(here.ada, {
      data_source_id: here.source,
      query: 'select {{ n }} as n',
      options: { parameters: [{ name: 'n', title: 'N', type: 'number', value: 1 }] },
    })
    const never = await buildQuery(here.ada, { data_source_id: here.source, query: 'select 5 as never' })
    const slug = await board([
      { query, row: 0 },
      { query: never, row: 5 },
    ])
    expect((await ask(slug)).body).toEqual({ query_ids: [never.id], windows: [null] })
    const { body } = await here.ada.get<{ latest_query_data_id: number | null }>(`/api/queries/${never.id}`)
    expect(body.latest_query_data_id).toBeNull()
  })

  it('contain only what each reader may see, even after another user has requested them', async () => {
    const finance = await buildGroup(here.server)
    const secret = await buildDataSource(here.server, { groups: { [finance]: false } })
    const insider = await here.server.person({ groups: [...here.server.admin.groupIds, finance] })
    const query = await buildQuery(insider, { data_source_id: secret.id, query: 'select 4711 as salary' })
    const id = await here.run(query, insider)
    const open = await here.stored('select 6 as n')
    const slug = await board(
      [
        { query, row: 0 },
        { query: open.query, row: 5 },
      ],
      insider,
    )
    const seenBy = async (client: TestClient) => (await ask(slug, client)).body.windows.map((window) => window?.result.id)
    expect(await seenBy(insider)).toEqual([id, open.id])
    expect((await ask(slug)).body).toMatchObject({ query_ids: [open.query.id] })
    expect(await seenBy(here.ada)).toEqual([open.id])
  })

  it('are not found for an unknown dashboard', async () => {
    expect((await ask('no-such-board')).status).toBe(404)
  })
})
