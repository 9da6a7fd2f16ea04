import { z } from 'zod'
import type { Session } from '../runner.ts'
import { type Connection, close, endThread, open, runStatement, type Server } from './connection.ts'

const Thread = z.object({ thread: z.coerce.string().regex(/^\d+$/) })

/** Kills the thread of a run whose own process has died. */
export async function stop(session: Session, server: Server, signal: AbortSignal): Promise<void> {
  const connection = await open(server, signal)
  try {
    await endThread(connection, Thread.parse(session).thread, signal)
  } finally {
    close(connection)
  }
}

const State = z.array(z.tuple([z.string(), z.string().nullable()]))
const Holders = z.array(z.tuple([z.string(), z.string()]))

/** Says what a run is waiting for, according to the server's list of threads; null if nothing is known. */
export async function waitState(session: Session, server: Server, signal: AbortSignal): Promise<string | null> {
  const { thread } = Thread.parse(session)
  const connection = await open(server, signal)
  try {
    const rows = await runStatement(
      connection.driver,
      `SELECT command, state FROM ${server.serverDialect.threads} WHERE id = ${thread}`,
    )
    const [found] = State.parse(rows)
    if (!found || found[0] === 'Sleep') return null
    return waitSentence(found[1] ?? '', await lockHolder(connection, thread))
  } finally {
    close(connection)
  }
}

/** The holder of the row lock that a thread is waiting for, as `user@host`; null if there is none, or it cannot be seen. */
async function lockHolder({ driver }: Connection, thread: string): Promise<string | null> {
  const sql = `
    SELECT holder.user, SUBSTRING_INDEX(holder.host, ':', 1)
    FROM information_schema.innodb_lock_waits waits
    JOIN information_schema.innodb_trx waiting ON waiting.trx_id = waits.requesting_trx_id
    JOIN information_schema.innodb_trx blocking ON blocking.trx_id = waits.blocking_trx_id
    JOIN information_schema.processlist holder ON holder.id = blocking.trx_mysql_thread_id
    WHERE waiting.trx_mysql_thread_id = ${thread}
    LIMIT 1`
  try {
    const [holder] = Holders.parse(await runStatement(driver, sql))
    return holder ? holder.join('@') : null
  } catch {
    // Analysts seldom have the privilege to read this table, and MySQL 8 has a different one.
    return null
  }
}

function waitSentence(state: string, holder: string | null): string | null {
  if (holder) return `The database waits for a lock held by ${holder}.`
  if (/lock/i.test(state)) return `The database waits for a lock (${state}).`
  if (state === 'User sleep') return 'The query sleeps, as its text asks.'
  return state === '' ? null : `The database says: ${state}.`
}
