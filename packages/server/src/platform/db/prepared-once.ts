import type { Db } from './db.ts'

/**
 * Prepares statements once for each database, because the query builder often takes longer to build a statement than the database
 * takes to run it.
 * @param prepare builds them, with a placeholder for each value that changes
 */
export function preparedOnce<Statements extends object>(prepare: (db: Db) => Statements): (db: Db) => Statements {
  const kept = new WeakMap<Db, Statements>()
  return (db) => {
    const statements = kept.get(db) ?? prepare(db)
    kept.set(db, statements)
    return statements
  }
}
