import { z } from 'zod'
import type { Session } from '../runner.ts'
import { ask, type Connection, close, endThread, open, type Server } from './connection.ts'

const Thread = z.object({ thread: z.coerce.string().regex(/^\d+$/) })

/** Ends the thread of a run whose own process is gone. */
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

/** What a run waits for, from the server's list of threads. */
export async function waitState(session: Session, server: Server, signal: AbortSignal): Promise<string | null> {
  const { thread } = Thread.parse(session)
  const connection = await open(server, signal)
  try {
    const rows = await ask(connection.driver, `SELECT command, state FROM ${server.flavour.threads} WHERE id = ${thread}`)
    const [found] = State.parse(rows)
    if (!found || found[0] === 'Sleep') return null
    return validationMessage(found[1] ?? '', await lockHolder(connection, thread))
  } finally {
    close(connection)
  }
}

/** Who holds the row lock that a thread waits for, as `user@host`; null when there is none, or the server does not tell us. */
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
    const [holder] = Holders.parse(await ask(driver, sql))
    return holder ? holder.join('@') : null
  } catch {
    // The table needs a right that analysts seldom have, and MySQL 8 keeps it elsewhere.
    return null
  }
}

function validationMessage(state: string, holder: string | null): string | null {
  if (holder) return `The database waits for a lock held by ${holder}.`
  if (/lock/i.test(state)) return `The database waits for a lock (${state}).`
  if (state === 'User sleep') return 'The query sleeps, as its text asks.'
  return state === '' ? null : `The database says: ${state}.`
}
