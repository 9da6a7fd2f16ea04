import { availableParallelism } from 'node:os'
import { basename, extname, resolve } from 'node:path'
import { type DuckDBConnection, DuckDBInstance, quotedIdentifier, quotedString } from '@duckdb/node-api'
import { QueryError } from '../runner.ts'
import { lockedMessage, mustBeReadable } from '../sql/database-file.ts'
import { engineError } from './errors.ts'

/**
 * What one run may take. The executor process has a ceiling of its own; the engine's is below it, so that a large query ends
 * with the engine's words, or goes to disk, instead of taking the process down.
 */
const MEMORY_LIMIT = '1GiB'
const TEMP_LIMIT = '4GiB'
const MAX_THREADS = 4

/** A database file to be read, and the name it has in SQL. */
export interface Attachment {
  path: string
  name: string
}

/** What an engine is given besides its attachments. */
export interface Extras {
  /** Done in the catalog `memory`, which is then the default one, before the engine is shut in. */
  prepare?: (connection: DuckDBConnection) => Promise<void>
  /** Absolute paths of files that SQL may read. */
  readable?: readonly string[]
}

const MEMORY = 'memory'

/** An engine that sees its attachments and nothing else of this machine. */
export interface SandboxedEngine {
  connection: DuckDBConnection
  /** The catalog that names without one refer to. */
  catalog: string
  close(): void
}

/**
 * Opens an engine of its own for one run and shuts it in: attachments are read-only, no file or address but those given can be
 * reached, no extension can be loaded, and no setting can be changed any more. A fresh engine each time, because one that is shared
 * would remember: its log, which anybody may turn on, tells the next user what the last one asked.
 * @param tempDir where large sorts and joins go; null when there is no such place
 * @throws QueryError with one sentence when a database cannot be opened
 */
export async function openSandbox(
  attachments: readonly Attachment[],
  tempDir: string | null,
  { prepare, readable = [] }: Extras = {},
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
        `SET temp_directory = ${quotedString(tempDir ?? '')}`,
        `SET allowed_paths = [${readable.map(quotedString).join(', ')}]`,
        'SET enable_external_access = false',
        'SET lock_configuration = true',
        // `reading.ts` says why.
        'BEGIN TRANSACTION',
      ].join(';'),
    )
    return {
      connection,
      catalog,
      close: () => {
        connection.closeSync()
        // Taking the engine down costs some milliseconds that nobody needs to wait for.
        setImmediate(() => {
          instance.closeSync()
          openAhead()
        })
      },
    }
  } catch (error) {
    instance.closeSync()
    throw error
  }
}

// Opening an engine takes some 10 ms, most of it for its catalog of functions. So one is opened ahead when a run has ended. It
// holds no file, and nothing of a run.
let spare: Promise<DuckDBInstance> | null = null

function takeInstance(): Promise<DuckDBInstance> {
  const instance = spare ?? createInstance()
  spare = null
  return instance
}

function openAhead(): void {
  spare ??= createInstance()
  // Whoever takes it meets the failure; nobody does when the process ends first.
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
    // The only form in which errors tell their place in the text.
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

/** The name of a database file in SQL: as DuckDB itself would call it, which is the file's name without its ending. */
export function catalogName(path: string): string {
  const stem = basename(path, extname(path)) || 'database'
  return RESERVED_CATALOGS.has(stem.toLowerCase()) ? `${stem}_db` : stem
}
