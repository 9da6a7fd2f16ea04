import { setImmediate } from 'node:timers/promises'
import type { Db } from './db.ts'

/** Beyond this many values all are forgotten: whatever is still wanted is soon read again. */
const MAX_VALUES = 1000

interface CachedReads<Value> {
  snapshot: string
  values: Map<string, Promise<Value>>
}

/**
 * Makes a reading function that asks the database only when something in it has changed: what many callers need at the same time,
 * such as who they are and what they may see, is read once and is never out of date. PostgreSQL names the transactions that a
 * statement sees; as long as these are the same, so is all that was read. Reading that name costs a fraction of the reading,
 * and callers who ask at the same time share it.
 * @param read depends on nothing but the database and its arguments, and not on the time; its rows belong to all, so nobody
 *   changes them
 * @returns the same function; not for use inside a transaction, whose own changes have no name yet
 */
export function snapshotCached<Args extends readonly (string | number)[], Value>(
  read: (db: Db, ...args: Args) => Promise<Value>,
): (db: Db, ...args: Args) => Promise<Value> {
  const cacheOf = new WeakMap<Db, CachedReads<Value>>()
  return async (db, ...args) => {
    const snapshot = await snapshotOf(db)
    let kept = cacheOf.get(db)
    if (kept?.snapshot !== snapshot || kept.values.size >= MAX_VALUES) {
      kept = { snapshot, values: new Map() }
      cacheOf.set(db, kept)
    }
    const { values } = kept
    const key = JSON.stringify(args)
    const known = values.get(key)
    if (known) return known
    // A statement of Drizzle's runs again for each who awaits it; a promise does not.
    const value = (async () => read(db, ...args))()
    values.set(key, value)
    // A failure is for those who have asked by now, not for those to come.
    value.catch(() => values.delete(key))
    return value
  }
}

/** Asks what a statement sees that begins now, as the column `name`. */
export const SNAPSHOT = 'select pg_current_snapshot()::text as name'

const readers = new WeakMap<Db, () => Promise<string | undefined>>()

/** Says how a database is asked for `SNAPSHOT`: by its driver alone, as all that Drizzle adds takes longer than the answer. */
export function setSnapshotReader(db: Db, read: () => Promise<string | undefined>): void {
  readers.set(db, read)
}

async function readSnapshot(db: Db): Promise<string> {
  const name = await readers.get(db)?.()
  if (name === undefined) throw new Error('The database named no snapshot.')
  return name
}

/** A statement that will answer, or is answering, all who joined before it began. */
interface SnapshotQuery {
  hasBegun: boolean
  answer: Promise<string>
}
const snapshotQueries = new WeakMap<Db, SnapshotQuery>()

/** The name of what a statement would see that begins after this call; one statement answers all who wait for it to begin. */
function snapshotOf(db: Db): Promise<string> {
  const last = snapshotQueries.get(db)
  if (last && !last.hasBegun) return last.answer
  const begin = async () => {
    await last?.answer.catch(() => null)
    // Requests that have arrived by now are read before the next turn of the event loop: they come along.
    await setImmediate()
    query.hasBegun = true
    return readSnapshot(db)
  }
  const query: SnapshotQuery = { hasBegun: false, answer: begin() }
  snapshotQueries.set(db, query)
  return query.answer
}
