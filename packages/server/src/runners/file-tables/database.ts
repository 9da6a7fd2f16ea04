import { rm } from 'node:fs/promises'
import { type DuckDBConnection, DuckDBInstance, quotedIdentifier, quotedString } from '@duckdb/node-api'
import type { Upload } from '@sightline/contract/data-sources.ts'
import { distinctNames } from '@sightline/domain/names.ts'
import { z } from 'zod'
import { readSchema } from '../embedded-duckdb/tables.ts'
import { CANCELLED, QueryError } from '../runner.ts'
import { restoreExactTypes } from './exact-types.ts'
import { type FileTable, importError } from './file-table.ts'
import { tableName } from './table-names.ts'

const MEMORY_LIMIT = '1GiB'
const TEMP_LIMIT = '4GiB'

export interface ImportTarget {
  /** The file's name in error messages. */
  name: string
  /** The database file to create. */
  targetPath: string
  /** A temporary folder of this import only. */
  tempDir: string
  signal: AbortSignal
}

/**
 * Creates a database file with these tables. The engine can only access the files with the rows and the new database. On
 * failure no database file remains.
 * @throws QueryError saying in one sentence what is wrong with the rows
 */
export async function createDatabase(found: readonly FileTable[], target: ImportTarget): Promise<Upload['tables']> {
  if (target.signal.aborted) throw new QueryError(CANCELLED)
  try {
    return await fillDatabase(found, target)
  } catch (error) {
    await rm(target.targetPath, { force: true })
    throw target.signal.aborted ? new QueryError(CANCELLED, { cause: error }) : error
  }
}

async function fillDatabase(
  found: readonly FileTable[],
  { name, targetPath, tempDir, signal }: ImportTarget,
): Promise<Upload['tables']> {
  const instance = await DuckDBInstance.create(targetPath, {
    memory_limit: MEMORY_LIMIT,
    temp_directory: tempDir,
    max_temp_directory_size: TEMP_LIMIT,
    autoinstall_known_extensions: 'false',
    autoload_known_extensions: 'false',
    errors_as_json: 'true',
  })
  try {
    const connection = await instance.connect()
    const reserved = await reservedWords(connection)
    await lockDown(connection, found)
    const names = distinctNames(found.map((table) => tableName(table.name, reserved)))
    const interrupt = () => connection.interrupt()
    signal.addEventListener('abort', interrupt, { once: true })
    try {
      for (const [index, table] of found.entries()) {
        await createTable(connection, quotedIdentifier(names[index] ?? table.name), table, name, signal)
      }
      await connection.run('CHECKPOINT')
      return await listTables(connection)
    } finally {
      signal.removeEventListener('abort', interrupt)
      connection.closeSync()
    }
  } finally {
    instance.closeSync()
  }
}

async function reservedWords(connection: DuckDBConnection): Promise<Set<string>> {
  const result = await connection.run(
    "SELECT keyword_name FROM duckdb_keywords() WHERE keyword_category IN ('reserved', 'type_function')",
  )
  return new Set(
    z
      .array(z.tuple([z.string()]))
      .parse(await result.getRowsJson())
      .flat(),
  )
}

async function lockDown(connection: DuckDBConnection, found: readonly FileTable[]): Promise<void> {
  const paths = found.map(({ path }) => quotedString(path)).join(', ')
  await connection.run(`SET allowed_paths = [${paths}]; SET enable_external_access = false; SET lock_configuration = true`)
}

/** Tries the readings in order until one works, and reports the failure of the last. */
async function createTable(
  connection: DuckDBConnection,
  table: string,
  { path, readCalls }: FileTable,
  fileName: string,
  signal: AbortSignal,
): Promise<void> {
  let failure: unknown
  for (const reading of readCalls) {
    try {
      await connection.run(`CREATE OR REPLACE TABLE ${table} AS SELECT * FROM ${reading.sql}`)
      if (reading.guessesNumbers) await restoreExactTypes(connection, table, reading.sql)
      return
    } catch (error) {
      if (signal.aborted) throw error
      failure = error
    }
  }
  throw importError(failure, { paths: [path], fileName })
}

/** The tables of the new database, as the response to an upload lists them. */
async function listTables(connection: DuckDBConnection): Promise<Upload['tables']> {
  const [[catalog] = []] = await (await connection.run('SELECT current_database()')).getRowsJson()
  const tables = await readSchema(connection, z.string().parse(catalog))
  return Promise.all(
    tables.map(async ({ name, columns }) => {
      const result = await connection.run(`SELECT count(*)::INTEGER FROM ${quotedIdentifier(name)}`)
      const [[rows] = []] = await result.getRowsJson()
      return { name, rows: z.number().parse(rows), columns }
    }),
  )
}
