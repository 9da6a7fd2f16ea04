import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../config.ts'
import { type CopySession, embeddedSession } from './copy-session.ts'
import type { EmbeddedDatabase } from './database.ts'
import type { Db } from './db.ts'

/** The metadata database as it is: its tables are not brought up to date. */
export interface UnmigratedDatabase {
  kind: 'embedded' | 'postgres'
  db: Db
  /** Reads in one snapshot; the embedded engine lets nobody else in meanwhile. */
  read<Value>(work: (session: CopySession) => Promise<Value>): Promise<Value>
  /** Writes everything or nothing. */
  write<Value>(work: (session: CopySession) => Promise<Value>): Promise<Value>
  close(): Promise<void>
}

/** Whether the data directory has an embedded database. */
export const hasEmbedded = ({ dataDir }: Pick<Config, 'dataDir'>): boolean => existsSync(join(dataDir, 'db'))

/**
 * Opens the metadata database without a migration. An embedded one is created if there is none.
 * @throws Error with one sentence if the data directory is in use or the database cannot be reached
 */
export async function openUnmigrated({
  dataDir,
  databaseUrl,
}: Pick<Config, 'dataDir' | 'databaseUrl'>): Promise<UnmigratedDatabase> {
  if (databaseUrl !== null) return (await import('./unmigrated-postgres.ts')).openUnmigratedPostgres(databaseUrl)
  const { openEmbedded } = await import('./embedded.ts')
  const database = await openEmbedded(dataDir, { migrates: false })
  return { ...copied(database), close: () => database.close() }
}

/** The same functions for an embedded database that this process has open. */
export function copied({ db, pglite }: Pick<EmbeddedDatabase, 'db' | 'pglite'>): Omit<UnmigratedDatabase, 'close'> {
  const inTransaction = <Value>(work: (session: CopySession) => Promise<Value>): Promise<Value> =>
    pglite.transaction((transaction) => work(embeddedSession(transaction)))
  return { kind: 'embedded', db, read: inTransaction, write: inTransaction }
}
