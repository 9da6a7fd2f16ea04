import { basename } from 'node:path'
import { constants, DatabaseSync } from 'node:sqlite'
import { QueryError } from '../runner.ts'
import { lockedMessage, mustBeReadable } from '../sql/database-file.ts'

/** Milliseconds to wait for another program that is writing. */
const LOCK_TIMEOUT = 5000
/** Bytes of memory that the engine may use; larger sorts and groupings go to disk. */
const MEMORY_LIMIT = 1024 ** 3

/** A database that can only be read, with the conversion of its errors. */
export interface ReadOnlyDatabase {
  database: DatabaseSync
  /** Converts an error of the engine for the analyst; `text` is the query text. */
  toQueryError(error: unknown, text: string): QueryError
  close(): void
}

/** Driver options: integers as bigints, rows as arrays. */
export const READING_OPTIONS = { allowExtension: false, readBigInts: true, returnArrays: true } as const

/** Opens a database file read-only. @throws QueryError */
export async function openReadOnly(path: string): Promise<ReadOnlyDatabase> {
  await mustBeReadable(path)
  try {
    return restrictToReading(new DatabaseSync(path, { ...READING_OPTIONS, readOnly: true, timeout: LOCK_TIMEOUT }), path)
  } catch (error) {
    throw error instanceof QueryError ? error : engineError(error, '', path)
  }
}

/**
 * Restricts a database to reading. SQLite's authorizer is called for each action of a statement; it allows reading tables,
 * calling functions and inspecting the schema, and denies everything else.
 * @param path of its file; error messages show the last part
 * @param onRead called for each column that a statement reads when it is prepared, except columns that only join tables (USING,
 * NATURAL)
 * @throws QueryError if the file is not a database
 */
export function restrictToReading(
  database: DatabaseSync,
  path: string,
  onRead?: (table: string, column: string) => void,
): ReadOnlyDatabase {
  let denied: string | null = null
  const toQueryError = (error: unknown, text = '') => {
    const denial = denied
    denied = null
    if (error instanceof QueryError) return error
    if (denial === null) return engineError(error, text, path)
    return new QueryError(`This data source is only read, and the query asks for ${denial}.`, { cause: error })
  }
  try {
    database.exec(`PRAGMA hard_heap_limit = ${MEMORY_LIMIT}; PRAGMA trusted_schema = OFF`)
    database.setAuthorizer((action, first, second) => {
      if (action === constants.SQLITE_READ) onRead?.(first ?? '', second ?? '')
      const denial = denialOf(action, first, second)
      if (denial === null) return constants.SQLITE_OK
      denied ??= denial
      return constants.SQLITE_DENY
    })
    // Opening reads nothing yet. This read detects files that are not databases.
    database.prepare('SELECT 1 FROM sqlite_schema LIMIT 1').get()
    return { database, toQueryError, close: () => database.close() }
  } catch (error) {
    throw toQueryError(error)
  }
}

/** PRAGMAs that return information and change nothing. */
const INFO_PRAGMAS =
  wordSet(`application_id collation_list compile_options encoding freelist_count function_list module_list page_count
  page_size pragma_list schema_version user_version`)
/** PRAGMAs that return information on the table or index given as argument. */
const INFO_PRAGMAS_WITH_ARGUMENT =
  wordSet(`foreign_key_check foreign_key_list index_info index_list index_xinfo integrity_check quick_check
  table_info table_list table_xinfo`)

/** Functions that reach outside the database. */
const EXTERNAL_FUNCTIONS = wordSet('edit fts3_tokenizer load_extension readfile writefile')

const actionNames = new Map(
  Object.entries(constants)
    .filter(([name]) =>
      /^SQLITE_(ALTER|ANALYZE|ATTACH|CREATE|DELETE|DETACH|DROP|INSERT|REINDEX|SAVEPOINT|TRANSACTION|UPDATE)/.test(name),
    )
    .map(([name, action]) => [action, name.replace('SQLITE_', '').replaceAll('_', ' ')]),
)

function wordSet(text: string): ReadonlySet<string> {
  return new Set(text.split(/\s+/))
}

/** Describes an action that is not allowed; null if it is allowed. */
function denialOf(action: number, first: string | null, second: string | null): string | null {
  switch (action) {
    case constants.SQLITE_SELECT:
    case constants.SQLITE_READ:
    case constants.SQLITE_RECURSIVE:
      return null
    case constants.SQLITE_FUNCTION:
      return EXTERNAL_FUNCTIONS.has(second?.toLowerCase() ?? '') ? `the function ${second}` : null
    case constants.SQLITE_PRAGMA: {
      const name = first?.toLowerCase() ?? ''
      const isInfo = INFO_PRAGMAS_WITH_ARGUMENT.has(name) || (INFO_PRAGMAS.has(name) && second === null)
      return isInfo ? null : `PRAGMA ${name}`
    }
    default:
      return actionNames.get(action) ?? 'something else'
  }
}

/** Result codes (https://sqlite.org/rescode.html) with error messages of our own. */
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

/** The driver reports no position. If the word named in the message occurs exactly once in the text, it is there. */
function positionOf(message: string, text: string): number | null {
  const word =
    /^near "(.+)": syntax error$/.exec(message)?.[1] ?? /^(?:no such|ambiguous) .*: (?:\w+\.)*(\w+)$/.exec(message)?.[1]
  if (!word) return null
  const first = text.indexOf(word)
  return first >= 0 && text.indexOf(word, first + 1) < 0 ? first + 1 : null
}
