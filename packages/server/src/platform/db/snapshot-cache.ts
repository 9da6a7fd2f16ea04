import { setImmediate } from 'node:timers/promises'
import type { Db } from './db.ts'

/** Maximum number of cached values. Beyond it all are dropped, because those in use are soon read again. */
const MAX_VALUES = 1000

interface CachedReads<Value> {
  snapshot: string
  values: Map<string, Promise<Value>>
}

/**
 * Wraps a read function so that it queries the database only after something has changed. Data that many callers need at the same
 * time, such as the current user and their permissions, is read once and is never stale. PostgreSQL can name the snapshot that a
 * statement sees; as long as the name is the same, so is all data. Reading the name costs a fraction of the read itself, and
 * concurrent callers share it.
 * @param read depends only on the database and its arguments, not on the time; callers share the rows and must not change them
 * @returns the same function; not for use inside a transaction, whose own changes have no snapshot name yet
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
    // Drizzle runs a statement again each time it is awaited; a promise runs it once.
    const value = (async () => read(db, ...args))()
    values.set(key, value)
    // The error goes to the callers so far; later ones read again.
    value.catch(() => values.delete(key))
    return value
  }
}

/** Selects the name of the current snapshot as the column `name`. */
export const SNAPSHOT = 'select pg_current_snapshot()::text as name'

const readers = new WeakMap<Db, () => Promise<string | undefined>>()

/** Sets how `SNAPSHOT` is run: by the driver alone, because Drizzle's overhead exceeds the time of the query. */
export function setSnapshotReader(db: Db, read: () => Promise<string | undefined>): void {
  readers.set(db, read)
}

async function readSnapshot(db: Db): Promise<string> {
  const name = await readers.get(db)?.()
  if (name === undefined) throw new Error('The database named no snapshot.')
  return name
}

/** A query shared by all callers who joined before it began. */
interface SnapshotQuery {
  hasBegun: boolean
  answer: Promise<string>
}
const snapshotQueries = new WeakMap<Db, SnapshotQuery>()

/** The name of a snapshot taken after this call; callers who wait for the next query share it. */
function snapshotOf(db: Db): Promise<string> {
  const last = snapshotQueries.get(db)
  if (last && !last.hasBegun) return last.answer
  const begin = async () => {
    await last?.answer.catch(() => null)
    // Waiting until the next turn of the event loop lets requests that have already arrived join this query.
    await setImmediate()
    query.hasBegun = true
    return readSnapshot(db)
  }
  const query: SnapshotQuery = { hasBegun: false, answer: begin() }
  snapshotQueries.set(db, query)
  return query.answer
}
