import { setImmediate } from 'node:timers/promises'
import { getTableName } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Db } from './db.ts'

/** Maximum number of cached values. Beyond it all are dropped, because those in use are soon read again. */
const MAX_VALUES = 1000

interface CachedReads<Value> {
  snapshot: string
  values: Map<string | number | null, Promise<Value>>
}

/**
 * Wraps a read function so that it queries the database only after something has changed. Data that many callers need at the same
 * time, such as the current user and their permissions, is read once and is never stale. A database can name the snapshot that a
 * statement sees; as long as the name is the same, so is all data. Learning the name costs a fraction of the read itself.
 * @param read depends only on the database and its arguments, not on the time; callers share the rows and must not change them
 * @param tables all tables that it reads: changes of others, such as the events that are stored all the time, need not make it read again
 * @returns the same function; not for use inside a transaction, whose own changes have no snapshot name yet
 */
export function snapshotCached<Args extends readonly (string | number)[], Value>(
  read: (db: Db, ...args: Args) => Promise<Value>,
  tables: readonly PgTable[],
): (db: Db, ...args: Args) => Promise<Value> {
  const cacheOf = new WeakMap<Db, CachedReads<Value>>()
  const names = tables.map((table) => getTableName(table))
  return async (db, ...args) => {
    const named = snapshotOf(db, names)
    const snapshot = typeof named === 'string' ? named : await named
    let kept = cacheOf.get(db)
    if (kept?.snapshot !== snapshot || kept.values.size >= MAX_VALUES) {
      kept = { snapshot, values: new Map() }
      cacheOf.set(db, kept)
    }
    const { values } = kept
    const [only = null] = args
    const key = args.length === 1 ? only : JSON.stringify(args)
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

/** @param tables only these count, if the database can tell */
type SnapshotReader = (tables: readonly string[]) => string | Promise<string>
const readers = new WeakMap<Db, SnapshotReader>()

/** Sets how a database names the snapshot that a statement sees from now on: the name differs once anything has changed. */
export function setSnapshotReader(db: Db, read: SnapshotReader): void {
  readers.set(db, read)
}

function snapshotOf(db: Db, tables: readonly string[]): string | Promise<string> {
  const read = readers.get(db)
  if (!read) throw new Error('The database names no snapshots.')
  return read(tables)
}

/** Names PostgreSQL's current snapshot, which is that of all tables. */
const SNAPSHOT = 'select pg_current_snapshot()::text as name'

/**
 * Names the snapshots of PostgreSQL. A name is of a snapshot that was taken after the call; callers who wait for the next query share
 * it.
 * @param query by the driver alone, because the query builder's overhead exceeds the time of the query
 */
export function postgresSnapshots(query: (text: string) => Promise<{ rows: { name: string }[] }>): () => Promise<string> {
  let last: { hasBegun: boolean; answer: Promise<string> } | null = null
  return () => {
    if (last && !last.hasBegun) return last.answer
    const before = last?.answer
    const begin = async () => {
      await before?.catch(() => null)
      // Waiting until the next turn of the event loop lets requests that have already arrived join this query.
      await setImmediate()
      shared.hasBegun = true
      const { rows } = await query(SNAPSHOT)
      if (rows[0] === undefined) throw new Error('The database named no snapshot.')
      return rows[0].name
    }
    const shared = { hasBegun: false, answer: begin() }
    last = shared
    return shared.answer
  }
}
