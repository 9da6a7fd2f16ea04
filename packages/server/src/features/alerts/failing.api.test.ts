import type { Alert, AlertEvent, AlertPreview } from '@sightline/contract/alerts.ts'
import type { AuditEntry } from '@sightline/contract/audit.ts'
import type { Query } from '@sightline/contract/queries.ts'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { alertFixtures } from '../../testing/alert-fixtures.ts'
import { useAnalyst } from '../../testing/analyst.ts'
import { type BreakableSource, breakableSource } from '../../testing/breakable-source.ts'
import { buildDataSource, buildQuery } from '../../testing/builders.ts'
import { queries } from '../queries/tables.ts'
import { checkPendingResults } from './checks.ts'
import { checkRecovered, markFailing } from './failing.ts'
import { alertChecks, alerts } from './tables.ts'

/** Milliseconds; a run may take a while on a busy machine. */
const TIMEOUT_MS = 20_000

let shop: BreakableSource
let source: number
const analyst = useAnalyst(() => {
  shop = breakableSource(7)
  return { config: { sourceFolders: [shop.folder] } }
})
const { alertOn, historyOf } = alertFixtures(analyst)
beforeAll(async () => {
  source = (await buildDataSource(analyst.server, shop.source)).id
})
afterAll(() => shop.remove())

const condition = { column: 'amount', op: '>', value: 5 }
let made = 0
const amountQuery = (): Promise<Query> =>
  buildQuery(analyst.ada, { data_source_id: source, query: `select amount, ${++made} as n from sales` })
const watch = async (query: Query, fields: Record<string, unknown> = {}) => {
  const alert = await alertOn(query, { options: condition, ...fields })
  await analyst.ada.post(`/api/alerts/${alert.id}/subscriptions`, {})
  return alert
}
const stateOf = async ({ id }: Alert) => {
  const { state, health, value } = (await analyst.ada.get<Alert>(`/api/alerts/${id}`)).body
  return { state, health, value }
}
/** The check of a run goes on after its caller has the answer. */
const becomes = (alert: Alert, expected: Partial<Alert>) =>
  vi.waitFor(async () => expect(await stateOf(alert)).toMatchObject(expected), { timeout: TIMEOUT_MS })
const changesIn = (events: AlertEvent[]) =>
  events.toReversed().map(({ health_before, health, state, deliveries }) => [health_before, health, state, deliveries.length])

describe('an alert whose query fails', () => {
  it('is failing, keeps its state and notifies once; the next result ends that and notifies once (ALERT-49)', async () => {
    const query = await amountQuery()
    const alert = await watch(query)
    await analyst.run(query)
    await becomes(alert, { state: 'triggered', health: 'ok', value: 7 })
    shop.renameTable()
    for (const _ of [1, 2]) await analyst.run(query)
    await becomes(alert, { state: 'triggered', health: 'failing', value: 7 })
    await markFailing(analyst.server.services)
    shop.restoreTable()
    await analyst.run(query)
    await becomes(alert, { state: 'triggered', health: 'ok' })
    expect(changesIn(await historyOf(alert))).toEqual([
      ['ok', 'ok', 'triggered', 1],
      ['ok', 'failing', 'triggered', 1],
      ['failing', 'ok', 'triggered', 1],
    ])
  })

  it('notifies no one while it is muted (ALERT-49)', async () => {
    const query = await amountQuery()
    const alert = await watch(query, { options: { ...condition, muted: true } })
    shop.renameTable()
    await analyst.run(query)
    await becomes(alert, { state: 'unknown', health: 'failing' })
    shop.restoreTable()
    expect(changesIn(await historyOf(alert))).toEqual([['ok', 'failing', 'unknown', 0]])
  })

  it('is marked by the next recovery round if a process ended too early, and recovers when the query is repaired by a save (ALERT-49)', async () => {
    const { services } = analyst.server
    const query = await amountQuery()
    await analyst.run(query)
    const alert = await watch(query)
    const failure = { count: 1, since: '2026-01-01T00:00:00Z', at: '2026-01-01T00:00:00Z', reason: 'gone' }
    const set = (refresh_failure: typeof failure | null) =>
      services.db.update(queries).set({ refresh_failure }).where(eq(queries.id, query.id))
    await set(failure)
    await markFailing(services)
    await becomes(alert, { health: 'failing' })
    await set(null)
    await checkRecovered(services)
    await checkPendingResults(services)
    await becomes(alert, { state: 'triggered', health: 'ok' })
    expect(await services.db.$count(alertChecks)).toBe(0)
  })

  it('stays failing when its owner checks an earlier result now (ALERT-49)', async () => {
    const query = await amountQuery()
    await analyst.run(query)
    const alert = await watch(query)
    await analyst.server.services.db.update(alerts).set({ health: 'failing' }).where(eq(alerts.id, alert.id))
    await analyst.ada.post(`/api/alerts/${alert.id}/eval`, {})
    expect(await stateOf(alert)).toMatchObject({ state: 'triggered', health: 'failing' })
  })
})

