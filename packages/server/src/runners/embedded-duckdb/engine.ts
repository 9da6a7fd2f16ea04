import { availableParallelism } from 'node:os'
import { basename, extname, resolve } from 'node:path'
import { type DuckDBConnection, DuckDBInstance, quotedIdentifier, quotedString } from '@duckdb/node-api'
import { QueryError } from '../runner.ts'
import { lockedMessage, mustBeReadable } from '../sql/database-file.ts'
import { engineError } from './errors.ts'

/**
 * Limits of one run. They are below the limit of the executor process, so that a large query spills to disk or fails with an
 * error of the engine instead of killing the process.
 */
const MEMORY_LIMIT = '1GiB'
const TEMP_LIMIT = '4GiB'
const MAX_THREADS = 4

/** A database file to attach, and its catalog name in SQL. */
export interface Attachment {
  path: string
  name: string
}

/** The contents of a sandbox besides its attachments. */
export interface SandboxExtras {
  /** Runs in the catalog `memory`, which then is the default one, before the engine is locked down. */
  prepare?: (connection: DuckDBConnection) => Promise<void>
  /** Absolute paths of files that queries may read. */
  readable?: readonly string[]
  /** IANA name of the time zone of the session; null or left out for that of this process. */
  timeZone?: string | null | undefined
}

const MEMORY = 'memory'

/** An engine that can reach its attachments and nothing else on this machine. */
export interface SandboxedEngine {
  connection: DuckDBConnection
  /** The default catalog of unqualified names. */
  catalog: string
  close(): void
}

/**
 * Opens an engine for one run and locks it down: attachments are read-only, no other file or URL can be reached, no extension
 * can be loaded and no setting can be changed. Engines are never shared between runs: a query may turn on the engine's log,
 * which would show it the queries of other users.
 * @param tempDir folder for sorts and joins that exceed memory; null for none
 * @throws QueryError if a database cannot be opened
 */
export async function openSandbox(
  attachments: readonly Attachment[],
  tempDir: string | null,
  { prepare, readable = [], timeZone }: SandboxExtras = {},
): Promise<SandboxedEngine> {
  const instance = await takeInstance()
  try {
    const connection = await instance.connect()
    for (const attachment of attachments) await attach(connection, attachment)
    const [first] = attachments
    const catalog = first && !prepare ? first.name : MEMORY
    await prepare?.(connection)
    await connection.run(
      [
        `USE ${quotedIdentifier(catalog)}`,
        ...(timeZone ? [`SET TimeZone = ${quotedString(timeZone)}`] : []),
        `SET temp_directory = ${quotedString(tempDir ?? '')}`,
        `SET allowed_paths = [${readable.map(quotedString).join(', ')}]`,
        'SET enable_external_access = false',
        'SET lock_configuration = true',
        // `chunksOf` in `run.ts` needs the transaction to detect failures.
        'BEGIN TRANSACTION',
      ].join(';'),
    )
    return {
      connection,
      catalog,
      close: () => {
        connection.closeSync()
        // Closing takes some milliseconds, which the caller need not wait for.
        setImmediate(() => {
          instance.closeSync()
          prepareSpare()
        })
      },
    }
  } catch (error) {
    instance.closeSync()
    throw error
  }
}

// Opening an engine takes about 10 ms, most of it for its catalog of functions. So a spare one is opened after each run; it
// holds no file and nothing of a run.
let spare: Promise<DuckDBInstance> | null = null

function takeInstance(): Promise<DuckDBInstance> {
  const instance = spare ?? createInstance()
  spare = null
  return instance
}

function prepareSpare(): void {
  spare ??= createInstance()
  // `takeInstance` reports the failure; without this handler it would be an unhandled rejection.
  spare.catch(() => {})
}

function createInstance(): Promise<DuckDBInstance> {
  return DuckDBInstance.create(':memory:', {
    threads: String(Math.min(MAX_THREADS, availableParallelism())),
    memory_limit: MEMORY_LIMIT,
    max_temp_directory_size: TEMP_LIMIT,
    autoinstall_known_extensions: 'false',
    autoload_known_extensions: 'false',
    allow_community_extensions: 'false',
    allow_persistent_secrets: 'false',
    // Only this format of errors includes the position in the query text.
    errors_as_json: 'true',
  })
}

async function attach(connection: DuckDBConnection, { path, name }: Attachment): Promise<void> {
  await mustBeReadable(path)
  try {
    await connection.run(`ATTACH ${quotedString(resolve(path))} AS ${quotedIdentifier(name)} (TYPE duckdb, READ_ONLY)`)
  } catch (error) {
    throw attachError(error, path)
  }
}

function attachError(error: unknown, path: string): QueryError {
  const shown = basename(path)
  const { message } = engineError(error, { hide: [resolve(path)] })
  if (/not a valid DuckDB database/i.test(message))
    return new QueryError(`"${shown}" is not a DuckDB database.`, { cause: error })
  if (/version number|newer|storage version/i.test(message))
    return new QueryError(`"${shown}" was written by another version of DuckDB, which this one cannot read.`, { cause: error })
  if (/could not set lock/i.test(message)) return new QueryError(lockedMessage(path), { cause: error })
  return new QueryError(message, { cause: error })
}

const RESERVED_CATALOGS = new Set([MEMORY, 'temp', 'system'])

/** The catalog name of a database file: the file name without its extension, as DuckDB itself names it. */
export function catalogName(path: string): string {
  const stem = basename(path, extname(path)) || 'database'
  return RESERVED_CATALOGS.has(stem.toLowerCase()) ? `${stem}_db` : stem
}
