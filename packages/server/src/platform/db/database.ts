import type { PGlite } from '@electric-sql/pglite'
import type { Pool } from 'pg'
import type { Config } from '../config.ts'
import type { Db } from './db.ts'

/** The open metadata database. Features use `db`; the queue and the event bus use the driver below it. */
export type Database = EmbeddedDatabase | PostgresDatabase

export interface EmbeddedDatabase {
  kind: 'embedded'
  db: Db
  pglite: PGlite
  close(): Promise<void>
}

export interface PostgresDatabase {
  kind: 'postgres'
  db: Db
  url: string
  pool: Pool
  close(): Promise<void>
}

/**
 * Opens the metadata database and brings its tables up to date.
 * @param onError gets errors of idle connections, which the pool replaces
 * @throws Error with one sentence if the data directory is in use or the database cannot be reached
 */
export async function openDatabase(
  config: Pick<Config, 'dataDir' | 'databaseUrl' | 'databasePool'>,
  onError: (error: Error) => void,
): Promise<Database> {
  // Loaded on demand: an installation uses one of the two, and the embedded engine alone takes 100 MB.
  if (config.databaseUrl === null) return (await import('./embedded.ts')).openEmbedded(config.dataDir)
  return (await import('./postgres.ts')).openPostgres(config.databaseUrl, onError, config.databasePool)
}
