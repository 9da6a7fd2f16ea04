import type { Dashboard, DashboardListItem } from '@sightline/contract/dashboards.ts'
import type { Query } from '@sightline/contract/queries.ts'
import type { ShownWidget, Widget } from '@sightline/contract/widgets.ts'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { buildDataSource, buildGroup, buildQuery } from '../../testing/builders.ts'
import { type Person, startTestServer, type TestServer } from '../../testing/server.ts'
import { visualizations } from '../visualizations/tables.ts'
import { widgets } from './tables.ts'

let server: TestServer
let ada: Person
let bob: Person
/** In no group that shares the source of `secret`. */
let outsider: Person
let source: number
let query: Query
let secret: Query
let dashboard: DashboardListItem

beforeAll(async () => {
  server = await startTestServer()
  const insiders = await buildGroup(server)
  ada = await server.person({ name: 'Ada', groups: [...server.admin.groupIds.slice(1), insiders] })
  bob = await server.person({ name: 'Bob' })
  outsider = await server.person({ name: 'Eve' })
  source = (await buildDataSource(server)).id
  const closed = (await buildDataSource(server, { groups: { [insiders]: false } })).id
  query = await buildQuery(ada, { name: 'Orders per day', data_source_id: source })
  secret = await buildQuery(ada, { name: 'Salaries', query: 'select 42 as salary', data_source_id: closed })
})
beforeEach(async () => {
  dashboard = (await ada.post<DashboardListItem>('/api/dashboards', { name: 'Board' })).body
})
afterAll(() => server.close())

const tableOf = ({ visualizations: [first] }: Query) => first?.id ?? 0
const POSITION = {
  col: 0,
  row: 8,
  sizeX: 3,
  sizeY: -1,
  minSizeX: 1,
  maxSizeX: 6,
  minSizeY: 5,
  maxSizeY: 1000,
  autoHeight: true,
}
const MAPPINGS = {
  range: { name: 'range', type: 'dashboard-level', mapTo: 'period', value: null, title: 'Period' },
  status: { name: 'status', type: 'static-value', mapTo: 'status', value: ['paid'], title: '' },
}
const add = (fields: object = {}, person = ada) =>
  person.post<ShownWidget & { code?: string }>('/api/widgets', {
    dashboard_id: dashboard.id,
    visualization_id: tableOf(query),
    text: '',
    options: { isHidden: false, position: POSITION, parameterMappings: MAPPINGS },
    width: 1,
    ...fields,
  })
const addText = (text = '## Notes') => add({ visualization_id: null, text, options: {} })
const board = async (person: Person) => (await person.get<Dashboard>(`/api/dashboards/${dashboard.id}`)).body
const shown = async (person: Person): Promise<Widget[]> => (await board(person)).widgets
const grant = (person: Person) => ada.post(`/api/dashboards/${dashboard.id}/acl`, { access_type: 'modify', user_id: person.id })

