import { z } from 'zod'
import type { ErrandContext, Session } from '../runner.ts'
import { close, endBackend, open } from './connection.ts'
import type { PostgresOptions } from './options.ts'

const Backend = z.object({ backend: z.int() })

/** Ends the backend of a run whose own process is gone. */
export async function stop(session: Session, { config, signal }: ErrandContext<PostgresOptions>): Promise<void> {
  await endBackend(config, Backend.parse(session).backend, signal)
}

const ACTIVITY = `
  SELECT run.wait_event_type AS kind, run.wait_event AS event, other.usename AS holder, host(other.client_addr) AS host
  FROM pg_stat_activity run
  LEFT JOIN LATERAL unnest(pg_blocking_pids(run.pid)) blocking(pid) ON true
  LEFT JOIN pg_stat_activity other ON other.pid = blocking.pid
  WHERE run.pid = $1 AND run.state = 'active'
  LIMIT 1`

const Activity = z.array(
  z.object({
    kind: z.string().nullable(),
    event: z.string().nullable(),
    holder: z.string().nullable(),
    host: z.string().nullable(),
  }),
)

/** What a run waits for, from `pg_stat_activity`: https://www.postgresql.org/docs/current/monitoring-stats.html */
export async function waitState(session: Session, { config, signal }: ErrandContext<PostgresOptions>): Promise<string | null> {
  const connection = await open(config, signal)
  try {
    const { rows } = await connection.client.query(ACTIVITY, [Backend.parse(session).backend])
    const [activity] = Activity.parse(rows)
    return activity ? sentenceOf(activity) : null
  } finally {
    close(connection)
  }
}

function sentenceOf({ kind, event, holder, host }: z.infer<typeof Activity>[number]): string | null {
  switch (kind) {
    case null:
      return 'The database is computing.'
    case 'Lock':
      return `The database waits for a lock${holder ? ` held by ${holder}${host ? `@${host}` : ''}` : ''}.`
    case 'IO':
      return `The database is reading or writing its files (${event}).`
    case 'IPC':
      return `The database waits for its own helpers (${event}).`
    case 'Timeout':
      return event === 'PgSleep' ? 'The query sleeps, as its text asks.' : `The database waits for a moment (${event}).`
    case 'LWLock':
    case 'BufferPin':
      return `The database waits for a part of its memory that others use (${event}).`
    default:
      // Client: the database waits for us to take rows, which the count of rows shows.
      return null
  }
}
