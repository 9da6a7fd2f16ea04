import type { Alert, AlertEvent } from '@sightline/contract/alerts.ts'
import type { Query } from '@sightline/contract/queries.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type DestinationService, startDestinationService } from '../../testing/destination-service.ts'
import { useFaultScenario } from '../../testing/fault-scenario.ts'
import { pollWhile } from '../../testing/poll-while.ts'

const scene = useFaultScenario()
const { inject } = scene

let hook: DestinationService
beforeAll(async () => {
  hook = await startDestinationService()
})
afterAll(() => hook.close())

const settings = () => ({ SIGHTLINE_DESTINATION_NETWORKS: '127.0.0.1' })
const nameOfDelivery = async (): Promise<{ state: string; tries: number; deduplication_key: string }[]> =>
  (await scene.metadata.query('SELECT state, tries, deduplication_key FROM alert_deliveries ORDER BY id')).rows
const query = async (text: string) => {
  const fields = { name: 'Watched', query: text, data_source_id: scene.source }
  return (await scene.installation.admin.post<Query>('/api/queries', fields)).body
}

/** An alert that every run triggers, with a subscribed webhook. */
async function alertWithHook({ id }: Query): Promise<Alert> {
  const { admin } = scene.installation
  const fields = { name: 'Watch', query_id: id, options: { column: 'n', op: '>', value: 5 } }
  const alert = (await admin.post<Alert>('/api/alerts', fields)).body
  const webhook = { name: 'Hook', type: 'webhook', options: { url: `${hook.url}/hook` } }
  const destination = (await admin.post<{ id: number }>('/api/destinations', webhook)).body
  await admin.post(`/api/alerts/${alert.id}/subscriptions`, { destination_id: destination.id })
  return alert
}
const historyOf = async ({ id }: Alert) => (await scene.installation.admin.get<AlertEvent[]>(`/api/alerts/${id}/history`)).body

describe('a worker process that is killed', () => {
  it('between checking a result and notifying of it: another worker notifies, under the same key', async () => {
    hook.answer = 'silence'
    hook.calls.length = 0
    const watched = await query('SELECT 7 AS n')
    const alert = await alertWithHook(watched)
    const first = await scene.installation.startWorker(settings())
    await scene.installation.admin.post(`/api/queries/${watched.id}/results`, { max_age: 0 })
    // The request is under way without a response, so its outcome is unknown.
    await pollWhile(async () => hook.calls.length === 0)
    await inject(() => first.end('SIGKILL'))
    expect(await nameOfDelivery()).toMatchObject([{ state: 'waiting', tries: 1 }])
    hook.answer = { status: 200 }
    // Skips the two-minute lease of the killed process.
    await scene.metadata.query(`UPDATE alert_deliveries SET next_try_at = now()`)
    await scene.installation.startWorker(settings())
    await pollWhile(async () => (await nameOfDelivery())[0]?.state !== 'sent')
    const keys = hook.calls.map(({ headers }) => headers['webhook-id'])
    expect(keys).toHaveLength(2)
    expect(new Set(keys)).toEqual(new Set((await nameOfDelivery()).map(({ deduplication_key }) => deduplication_key)))
    expect(await historyOf(alert)).toMatchObject([{ state: 'triggered', deliveries: [{ state: 'sent', tries: 2 }] }])
  })

  it('between storing a result and checking it: another worker checks it and notifies, once', async () => {
    hook.answer = { status: 200 }
    hook.calls.length = 0
    const watched = await query('SELECT 8 AS n')
    const alert = await alertWithHook(watched)
    const holder = await scene.metadata.connect()
    await holder.query('BEGIN')
    // Holds up the check with a lock: the result is stored by then, but nothing of the check.
    await holder.query('SELECT 1 FROM alerts WHERE id = $1 FOR NO KEY UPDATE', [alert.id])
    const first = await scene.installation.startWorker(settings())
    await scene.installation.admin.post(`/api/queries/${watched.id}/results`, { max_age: 0 })
    const waits = `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%for no key update%'`
    await pollWhile(async () => (await scene.metadata.query(waits)).rows.length === 0)
    await inject(() => first.end('SIGKILL'))
    await holder.query('COMMIT')
    holder.release()
    await scene.installation.startWorker(settings())
    await pollWhile(async () => (await historyOf(alert))[0]?.deliveries[0]?.state !== 'sent')
    expect(await historyOf(alert)).toMatchObject([{ kind: 'change', state: 'triggered', value: 8, deliveries: [{ tries: 1 }] }])
    expect(hook.calls).toHaveLength(1)
  })
})