describe('adding a widget to a dashboard', () => {
  it('returns it with its visualization and query, position and mappings as sent (API-64, WIDGET-01, WIDGET-02, WIDGET-25)', async () => {
    const { status, body } = await add()
    expect(status).toBe(200)
    expect(body).toMatchObject({
      id: expect.any(Number),
      width: 1,
      dashboard_id: dashboard.id,
      text: '',
      options: { isHidden: false, position: POSITION, parameterMappings: MAPPINGS },
      visualization_id: tableOf(query),
      visualization: {
        id: tableOf(query),
        type: 'TABLE',
        query_id: query.id,
        query: { id: query.id, name: 'Orders per day', query: 'select 1 as answer', user: { name: 'Ada' }, is_safe: true },
      },
    })
    expect(await shown(ada)).toEqual([body])
  })

  it('keeps parameter mappings, including those of other installations (PMAP-01, PMAP-18)', async () => {
    const parameterMappings = { range: { ...MAPPINGS.range, locals: [], own: true } }
    const { body } = await add({ options: { parameterMappings, paramOrder: ['range'], ours: { deep: [1] } } })
    expect(body.options).toEqual({ parameterMappings, paramOrder: ['range'], ours: { deep: [1] } })
    expect((await shown(bob))[0]?.options).toEqual(body.options)
  })

  it('accepts a textbox, which has no visualization (WIDGET-04)', async () => {
    const { status, body } = await addText()
    expect(status).toBe(200)
    expect(body).toMatchObject({ text: '## Notes', visualization_id: null, options: {}, width: 1 })
    expect(body).not.toHaveProperty('visualization')
  })

  it('refuses a textbox without text (WIDGET-08)', async () => {
    for (const text of ['', '  \n', null, undefined]) {
      expect(await add({ visualization_id: null, text })).toMatchObject({ status: 400, body: { code: 'textbox_empty' } })
    }
  })

  it('refuses a visualization that does not exist or is archived, and invalid fields', async () => {
    const archived = await buildQuery(ada, { data_source_id: source })
    await ada.delete(`/api/queries/${archived.id}`)
    const wrong: [object, number, string][] = [
      [{ dashboard_id: 99_999 }, 404, 'not_found'],
      [{ visualization_id: 99_999 }, 400, 'invalid_input'],
      [{ visualization_id: tableOf(archived) }, 400, 'query_archived'],
      [{ visualization_id: undefined }, 400, 'invalid_input'],
      [{ visualization_id: 'x' }, 400, 'invalid_input'],
      [{ text: { $ne: '' } }, 400, 'invalid_input'],
      [{ text: 'x'.repeat(100_001) }, 400, 'invalid_input'],
      [{ options: [] }, 400, 'invalid_input'],
      [{ options: { own: 'x'.repeat(100_001) } }, 400, 'invalid_input'],
      [{ options: { position: { col: -1 } } }, 400, 'invalid_input'],
      [{ options: { position: { sizeX: 1e9 } } }, 400, 'invalid_input'],
      [{ options: { position: { row: 1.5 } } }, 400, 'invalid_input'],
      [{ options: { position: { sizeY: 'tall' } } }, 400, 'invalid_input'],
      [{ options: { parameterMappings: { a: { type: 'elsewhere' } } } }, 400, 'invalid_input'],
    ]
    for (const [fields, status, code] of wrong) {
      expect(await add(fields), JSON.stringify(fields).slice(0, 60)).toMatchObject({ status, body: { code } })
    }
    expect(await shown(ada)).toEqual([])
  })

  it('requires edit access to the dashboard and access to the query (PERM-25)', async () => {
    expect((await add({}, bob)).status).toBe(403)
    await grant(bob)
    expect((await add({}, bob)).status).toBe(200)
    expect((await add({ visualization_id: tableOf(secret) }, bob)).status).toBe(403)
    expect((await add({ visualization_id: tableOf(secret) })).status).toBe(200)
    const reader = await server.person({ permissions: ['list_dashboards', 'view_query'] })
    await grant(reader)
    expect((await add({ visualization_id: null, text: 'Hi' }, reader)).status).toBe(403)
  })
})

describe('changing a widget', () => {
  it('saves text and options, and ignores the other fields of a widget (API-65, DASH-49)', async () => {
    const { body: widget } = await addText()
    const options = { position: { col: 3, row: 2, sizeX: 3, sizeY: 4, autoHeight: false } }
    const { body } = await ada.post<ShownWidget>(`/api/widgets/${widget.id}`, {
      ...widget,
      text: 'Other notes',
      options,
      width: 5,
      dashboard_id: 1,
      visualization_id: tableOf(query),
    })
    expect(body).toMatchObject({ text: 'Other notes', options, width: 1, dashboard_id: dashboard.id, visualization_id: null })
    expect(await shown(ada)).toEqual([body])
  })

  it('changes one widget and leaves the others as they are', async () => {
    const [first, second] = [(await add()).body, (await add()).body]
    await ada.post(`/api/widgets/${second.id}`, { text: '', options: { position: { ...POSITION, row: 0 } } })
    expect((await shown(ada)).map(({ id, options }) => [id, options.position?.row])).toEqual([
      [first.id, 8],
      [second.id, 0],
    ])
  })

  it('refuses to empty a textbox, and a save without text or options (WIDGET-08)', async () => {
    const { id } = (await addText()).body
    expect(await ada.post(`/api/widgets/${id}`, { text: ' ', options: {} })).toMatchObject({
      status: 400,
      body: { code: 'textbox_empty' },
    })
    for (const body of [{ text: 'Hi' }, { options: {} }, {}, null]) {
      expect((await ada.post(`/api/widgets/${id}`, body)).status).toBe(400)
    }
    expect((await shown(ada))[0]).toMatchObject({ text: '## Notes' })
  })

  it('requires edit access to the dashboard (PERM-25)', async () => {
    const { id } = (await addText()).body
    const change = { text: 'Mine', options: {} }
    expect((await bob.post(`/api/widgets/${id}`, change)).status).toBe(403)
    expect((await bob.delete(`/api/widgets/${id}`)).status).toBe(403)
    await grant(bob)
    expect((await bob.post(`/api/widgets/${id}`, change)).status).toBe(200)
    expect((await ada.post('/api/widgets/99999', change)).status).toBe(404)
    await ada.delete(`/api/dashboards/${dashboard.id}`)
    expect(await bob.post(`/api/widgets/${id}`, change)).toMatchObject({ status: 400, body: { code: 'dashboard_archived' } })
    expect((await bob.delete(`/api/widgets/${id}`)).status).toBe(400)
  })

  it('removes it from the dashboard (API-66, WIDGET-28)', async () => {
    const [first, second] = [(await add()).body, (await addText()).body]
    expect(await ada.delete(`/api/widgets/${first.id}`)).toMatchObject({ status: 200, body: null })
    expect((await shown(ada)).map(({ id }) => id)).toEqual([second.id])
    expect((await ada.delete(`/api/widgets/${first.id}`)).status).toBe(404)
  })
})

