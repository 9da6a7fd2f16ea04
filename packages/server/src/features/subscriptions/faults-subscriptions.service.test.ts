import type { Query } from '@sightline/contract/queries.ts'
import type { Subscription } from '@sightline/contract/subscriptions.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type DestinationService, startDestinationService } from '../../testing/destination-service.ts'
import { useFaultScenario, waitingForGate } from '../../testing/fault-scenario.ts'
import { pollWhile } from '../../testing/poll-while.ts'

const scene = useFaultScenario()
const { active, inject, openGate: openTheGate, closeGate: shutTheGate } = scene

let hook: DestinationService
beforeAll(async () => {
  hook = await startDestinationService()
})
afterAll(() => hook.close())

const settings = () => ({ SIGHTLINE_DESTINATION_NETWORKS: '127.0.0.1' })

/** A query with a report subscription of a webhook. */
async function subscribedHook(name: string, text: string): Promise<Subscription> {
  const { admin } = scene.installation
  const query = (await admin.post<Query>('/api/queries', { name, query: text, data_source_id: scene.source })).body
  const webhook = { name: 'Hook', type: 'webhook', options: { url: `${hook.url}/hook` } }
  const destination = (await admin.post<{ id: number }>('/api/destinations', webhook)).body
  const fields = { object_type: 'query', object_id: query.id, destination_id: destination.id, schedule: { interval: 3600 } }
  return (await admin.post<Subscription>('/api/subscriptions', fields)).body
}
const stateOf = async ({ id }: Subscription): Promise<{ tries: number; due_at: Date; last_sent_at: Date | null }> =>
  (await scene.metadata.query('SELECT tries, due_at, last_sent_at FROM subscriptions WHERE id = $1', [id])).rows[0]
/** Skips the ten-minute lease of a killed process. */
const endLease = ({ id }: Subscription) =>
  scene.metadata.query('UPDATE subscriptions SET next_try_at = now() WHERE id = $1', [id])
const keyOf = ({ id }: Subscription, dueAt: Date) => `report-${id}-${dueAt.getTime()}`
const deliveredKeys = () => hook.calls.map(({ headers }) => headers['webhook-id'])

describe('a worker process that is killed', () => {
  it('between building a report and sending it: another worker sends it, once', async () => {
    hook.answer = { status: 200 }
    hook.calls.length = 0
    await shutTheGate()
    const subscription = await subscribedHook('made', waitingForGate('made'))
    const first = await scene.installation.startWorker(settings())
    await scene.installation.admin.post(`/api/subscriptions/${subscription.id}/send`)
    await pollWhile(async () => (await active('made')) === 0)
    const holder = await scene.metadata.connect()
    await holder.query('BEGIN')
    // Holds up the delivery with a lock after the report was built.
    await holder.query('LOCK TABLE destinations IN ACCESS EXCLUSIVE MODE')
    await openTheGate()
    const waits = `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%from "destinations"%'`
    await pollWhile(async () => (await scene.metadata.query(waits)).rows.length === 0)
    await inject(() => first.end('SIGKILL'))
    await holder.query('COMMIT')
    holder.release()
    const { due_at, ...claimed } = await stateOf(subscription)
    expect(claimed).toEqual({ tries: 1, last_sent_at: null })
    expect(hook.calls).toEqual([])
    await endLease(subscription)
    await scene.installation.startWorker(settings())
    await pollWhile(async () => (await stateOf(subscription)).last_sent_at === null)
    expect(deliveredKeys()).toEqual([keyOf(subscription, due_at)])
    expect((await stateOf(subscription)).due_at.getTime()).toBeGreaterThan(due_at.getTime())
  })

  it('while it calls a destination: another worker calls it again, under the same key', async () => {
    hook.answer = 'silence'
    hook.calls.length = 0
    const subscription = await subscribedHook('unanswered', 'SELECT 7 AS n')
    const first = await scene.installation.startWorker(settings())
    await scene.installation.admin.post(`/api/subscriptions/${subscription.id}/send`)
    // The request is under way without a response, so its outcome is unknown.
    await pollWhile(async () => hook.calls.length === 0)
    await inject(() => first.end('SIGKILL'))
    const { due_at, ...claimed } = await stateOf(subscription)
    expect(claimed).toEqual({ tries: 1, last_sent_at: null })
    hook.answer = { status: 200 }
    await endLease(subscription)
    await scene.installation.startWorker(settings())
    await pollWhile(async () => (await stateOf(subscription)).last_sent_at === null)
    const key = keyOf(subscription, due_at)
    expect(deliveredKeys()).toEqual([key, key])
  })
})
