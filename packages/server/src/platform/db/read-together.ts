import type { Db } from './db.ts'

interface Gathering<Key, Value> {
  keys: Set<Key>
  found: Promise<ReadonlyMap<Key, Value>>
}

/**
 * Makes a function that reads the rows of one key from one that reads those of many: calls that are made in the same turn of the event
 * loop, such as those for all widgets of a dashboard, share one statement.
 * @param readAll gets different keys and returns what it has found; an error goes to all its callers
 * @param rest further arguments; only calls in which these are the same share a statement
 * @returns undefined for a key that was not found
 */
export function readTogether<Key extends string | number, Rest extends readonly (string | number)[], Value>(
  readAll: (db: Db, keys: readonly Key[], ...rest: Rest) => Promise<ReadonlyMap<Key, Value>>,
): (db: Db, key: Key, ...rest: Rest) => Promise<Value | undefined> {
  const gatheringsOf = new WeakMap<Db, Map<string, Gathering<Key, Value>>>()

  function begin(db: Db, gatherings: Map<string, Gathering<Key, Value>>, name: string, rest: Rest): Gathering<Key, Value> {
    const keys = new Set<Key>()
    const found = (async () => {
      // Runs when all promises that are settled by now have been followed up.
      await new Promise<void>((resolve) => process.nextTick(resolve))
      gatherings.delete(name)
      return readAll(db, [...keys], ...rest)
    })()
    const gathering = { keys, found }
    gatherings.set(name, gathering)
    return gathering
  }

  return async (db, key, ...rest) => {
    const gatherings = gatheringsOf.get(db) ?? new Map<string, Gathering<Key, Value>>()
    gatheringsOf.set(db, gatherings)
    const name = JSON.stringify(rest)
    const { keys, found } = gatherings.get(name) ?? begin(db, gatherings, name, rest)
    keys.add(key)
    return (await found).get(key)
  }
}
