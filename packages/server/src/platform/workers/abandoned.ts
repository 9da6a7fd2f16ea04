import { and, eq, gt, lt, notExists, notInArray, or, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Db } from '../db/db.ts'
import { workers } from './tables.ts'

/** Columns of a table whose rows are claimed by workers. */
interface ClaimColumns {
  id: PgColumn
  worker: PgColumn
  /** The time of the claim. */
  started_at: PgColumn
}

/** The process that looks for abandoned rows. */
export interface Observer {
  worker: string
  /** The rows that this worker is at work on. */
  active: string[]
  /** How long a worker may be silent. */
  seconds: number
}

/**
 * Condition for claimed rows that nobody works on any more. Their worker has sent no heartbeat for some seconds or is gone, or it
 * is the observer itself, which never heard of its claim or could not store the end. Rows that were claimed within these seconds
 * do not count: `active` may be older than the claim, and a worker that has just come back may claim before it beats.
 */
export function isAbandoned(db: Db, row: ClaimColumns, { worker, active, seconds }: Observer): SQL | undefined {
  // By the database's clock, the only one that all processes share.
  const before = sql`now() - make_interval(secs => ${seconds})`
  const liveWorker = db
    .select({ id: workers.id })
    .from(workers)
    .where(and(eq(workers.id, row.worker), gt(workers.heartbeat_at, before)))
  const isOwn = and(eq(row.worker, worker), notInArray(row.id, active))
  const isForeign = and(sql`${row.worker} is distinct from ${worker}`, notExists(liveWorker))
  return and(lt(row.started_at, before), or(isOwn, isForeign))
}
