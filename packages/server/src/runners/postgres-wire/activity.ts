import { z } from 'zod'
import type { Ask } from '../sql/schema-tables.ts'
import type { SessionId } from './flavour.ts'

const numberOf = (session: SessionId) => z.coerce.number().int().parse(session)

/** Ends a server process of the same user; true when there is none any more. */
export async function endBackend(ask: Ask, session: SessionId): Promise<boolean> {
  const rows = await ask(`
    SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE pid = ${numberOf(session)} AND usename = current_user AND pid <> pg_backend_pid()`)
  return z.array(z.unknown()).parse(rows).length === 0
}

const activityOf = (session: SessionId) => `
  SELECT run.wait_event_type AS kind, run.wait_event AS event, other.usename AS holder, host(other.client_addr) AS host
  FROM pg_stat_activity run
  LEFT JOIN LATERAL unnest(pg_blocking_pids(run.pid)) blocking(pid) ON true
  LEFT JOIN pg_stat_activity other ON other.pid = blocking.pid
  WHERE run.pid = ${numberOf(session)} AND run.state = 'active'
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
export async function waitOfBackend(ask: Ask, session: SessionId): Promise<string | null> {
  const [activity] = Activity.parse(await ask(activityOf(session)))
  return activity ? validationMessage(activity) : null
}

function validationMessage({ kind, event, holder, host }: z.infer<typeof Activity>[number]): string | null {
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
