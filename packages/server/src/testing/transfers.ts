import type { Dashboard } from '@sightline/contract/dashboards.ts'
import { ImportReport } from '@sightline/contract/transfer.ts'
import { afterAll, beforeAll, expect } from 'vitest'
import { subscriptions } from '../features/subscriptions/tables.ts'
import { buildDataSource, buildGroup, buildQuery } from './builders.ts'
import { type Person, startTestServer, type TestServer } from './server.ts'

/** The secrets of a data source and a destination. */
export const SECRET = 'a-secret-that-must-stay-here'

/** Two test servers: `home` has an object of each kind, nearly all of Ada's, and `away` has nothing. */
export function useTransfers() {
  let home: TestServer
  let away: TestServer
  let ada: Person
  beforeAll(async () => {
    home = await startTestServer({ hasWorker: false })
    away = await startTestServer({ hasWorker: false })
    const group = await buildGroup(home, { name: 'Analysts' })
    ada = await home.person({ name: 'Ada', groups: [group] })
    await fill(group)
  })
  afterAll(() => Promise.all([home.close(), away.close()]))

  async function fill(group: number) {
    const options = { host: 'db.example.com', dbname: 'sales', user: 'reader', password: SECRET }
    const source = await buildDataSource(home, { name: 'Sales', type: 'pg', options, groups: { [group]: false } })
    const choices = await buildQuery(ada, { data_source_id: source.id, name: 'Regions', query: 'select name from regions' })
    const query = await buildQuery(ada, {
      data_source_id: source.id,
      name: 'Revenue',
      query: 'select {{ region }} as region',
      options: { parameters: [{ name: 'region', type: 'query', queryId: choices.id }] },
      schedule: { interval: 3600 },
      tags: ['money'],
    })
    const chart = { query_id: query.id, type: 'CHART', name: 'By region', options: { own: 1 } }
    const { body: visualization } = await ada.post<{ id: number }>('/api/visualizations', chart)
    const { body: board } = await ada.post<Dashboard>('/api/dashboards', { name: 'Numbers' })
    const place = { position: { col: 0, row: 0, sizeX: 3, sizeY: 8 } }
    await ada.post('/api/widgets', {
      dashboard_id: board.id,
      visualization_id: visualization.id,
      text: '',
      width: 1,
      options: place,
    })
    await ada.post('/api/widgets', { dashboard_id: board.id, visualization_id: null, text: '# Hello', width: 1, options: {} })
    await ada.post(`/api/dashboards/${board.id}/share`)
    const { body: hook } = await home.admin.post<{ id: number }>('/api/destinations', {
      name: 'Hook',
      type: 'webhook',
      options: { url: `https://hooks.example.com/${SECRET}`, username: 'sight', password: SECRET },
    })
    const high = { name: 'High', query_id: query.id, options: { column: 'a', op: '>', value: 1 }, rearm: 60 }
    const { body: alert } = await ada.post<{ id: number }>('/api/alerts', high)
    for (const destination_id of [undefined, hook.id])
      await ada.post(`/api/alerts/${alert.id}/subscriptions`, { destination_id })
    const report = { destination_id: hook.id, schedule: { interval: 86_400, time: '08:00' } }
    for (const [object_type, object_id] of Object.entries({ dashboard: board.id, query: query.id }))
      await ada.post('/api/subscriptions', { object_type, object_id, ...report })
    await home.services.db.update(subscriptions).set({ attach_pdf: true })
    await ada.post('/api/query_snippets', { trigger: 'last', snippet: 'limit 1' })
  }

  const send = (to: TestServer, body: string, query = '') =>
    to.admin.fetch(`/api/admin/import${query}`, {
      method: 'POST',
      body,
      headers: { authorization: `Key ${to.admin.apiKey}`, 'content-type': 'application/octet-stream' },
    })
  return {
    get home() {
      return home
    },
    get away() {
      return away
    },
    get ada() {
      return ada
    },
    /** The export of `home`. */
    exported: async () => (await home.admin.fetch('/api/admin/export')).text(),
    /** Sends a file to be imported. */
    send,
    /** Imports a file, which must succeed. */
    async imported(to: TestServer, body: unknown, query = ''): Promise<ImportReport> {
      const response = await send(to, typeof body === 'string' ? body : JSON.stringify(body), query)
      expect(response.status).toBe(200)
      return ImportReport.parse(await response.json())
    },
  }
}
