import { JobStatus } from '@sightline/contract/executions.ts'
import { asc, eq, sql } from 'drizzle-orm'
import type { Db } from '../../platform/db/db.ts'
import { workers } from '../../platform/workers/tables.ts'
import { executions } from '../executions/tables.ts'

/** Nothing heard for three beats. */
const HEARTBEAT_TIMEOUT_S = 30

/** The workers of the installation, oldest first, with what they run now. */
export function all(db: Db) {
  const running = db
    .select({
      worker: executions.worker,
      count: sql<number>`count(*)::integer`.as('running_count'),
      first: sql<string>`min(${executions.id}::text)`.as('first_run'),
    })
    .from(executions)
    .where(eq(executions.status, JobStatus.processing))
    .groupBy(executions.worker)
    .as('running')
  return db
    .select({
      worker: workers,
      running: sql<number>`coalesce(${running.count}, 0)`,
      current_job: sql<string | null>`${running.first}`,
      is_lost: sql<boolean>`${workers.heartbeat_at} < now() - make_interval(secs => ${HEARTBEAT_TIMEOUT_S})`,
    })
    .from(workers)
    .leftJoin(running, eq(running.worker, workers.id))
    .orderBy(asc(workers.started_at), asc(workers.id))
}
export type WorkerRow = Awaited<ReturnType<typeof all>>[number]

/** The name under which a worker is told: where it is, for whoever goes to look. */
export const nameOf = ({ hostname, pid }: Pick<WorkerRow['worker'], 'hostname' | 'pid'>): string => `${hostname}.${pid}`

/** When the worker began that has been there longest and still is; null without any. */
export const firstStart = (rows: readonly WorkerRow[]): Date | null =>
  rows.find(({ is_lost }) => !is_lost)?.worker.started_at ?? null

/** What the last look for queries that are due has found, whichever worker it was; null before the first. */
export function latestPoll(rows: readonly WorkerRow[]): (WorkerRow['worker'] & { looked_at: Date }) | null {
  let latest: (WorkerRow['worker'] & { looked_at: Date }) | null = null
  for (const { worker } of rows) {
    const { looked_at } = worker
    if (looked_at !== null && (latest === null || looked_at > latest.looked_at)) latest = { ...worker, looked_at }
  }
  return latest
}
