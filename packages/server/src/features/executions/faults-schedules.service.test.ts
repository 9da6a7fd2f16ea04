import { JobStatus } from '@sightline/contract/executions.ts'
import type { Query } from '@sightline/contract/queries.ts'
import { describe, expect, it } from 'vitest'
import { useFaultScenario, waitingForGate } from '../../testing/fault-scenario.ts'
import { pollWhile } from '../../testing/poll-while.ts'

const scene = useFaultScenario()
const { active, inject, openGate: openTheGate, closeGate: shutTheGate } = scene

/** A query that is due at once, and whose runs wait at the gate. */
async function dueQuery(name: string): Promise<number> {
  const fields = { name, query: waitingForGate(name), data_source_id: scene.source, schedule: { interval: 3600 } }
  return (await scene.installation.admin.post<Query>('/api/queries', fields)).body.id
}

interface ScheduledExecution {
  query_id: number
  status: number
  retries: number
}
const executionsOf = async (ids: number[]): Promise<ScheduledExecution[]> =>
  (
    await scene.metadata.query<ScheduledExecution>(
      'SELECT query_id, status, retries FROM executions WHERE query_ids && $1 ORDER BY retries',
      [ids],
    )
  ).rows
const areDone = (found: ScheduledExecution[]) => found.every(({ status }) => status === JobStatus.done)
/** Waits until a statement on the metadata database waits for the lock of another statement. */
const waitsForLock = async () =>
  (
    await scene.metadata.query(
      `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%scheduled_execution_id%'`,
    )
  ).rows.length > 0

describe('a worker process that is killed', () => {
  it('has claimed nothing if it dies while it claims due queries, and another worker starts them once', async () => {
    await shutTheGate()
    const id = await dueQuery('half claimed')
    const holder = await scene.metadata.connect()
    await holder.query('BEGIN')
    await holder.query('SELECT 1 FROM queries WHERE id = $1 FOR NO KEY UPDATE', [id])
    const first = await scene.installation.startWorker()
    await pollWhile(async () => !(await waitsForLock()))
    await inject(() => first.end('SIGKILL'))
    await holder.query('COMMIT')
    holder.release()
    await scene.installation.startWorker()
    await pollWhile(async () => (await active('half claimed')) === 0)
    await openTheGate()
    await pollWhile(async () => !areDone(await executionsOf([id])))
    expect(await executionsOf([id])).toEqual([{ query_id: id, status: JobStatus.done, retries: 0 }])
  })

  it('has its started runs repeated and its claimed ones started by another worker, each once', async () => {
    await shutTheGate()
    const ids = [await dueQuery('claimed one'), await dueQuery('claimed two')]
    const slots = { SIGHTLINE_EXECUTION_CONCURRENCY: '1' }
    const first = await scene.installation.startWorker(slots)
    await pollWhile(async () => (await active('claimed')) === 0 || (await executionsOf(ids)).length < 2)
    await inject(() => first.end('SIGKILL'))
    await Promise.all([scene.installation.startWorker(slots), scene.installation.startWorker(slots)])
    await openTheGate()
    await pollWhile(async () => !areDone(await executionsOf(ids)))
    expect((await executionsOf(ids)).map(({ retries }) => retries)).toEqual([0, 1])
    const claims = `SELECT 1 FROM queries WHERE scheduled_execution_id IS NOT NULL OR schedule_failures > 0 OR latest_query_data_id IS NULL`
    await pollWhile(async () => (await scene.metadata.query(claims)).rows.length > 0)
  })
})
