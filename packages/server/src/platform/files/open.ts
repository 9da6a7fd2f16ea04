import type { Config } from '../config.ts'
import type { Db } from '../db/db.ts'
import { type BucketLocation, bucketLocation } from './bucket/location.ts'
import { type BucketUse, createBucketFileStore } from './bucket/store.ts'
import { createDatabaseFileStore } from './database.ts'
import { createFileStore } from './directory.ts'
import type { FileStore } from './store.ts'

/** The settings that say where files are. */
export type FilePlace = Pick<Config, 'dataDir' | 'databaseUrl' | 'resultsUrl' | 'resultsKeys'>

/** The files are in a folder, in the metadata database, or in a bucket of an object storage. */
export type StoreKind = 'directory' | 'database' | 'bucket'

/** Opens the configured store: `SIGHTLINE_RESULTS_URL` is `file:` with a folder, `postgres:` for the metadata database, or `s3:` or
 * `azure:` with a bucket; without it, files are stored where the metadata is.
 * @param use of a store with a local cache
 * @throws Error with one sentence if the URL cannot be used
 */
export function openFileStore(place: FilePlace, db: Db, use: BucketUse = {}): FileStore {
  switch (storeOf(place)) {
    case 'directory':
      return createFileStore(place)
    case 'database':
      return createDatabaseFileStore(place, db, use)
    case 'bucket':
      return createBucketFileStore(place, bucketOf(place), use)
  }
}

/** The bucket that is configured. @throws as `bucketLocation` does */
export const bucketOf = ({ resultsUrl, resultsKeys }: Pick<FilePlace, 'resultsUrl' | 'resultsKeys'>): BucketLocation =>
  bucketLocation(resultsUrl ?? '', resultsKeys)

/** The configured kind of store. @throws as `openFileStore` does */
export function storeOf({ databaseUrl, resultsUrl }: Pick<FilePlace, 'databaseUrl' | 'resultsUrl'>): StoreKind {
  if (resultsUrl === null) return databaseUrl === null ? 'directory' : 'database'
  const scheme = resultsUrl.split(':', 1)[0]
  if (scheme === 'file') return 'directory'
  if (scheme === 's3' || scheme === 'azure') return 'bucket'
  if (scheme === 'postgres' || scheme === 'postgresql') {
    if (databaseUrl !== null) return 'database'
    throw new Error('SIGHTLINE_RESULTS_URL with postgres: requires SIGHTLINE_DATABASE_URL.')
  }
  throw new Error(`SIGHTLINE_RESULTS_URL must begin with file:, postgres:, s3: or azure:, not with ${scheme}:`)
}
