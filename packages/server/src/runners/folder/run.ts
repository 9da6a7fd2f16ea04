import { mkdtemp } from 'node:fs/promises'
import { join } from 'node:path'
import { type DuckDBConnection, quotedIdentifier } from '@duckdb/node-api'
import type { Batch } from '../../platform/results/batch.ts'
import { runSandboxed } from '../embedded-duckdb/run.ts'
import { tableNamesIn } from '../embedded-duckdb/tables.ts'
import { asUtf8, decompress } from '../file-tables/decoding.ts'
import { exactReadCall } from '../file-tables/exact-types.ts'
import { importError } from '../file-tables/file-table.ts'
import { defaultLayout } from '../file-tables/xlsx/sheet.ts'
import { sheetsOf } from '../file-tables/xlsx/workbook.ts'
import { CANCELLED, QueryError, type RunContext, type RunnerResult, type SourceContext } from '../runner.ts'
import { bucketFiles } from './bucket.ts'
import { type Catalogue, catalogueOf, type FolderTable, reaches, replaceDots } from './catalogue.ts'
import { type FileStore, localFiles, unreadableFolder } from './file-store.ts'
import { createPartitionFolder, readCall } from './formats.ts'
import { bucketOf, type FolderOptions } from './options.ts'

/** Runs a query in an engine that can read the files of the tables it names, and no others. */
export async function run(text: string, context: RunContext<FolderOptions>): Promise<RunnerResult> {
  const { signal, tempDir, timeZone, bindsTexts } = context
  const store = openStore(context, context.tempDir)
  const sources = await prepareSources(text, store, context).catch((error) => {
    throw signal.aborted ? new QueryError(CANCELLED, { cause: error }) : error
  })
  const result = await runSandboxed(text, {
    attachments: [],
    prepare: (connection) => createViews(connection, sources),
    readable: sources.flatMap(({ paths }) => paths),
    signal,
    tempDir,
    timeZone,
    bindsTexts,
  })
  return { ...result, batches: checkedBatches(result.batches, store) }
}

/** The rows of a result, and an error in place of their end if a file was cut meanwhile. */
async function* checkedBatches(batches: RunnerResult['batches'], store: FileStore): AsyncGenerator<Batch, void, undefined> {
  try {
    yield* batches
  } catch (error) {
    await store.checkLengths()
    throw error
  }
  await store.checkLengths()
}

async function prepareSources(text: string, store: FileStore, context: RunContext<FolderOptions>): Promise<TableSource[]> {
  const names = await tableNamesIn(text)
  const { files: listed, closed } = await store.list()
  const needed = closed.find((folder) => names.some((name) => reaches(name, folder)))
  if (needed !== undefined) throw unreadableFolder(needed)
  const tables = namedTables(catalogueOf(listed), names)
  const files = new Map(tables.flatMap((table) => table.files.map((file) => [file.path, file] as const)))
  const places = await store.fetchAll([...files.values()])
  const sources: TableSource[] = []
  for (const table of tables) {
    context.signal.throwIfAborted()
    sources.push(await prepareSource(table, places, context.tempDir))
  }
  return sources
}

/** The tables with these names, each under the name used in the query. */
function namedTables(catalogue: Catalogue, names: readonly string[]): FolderTable[] {
  const distinct = new Map(names.map((name) => [name.toLowerCase(), name]))
  return [...distinct.values()].flatMap((name) => {
    const table = catalogue.find(name)
    return table ? [{ ...table, name }] : []
  })
}

/** Opens the file store of a source. @param tempDir folder for objects downloaded from a bucket */
export function openStore({ config, signal, sourceFolders = [] }: SourceContext<FolderOptions>, tempDir: string): FileStore {
  const place = bucketOf(config)
  return place ? bucketFiles(place, config, { signal, tempDir }) : localFiles(config.path, sourceFolders, signal)
}

/** Resolves if the folder or the bucket can be read. */
export async function testConnection(context: SourceContext<FolderOptions>): Promise<void> {
  await openStore(context, '').list()
}

/** A table as the engine reads it. */
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
async function prepareSource(
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
