import { basename } from 'node:path'
import { constants, DatabaseSync } from 'node:sqlite'
import { QueryError } from '../runner.ts'
import { lockedMessage, mustBeReadable } from '../sql/database-file.ts'

/** Milliseconds to wait for a program that is writing. */
const LOCK_TIMEOUT = 5000
/** Bytes that the engine may take; sorts and groupings beyond its cache go to disk. */
const MEMORY_LIMIT = 1024 ** 3

/** A database that can only be read, and the error messages for what it refuses. */
export interface ReadOnlyDatabase {
  database: DatabaseSync
  /** Turns what the engine throws into an error message for the analyst; `text` is what was run. */
  failed(error: unknown, text: string): QueryError
  close(): void
}

/** How the driver reads values: integers exactly, rows as arrays. */
export const READING_OPTIONS = { allowExtension: false, readBigInts: true, returnArrays: true } as const

/**
 * Opens a database file for reading.
 * @throws QueryError
 */
export async function openReadOnly(path: string): Promise<ReadOnlyDatabase> {
  await mustBeReadable(path)
  try {
    return restrictToReading(new DatabaseSync(path, { ...READING_OPTIONS, readOnly: true, timeout: LOCK_TIMEOUT }), path)
  } catch (error) {
    throw error instanceof QueryError ? error : engineError(error, '', path)
  }
}

/**
 * Lets a database do nothing but read from now on. The engine asks before each thing that a statement would do, and is allowed to
 * read tables, call functions and look at the schema; whatever else there is, or will be, is refused.
 * @param path of its file, of which error messages show the last part
 * @param onRead is told each column that a statement reads when it is prepared, but for those that only join tables (USING, NATURAL)
 * @throws QueryError when its file is no database
 */
export function restrictToReading(
  database: DatabaseSync,
  path: string,
  onRead?: (table: string, column: string) => void,
): ReadOnlyDatabase {
  let refused: string | null = null
  const failed = (error: unknown, text = '') => {
    const asked = refused
    refused = null
    if (error instanceof QueryError) return error
    if (asked === null) return engineError(error, text, path)
    return new QueryError(`This data source is only read, and the query asks for ${asked}.`, { cause: error })
  }
  try {
    database.exec(`PRAGMA hard_heap_limit = ${MEMORY_LIMIT}; PRAGMA trusted_schema = OFF`)
    database.setAuthorizer((action, first, second) => {
      if (action === constants.SQLITE_READ) onRead?.(first ?? '', second ?? '')
      const asked = refusal(action, first, second)
      if (asked === null) return constants.SQLITE_OK
      refused ??= asked
      return constants.SQLITE_DENY
    })
    // Opening reads nothing yet: this does, and so meets a file that is no database.
    database.prepare('SELECT 1 FROM sqlite_schema LIMIT 1').get()
    return { database, failed, close: () => database.close() }
  } catch (error) {
    throw failed(error)
  }
}

/** PRAGMAs that only tell something. */
const INFO_PRAGMAS =
  words(`application_id collation_list compile_options encoding freelist_count function_list module_list page_count
  page_size pragma_list schema_version user_version`)
/** The same, of the table or index that they name. */
const INFO_PRAGMAS_WITH_ARGUMENT =
  words(`foreign_key_check foreign_key_list index_info index_list index_xinfo integrity_check quick_check
  table_info table_list table_xinfo`)

/** Functions that reach out of the database. */
const EXTERNAL_FUNCTIONS = words('edit fts3_tokenizer load_extension readfile writefile')

const actionNames = new Map(
  Object.entries(constants)
    .filter(([name]) =>
      /^SQLITE_(ALTER|ANALYZE|ATTACH|CREATE|DELETE|DETACH|DROP|INSERT|REINDEX|SAVEPOINT|TRANSACTION|UPDATE)/.test(name),
    )
    .map(([name, action]) => [action, name.replace('SQLITE_', '').replaceAll('_', ' ')]),
)

function words(text: string): ReadonlySet<string> {
  return new Set(text.split(/\s+/))
}

/** What the engine would do that it may not; null when it may. */
function refusal(action: number, first: string | null, second: string | null): string | null {
  switch (action) {
    case constants.SQLITE_SELECT:
    case constants.SQLITE_READ:
    case constants.SQLITE_RECURSIVE:
      return null
    case constants.SQLITE_FUNCTION:
      return EXTERNAL_FUNCTIONS.has(second?.toLowerCase() ?? '') ? `the function ${second}` : null
    case constants.SQLITE_PRAGMA: {
      const name = first?.toLowerCase() ?? ''
      const tells = INFO_PRAGMAS_WITH_ARGUMENT.has(name) || (INFO_PRAGMAS.has(name) && second === null)
      return tells ? null : `PRAGMA ${name}`
    }
    default:
      return actionNames.get(action) ?? 'something else'
  }
}

/** Result codes of https://sqlite.org/rescode.html that get a sentence of ours. */
const SQLITE_BUSY = 5
const SQLITE_NOMEM = 7
const SQLITE_NOTADB = 26

function engineError(error: unknown, text: string, path: string): QueryError {
  const shown = basename(path)
  const message = error instanceof Error ? error.message.replaceAll(path, shown) : String(error)
  const code = error instanceof Error && 'errcode' in error ? error.errcode : null
  if (code === SQLITE_BUSY) return new QueryError(lockedMessage(path), { cause: error })
  if (code === SQLITE_NOTADB) return new QueryError(`"${shown}" is not a SQLite database.`, { cause: error })
  if (code === SQLITE_NOMEM) return new QueryError('The query needs more memory than it may take (1 GiB).', { cause: error })
  return new QueryError(message, { cause: error, position: positionOf(message, text) })
}

/** The driver tells no place. The word that the message names is one when the text has it just once. */
function positionOf(message: string, text: string): number | null {
  const word =
    /^near "(.+)": syntax error$/.exec(message)?.[1] ?? /^(?:no such|ambiguous) .*: (?:\w+\.)*(\w+)$/.exec(message)?.[1]
  if (!word) return null
  const first = text.indexOf(word)
  return first >= 0 && text.indexOf(word, first + 1) < 0 ? first + 1 : null
}
