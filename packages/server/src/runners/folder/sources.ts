import { mkdtemp } from 'node:fs/promises'
import { join } from 'node:path'
import { type DuckDBConnection, quotedIdentifier } from '@duckdb/node-api'
import { asUtf8, decompress } from '../file-tables/decoding.ts'
import { importError } from '../file-tables/file-table.ts'
import { exactReadCall } from '../file-tables/wide-integers.ts'
import { defaultLayout } from '../file-tables/xlsx/sheet.ts'
import { sheetsOf } from '../file-tables/xlsx/workbook.ts'
import { QueryError } from '../runner.ts'
import { type FolderTable, replaceDots } from './catalogue.ts'
import { createPartitionFolder, readCall } from './formats.ts'

/** What the engine reads a table from. */
export interface TableSource {
  /** The name used in the query. */
  name: string
  /** A table function call. */
  sql: string
  /** The files it reads. */
  paths: readonly string[]
  /** Whether all rows are sampled for column types. Then integers beyond 64 bits are recognized, too. */
  isFullyScanned: boolean
}

/**
 * Up to this many bytes all rows are sampled for column types, and text may have any encoding. Larger files: the first rows,
 * UTF-8 only.
 */
const MAX_SCANNED_BYTES = 128 * 1024 ** 2
const FIRST_ROWS = 100_000

/**
 * Makes the files of a table readable for the engine: sheets, compressed files and text that is not UTF-8 are converted; all
 * others are read in place.
 * @param places local paths by `path`
 * @param tempDir folder for converted copies
 * @throws QueryError naming the table
 */
export async function prepareSource(
  { name, format, files, sheet }: FolderTable,
  places: ReadonlyMap<string, string>,
  tempDir: string,
): Promise<TableSource> {
  const paths = files.map(({ path }) => places.get(path) ?? path)
  const [first = ''] = paths
  try {
    if (format === 'excel') {
      const choice = sheet === null ? null : { sheet, alias: replaceDots, layout: defaultLayout }
      const [found] = await sheetsOf(first, await mkdtemp(join(tempDir, 'sheets-')), choice)
      if (!found) throw new QueryError('The sheet has no rows.')
      return { name, sql: found.sql, paths: [found.path], isFullyScanned: false }
    }
    const isFullyScanned = format !== 'parquet' && files.reduce((sum, { bytes }) => sum + bytes, 0) <= MAX_SCANNED_BYTES
    const isText = isFullyScanned && (format === 'csv' || format === 'tsv')
    const readable = await Promise.all(paths.map((path) => readableCopy(path, isText, tempDir)))
    const sql = readCall(format, readable, isFullyScanned ? -1 : FIRST_ROWS)
    return { name, sql, paths: readable, isFullyScanned: isText }
  } catch (error) {
    throw tableError(name, error, paths)
  }
}

/**
 * The file itself if the engine can read it, else a copy.
 * @param isText whether to detect its encoding
 */
async function readableCopy(path: string, isText: boolean, tempDir: string): Promise<string> {
  const isGzipped = /\.gz$/i.test(path)
  if (!isGzipped && !isText) return path
  const folder = await createPartitionFolder(path, await mkdtemp(join(tempDir, 'copy-')))
  const plain = isGzipped ? await decompress(path, join(folder, 'unpacked')) : path
  return isText ? asUtf8(plain, folder) : plain
}

/** Creates a view for each source. @throws QueryError naming the table that cannot be read */
export async function createViews(connection: DuckDBConnection, sources: readonly TableSource[]): Promise<void> {
  for (const { name, sql, paths, isFullyScanned } of sources) {
    try {
      const exact = isFullyScanned ? await exactReadCall(connection, sql) : sql
      await connection.run(`CREATE VIEW memory.main.${quotedIdentifier(name)} AS SELECT * FROM ${exact}`)
    } catch (error) {
      throw tableError(name, error, paths)
    }
  }
}

function tableError(name: string, error: unknown, paths: readonly string[]): QueryError {
  const { message } = error instanceof QueryError ? error : importError(error, { paths, fileName: name })
  return new QueryError(`The table "${name}" cannot be read: ${message}`, { cause: error })
}