describe('a widget of a data source that the reader may not see', () => {
  it('shows them only its position (WIDGET-05, WIDGET-06)', async () => {
    const { id } = (await add({ visualization_id: tableOf(secret) })).body
    const reply = await outsider.get<Dashboard>(`/api/dashboards/${dashboard.id}`)
    expect(reply.body.widgets).toEqual([
      {
        id,
        width: 1,
        options: { isHidden: false, position: POSITION, parameterMappings: MAPPINGS },
        dashboard_id: dashboard.id,
        updated_at: expect.any(String),
        created_at: expect.any(String),
        restricted: true,
      },
    ])
    expect(JSON.stringify(reply.body)).not.toMatch(/salar/i)
    expect((await shown(ada))[0]).toMatchObject({ visualization: { query: { name: 'Salaries' } } })
  })

  it('can be moved by editors, and keeps what they do not see', async () => {
    const { id } = (await add({ visualization_id: tableOf(secret), text: 'kept' })).body
    await grant(outsider)
    const options = { position: { ...POSITION, col: 3 } }
    const { body } = await outsider.post<Widget>(`/api/widgets/${id}`, { text: '', options })
    expect(body).toMatchObject({ id, restricted: true, options })
    expect((await shown(ada))[0]).toMatchObject({ text: 'kept', options })
  })

  it('is copied with the dashboard and stays restricted', async () => {
    await add({ visualization_id: tableOf(secret) })
    const { body } = await outsider.post<Dashboard>(`/api/dashboards/${dashboard.id}/fork`)
    expect(body).toMatchObject({ user_id: outsider.id, widgets: [{ restricted: true }] })
  })
})

describe('a copy of a dashboard', () => {
  it('has the widgets of the original, and is a draft of its creator', async () => {
    await ada.post(`/api/dashboards/${dashboard.id}`, {
      is_draft: false,
      tags: ['copied'],
      options: { globalParamOrder: ['a'] },
    })
    const [drawn, text] = [(await add()).body, (await addText()).body]
    const { status, body } = await bob.post<Dashboard>(`/api/dashboards/${dashboard.slug}/fork`)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      name: `Copy of (#${dashboard.id}) Board`,
      slug: `copy-of-${dashboard.id}-board`,
      user_id: bob.id,
      is_draft: true,
      can_edit: true,
      version: 1,
      tags: ['copied'],
      options: { globalParamOrder: ['a'] },
      widgets: [
        { visualization_id: drawn.visualization_id, options: drawn.options },
        { visualization_id: null, text: text.text },
      ],
    })
    expect(body.widgets.map(({ id }) => id)).not.toContain(drawn.id)
    // Changes to one do not affect the other.
    await bob.delete(`/api/widgets/${body.widgets[0]?.id}`)
    expect(await shown(ada)).toHaveLength(2)
  })

  it('needs edit_dashboard', async () => {
    const reader = await server.person({ permissions: ['list_dashboards'] })
    expect((await reader.post(`/api/dashboards/${dashboard.id}/fork`)).status).toBe(403)
  })
})

