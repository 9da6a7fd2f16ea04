import type { Config } from '../config.ts'
import type { Db } from '../db/db.ts'
import { createDatabaseFileStore } from './database.ts'
import { createFileStore } from './directory.ts'
import type { FileStore } from './store.ts'

/** Opens the configured store: `SIGHTLINE_RESULTS_URL` is `file:` with a folder, or `postgres:` for the metadata database; without it, files
 * are stored where the metadata is.
 * @throws Error with one sentence if the URL is of another kind
 */
export function openFileStore(config: Pick<Config, 'dataDir' | 'databaseUrl' | 'resultsUrl'>, db: Db): FileStore {
  switch (storeOf(config)) {
    case 'directory':
      return createFileStore(config)
    case 'database':
      return createDatabaseFileStore(config, db)
  }
}

/** The configured kind of store. @throws as `openFileStore` does */
export function storeOf({ databaseUrl, resultsUrl }: Pick<Config, 'databaseUrl' | 'resultsUrl'>): 'directory' | 'database' {
  if (resultsUrl === null) return databaseUrl === null ? 'directory' : 'database'
  const scheme = resultsUrl.split(':', 1)[0]
  if (scheme === 'file') return 'directory'
  if (scheme === 'postgres' || scheme === 'postgresql') {
    if (databaseUrl !== null) return 'database'
    throw new Error('SIGHTLINE_RESULTS_URL with postgres: requires SIGHTLINE_DATABASE_URL.')
  }
  throw new Error(`SIGHTLINE_RESULTS_URL must begin with file: or postgres:, not with ${scheme}:`)
}