describe('an alert without a value', () => {
  it('has no data while there are no rows or the value is null, and notifies once of each change (ALERT-49)', async () => {
    const query = await amountQuery()
    const alert = await watch(query, { options: { ...condition, value: 10 } })
    for (const [amounts, expected] of [
      [[7], { state: 'ok', health: 'ok', value: 7 }],
      [[], { state: 'unknown', health: 'no_data', value: null }],
      [[null], { state: 'unknown', health: 'no_data', value: null }],
      [[7], { state: 'ok', health: 'ok', value: 7 }],
    ] as const) {
      shop.setAmounts(...amounts)
      await analyst.run(query)
      await becomes(alert, expected)
      await vi.waitFor(async () => expect(await analyst.server.services.db.$count(alertChecks)).toBe(0), {
        timeout: TIMEOUT_MS,
      })
    }
    expect(changesIn(await historyOf(alert))).toEqual([
      ['ok', 'ok', 'ok', 0],
      ['ok', 'no_data', 'unknown', 1],
      ['no_data', 'ok', 'ok', 1],
    ])
  })
})

describe('an alert on the number of rows', () => {
  it('compares it by the selector count, with 0 for no rows, and needs no column (ALERT-50)', async () => {
    const query = await amountQuery()
    const alert = await watch(query, { options: { column: '', selector: 'count', op: '>=', value: 2 } })
    for (const [amounts, expected] of [
      [[], { state: 'ok', health: 'ok', value: 0 }],
      [[1, 2], { state: 'triggered', health: 'ok', value: 2 }],
    ] as const) {
      shop.setAmounts(...amounts)
      await analyst.run(query)
      await becomes(alert, expected)
    }
    const body = { query_id: query.id, options: { column: '', selector: 'count', op: '<', value: 5 } }
    const { body: preview } = await analyst.ada.post<AlertPreview>('/api/alerts/preview', body)
    expect(preview).toMatchObject({ value: 2, state: 'triggered', warnings: ['no_schedule'] })
    const { body: unnamed } = await analyst.ada.post<Alert>('/api/alerts', { ...body, name: '' })
    expect(unnamed.name).toBe(`${query.name}: number of rows < 5`)
    const columnless = { ...body, name: 'x', options: { ...body.options, selector: 'max' } }
    expect(await analyst.ada.post('/api/alerts', columnless)).toMatchObject({ status: 400 })
  })
})

describe('the alerts of an archived query', () => {
  it('are gone until the query is restored, with their state, subscriptions and history, and the audit log says so (ALERT-51, QPAGE-80)', async () => {
    shop.setAmounts(7)
    const query = await amountQuery()
    const alert = await watch(query)
    await analyst.run(query)
    await becomes(alert, { state: 'triggered' })
    const listed = async () => (await analyst.ada.get<Alert[]>('/api/alerts')).body.some(({ id }) => id === alert.id)
    await analyst.ada.delete(`/api/queries/${query.id}`)
    expect([await listed(), (await analyst.ada.get(`/api/alerts/${alert.id}`)).status]).toEqual([false, 404])
    await analyst.ada.post(`/api/queries/${query.id}`, { is_archived: false })
    expect(await listed()).toBe(true)
    const { body: audited } = await analyst.server.admin.get<{ results: AuditEntry[] }>('/api/audit?action=query.unarchive')
    expect(audited.results).toMatchObject([{ object_id: String(query.id), object_name: query.name }])
    expect(await stateOf(alert)).toMatchObject({ state: 'triggered', value: 7 })
    expect((await historyOf(alert))[0]?.deliveries).toHaveLength(1)
    const { body } = await analyst.ada.get<unknown[]>(`/api/alerts/${alert.id}/subscriptions`)
    expect(body).toHaveLength(1)
    expect(await analyst.server.services.db.$count(alerts, sql`id = ${alert.id}`)).toBe(1)
  })
})
