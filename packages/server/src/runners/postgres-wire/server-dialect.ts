import type { SchemaTable } from '@sightline/contract/data-sources.ts'
import { z } from 'zod'
import type { RunStatement } from '../sql/schema-tables.ts'
import { readCatalogue } from './catalogue.ts'
import { NO_CODE } from './errors.ts'
import { readInformationSchema } from './listed-columns.ts'

/** The server's id of a session: a process id, or a name. */
export type SessionId = number | string

/**
 * How a kind of server with PostgreSQL's protocol does what the protocol leaves open. Statements run on a connection of their
 * own.
 */
export interface ServerDialect {
  /** Part of the key under which idle connections are kept. */
  name: string
  /**
   * Whether columns are requested in PostgreSQL's binary formats, which decode faster. Servers with other internal formats are
   * asked for text, which all write alike.
   */
  hasBinaryForms: boolean
  /** Whether a parameter without a type is treated like a string literal, which has none either. */
  bindsTexts: boolean
  /** A statement that returns the id of the session; null if that is the process id of the protocol. */
  sessionName: string | null
  /** Terminates a session of the same user. Resolves to true if there is none any more. */
  endSession(runStatement: RunStatement, session: SessionId): Promise<boolean>
  /** Says in a sentence what a session is waiting for; null if that is unknown. */
  waitState?(runStatement: RunStatement, session: SessionId): Promise<string | null>
  readSchema(runStatement: RunStatement, signal: AbortSignal): Promise<SchemaTable[]>
}

/** Quotes a SQL string literal. */
export const literal = (text: string) => `'${text.replaceAll("'", "''")}'`

const numberOf = (session: SessionId) => z.coerce.number().int().parse(session)

/** Terminates a server process of the same user; true if there is none any more. */
async function terminateBackend(runStatement: RunStatement, session: SessionId): Promise<boolean> {
  const rows = await runStatement(`
    SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE pid = ${numberOf(session)} AND usename = current_user AND pid <> pg_backend_pid()`)
  return z.array(z.unknown()).parse(rows).length === 0
}

const activityQuery = (session: SessionId) => `
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

/**
 * Says what a run is waiting for, according to `pg_stat_activity`:
 * https://www.postgresql.org/docs/current/monitoring-stats.html
 */
async function backendWaitState(runStatement: RunStatement, session: SessionId): Promise<string | null> {
  const [activity] = Activity.parse(await runStatement(activityQuery(session)))
  return activity ? waitSentence(activity) : null
}

function waitSentence({ kind, event, holder, host }: z.infer<typeof Activity>[number]): string | null {
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
      // Client: the database waits until rows have been read, which the row count shows.
      return null
  }
}

/** Errors for a part of the catalogue that is not there: syntax, function, table, column, or no code at all. */
const LACKING = new Set([NO_CODE, '42601', '42883', '42P01', '42703'])
const CodedError = z.object({ code: z.string() })

/** Reads PostgreSQL's catalogue; of servers without all of it, which are not PostgreSQL, what the SQL standard has. */
async function readSchema(runStatement: RunStatement, signal: AbortSignal): Promise<SchemaTable[]> {
  try {
    return await readCatalogue(runStatement, signal)
  } catch (error) {
    const { data } = CodedError.safeParse(error)
    if (!data || !LACKING.has(data.code)) throw error
    return readInformationSchema(runStatement, signal)
  }
}

/** PostgreSQL itself. */
export const postgresql: ServerDialect = {
  name: 'postgresql',
  hasBinaryForms: true,
  bindsTexts: true,
  sessionName: null,
  endSession: terminateBackend,
  waitState: backendWaitState,
  readSchema,
}
