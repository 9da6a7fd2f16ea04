import { resolve } from 'node:path'
import { z } from 'zod'
import { secretKeyFile, secretKeyProblem, storedSecretKey } from '../crypto/secret-key.ts'
import type { BucketKeys } from '../files/bucket/location.ts'
import { setting } from './setting.ts'
import { address, whole } from './values.ts'

export interface StorageConfig {
  /** Absolute path. */
  dataDir: string
  /** PostgreSQL URL of the metadata database; null for the embedded database. */
  databaseUrl: string | null
  /** Maximum number of connections of this process for API calls and jobs. */
  databasePool: number
  /** Milliseconds that the start waits for the metadata database. */
  databaseWait: number
  resultsUrl: string | null
  /** The keys of the bucket that `resultsUrl` names; null if there are none. */
  resultsKeys: BucketKeys | null
  /** Days for which ended executions, and results that no query shows, are kept. */
  resultRetention: number
  /** Days for which entries of the audit log are kept. */
  auditRetention: number
  /** Days for which usage events are kept. */
  eventRetention: number
  secretKey: string
  /** The file that contains the key; null if it comes from the environment. */
  secretKeyFile: string | null
  /** Whether that file was missing and has just been created. */
  isSecretKeyNew: boolean
}

export const storageSettings = {
  SIGHTLINE_DATA_DIR: setting(z.string().default('./data'), {
    meaning: 'directory of the embedded database, results, keys and uploads',
  }),
  SIGHTLINE_DATABASE_URL: setting(address(/^postgres(ql)?$/, 'postgres://user:password@host:5432/sightline').optional(), {
    meaning: 'PostgreSQL database for metadata',
    otherwise: 'none: PGlite',
    isSecret: true,
  }),
  SIGHTLINE_DATABASE_POOL: setting(whole(2, 500).default(10), {
    meaning:
      'maximum number of connections of each process to PostgreSQL, besides one for the event bus; see [database connections](../guide/monitoring.md#database-connections)',
  }),
  SIGHTLINE_DATABASE_WAIT: setting(whole(0, 3600).default(60), {
    meaning: 'seconds that a start waits for PostgreSQL while it is unreachable or starting up',
  }),
  SIGHTLINE_RESULTS_URL: setting(address(/^(file|postgres|s3|azure)$/, 'file:///var/lib/sightline/results').optional(), {
    meaning:
      'where results and uploads are stored: `file:`, `postgres:`, `s3:` or `azure:`; see [object storage](../guide/install.md#results-in-object-storage)',
    otherwise: 'with `SIGHTLINE_DATABASE_URL` that database, otherwise the data directory',
    isSecret: true,
  }),
  SIGHTLINE_RESULTS_ACCESS_KEY: setting(z.string().optional(), {
    meaning: 'access key for a bucket in `SIGHTLINE_RESULTS_URL`; for Azure the name of the storage account',
    isSecret: true,
  }),
  SIGHTLINE_RESULTS_SECRET_KEY: setting(z.string().optional(), {
    meaning: 'secret key for a bucket in `SIGHTLINE_RESULTS_URL`; for Azure a key of the storage account',
    isSecret: true,
  }),
  SIGHTLINE_RESULT_RETENTION: setting(whole(1, 3650).default(7), {
    meaning: 'days that results no longer shown by a query are kept',
  }),
  SIGHTLINE_AUDIT_RETENTION: setting(whole(1, 3650).default(365), { meaning: 'days that entries of the audit log are kept' }),
  SIGHTLINE_EVENT_RETENTION: setting(whole(1, 3650).default(365), { meaning: 'days that usage events are kept' }),
  SIGHTLINE_SECRET_KEY: setting(z.string().optional(), {
    meaning: 'encrypts secrets; at least 32 characters',
    otherwise: 'generated',
    isSecret: true,
  }),
  // Read by the command itself, which checks it.
  SIGHTLINE_NEW_SECRET_KEY: setting(z.string().optional(), {
    meaning: 'read only by `npm run admin -- rotate-key`: the key that replaces the current one',
    isSecret: true,
  }),
}

type Given = z.output<z.ZodObject<typeof storageSettings>>

/** @throws Error with one sentence about a secret key that cannot be used */
export function storageConfigFrom(given: Given): StorageConfig {
  const dataDir = resolve(given.SIGHTLINE_DATA_DIR)
  return {
    dataDir,
    databaseUrl: given.SIGHTLINE_DATABASE_URL ?? null,
    databasePool: given.SIGHTLINE_DATABASE_POOL,
    databaseWait: given.SIGHTLINE_DATABASE_WAIT * 1000,
    resultsUrl: given.SIGHTLINE_RESULTS_URL ?? null,
    resultsKeys: keysFrom(given.SIGHTLINE_RESULTS_ACCESS_KEY, given.SIGHTLINE_RESULTS_SECRET_KEY),
    resultRetention: given.SIGHTLINE_RESULT_RETENTION,
    auditRetention: given.SIGHTLINE_AUDIT_RETENTION,
    eventRetention: given.SIGHTLINE_EVENT_RETENTION,
    ...secretKeyFrom(given.SIGHTLINE_SECRET_KEY, dataDir),
  }
}

function keysFrom(accessKey: string | undefined, secretKey: string | undefined): BucketKeys | null {
  if (accessKey === undefined && secretKey === undefined) return null
  if (accessKey !== undefined && secretKey !== undefined) return { accessKey, secretKey }
  throw new Error('Set both SIGHTLINE_RESULTS_ACCESS_KEY and SIGHTLINE_RESULTS_SECRET_KEY, or neither.')
}

function secretKeyFrom(
  given: string | undefined,
  dataDir: string,
): Pick<StorageConfig, 'secretKey' | 'secretKeyFile' | 'isSecretKeyNew'> {
  if (given === undefined) {
    const { key, isNew } = storedSecretKey(dataDir)
    return { secretKey: key, secretKeyFile: secretKeyFile(dataDir), isSecretKeyNew: isNew }
  }
  const problem = secretKeyProblem(given)
  if (problem !== null) throw new Error(problem)
  return { secretKey: given, secretKeyFile: null, isSecretKeyNew: false }
}
