import type { Db } from 'pg-boss'
import type { PendingJob, QueueSnapshot } from './queue.ts'

/** The engine's own queues begin so. */
const INTERNAL = '__pgboss__%'

/** What stands in the queue, read from the engine's tables: asking it would count the jobs of each queue apart. */
export async function readQueueSnapshot(db: Db, schema: string): Promise<QueueSnapshot> {
  const queues = await db.executeSql(`select name from ${schema}.queue where name not like $1 order by name`, [INTERNAL])
  const jobs = await db.executeSql(
    `select id, name, created_on, started_on,
       case when state = 'active' then 'active' when start_after > now() then 'postponed' else 'waiting' end as job_state
     from ${schema}.job where state in ('created', 'retry', 'active') and name not like $1 order by created_on, id`,
    [INTERNAL],
  )
  return { names: queues.rows.map(({ name }) => String(name)), jobs: jobs.rows.map(pendingJob) }
}

function pendingJob({ id, name, created_on, started_on, job_state }: Record<string, unknown>): PendingJob {
  const state = job_state === 'active' || job_state === 'postponed' ? job_state : 'waiting'
  return {
    id: String(id),
    name: String(name),
    state,
    created_at: timeOf(created_on),
    // A job that waits for its next try still has the time of the last one.
    started_at: state === 'active' && started_on !== null ? timeOf(started_on) : null,
  }
}

/** One of the two databases answers times, the other one texts. */
const timeOf = (value: unknown) => (value instanceof Date ? value : new Date(String(value)))