describe('a visualization on a dashboard', () => {
  it('cannot be deleted (API-48, OPEN-55)', async () => {
    const fields = { query_id: query.id, type: 'CHART', name: 'By day', options: {} }
    const { id } = (await ada.post<{ id: number }>('/api/visualizations', fields)).body
    const widget = (await add({ visualization_id: id })).body
    expect(await ada.delete(`/api/visualizations/${id}`)).toMatchObject({
      status: 400,
      body: { code: 'visualization_in_use' },
    })
    expect(await shown(ada)).toMatchObject([{ visualization: { id } }])
    await ada.delete(`/api/widgets/${widget.id}`)
    expect((await ada.delete(`/api/visualizations/${id}`)).status).toBe(200)
  })

  it('is removed when its query is archived (OPEN-08)', async () => {
    const { db } = server.services
    for (const archive of [
      (id: number) => ada.delete(`/api/queries/${id}`),
      (id: number) => ada.post(`/api/queries/${id}`, { is_archived: true }),
    ]) {
      const gone = await buildQuery(ada, { data_source_id: source })
      await add({ visualization_id: tableOf(gone) })
      const { body: kept } = await addText()
      expect((await archive(gone.id)).status).toBe(200)
      expect(await shown(ada)).toEqual([kept])
      await db.delete(widgets)
    }
  })

  it('shows the current state of query and visualization', async () => {
    await add()
    const renamed = `Orders, ${dashboard.id}`
    await ada.post(`/api/queries/${query.id}`, { name: renamed })
    expect(await shown(bob)).toMatchObject([{ visualization: { query: { name: renamed } } }])
  })

  it('is restricted to admins once its data source is deleted', async () => {
    const doomed = (await buildDataSource(server)).id
    const orphan = await buildQuery(ada, { data_source_id: doomed })
    await add({ visualization_id: tableOf(orphan) })
    expect((await server.admin.delete(`/api/data_sources/${doomed}`)).status).toBe(204)
    expect(await shown(ada)).toMatchObject([{ restricted: true }])
    expect(await shown(server.admin)).toMatchObject([{ visualization: { query: { data_source_id: null } } }])
  })
})

describe('opening a dashboard', () => {
  it('takes as many statements for thirty widgets as for one', async () => {
    await add()
    const one = await selectsOf(() => board(bob))
    const { db } = server.services
    const drawn = Array.from({ length: 29 }, (_, number) => ({ query_id: query.id, type: 'CHART', name: `${number}` }))
    const ids = await db.insert(visualizations).values(drawn).returning({ id: visualizations.id })
    await db.insert(widgets).values(ids.map(({ id }) => ({ dashboard_id: dashboard.id, visualization_id: id })))
    let whole: Dashboard | undefined
    const thirty = await selectsOf(async () => {
      whole = await board(bob)
    })
    expect(whole?.widgets).toHaveLength(30)
    expect(thirty).toBe(one)
    expect(thirty).toBeLessThanOrEqual(8)
  })

  it('includes the latest result id of each query', async () => {
    await ada.post(`/api/queries/${query.id}/results`, { max_age: 0, wait: 20_000 })
    await add()
    const latest = (await ada.get<Query>(`/api/queries/${query.id}`)).body.latest_query_data_id
    expect(latest).not.toBeNull()
    expect(await shown(bob)).toMatchObject([{ visualization: { query: { latest_query_data_id: latest } } }])
  })
})

/**
 * Counts the SELECT statements of an action: the fewest of three times, as the server's own work may fall into one of them. A
 * transaction of its own before each makes sure that no read is answered from memory.
 */
async function selectsOf(act: () => Promise<unknown>): Promise<number> {
  const select = vi.spyOn(server.services.db, 'select')
  const counts: number[] = []
  for (let time = 1; time <= 3; time++) {
    await server.services.db.execute(sql`SELECT pg_current_xact_id()`)
    select.mockClear()
    await act()
    counts.push(select.mock.calls.length)
  }
  select.mockRestore()
  return Math.min(...counts)
}
