import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { DuckDBConnection } from '@duckdb/node-api'
import type { SchemaTable } from '@sightline/contract/data-sources.ts'
import { z } from 'zod'
import { openSandbox } from '../embedded-duckdb/engine.ts'
import { sheetsOf } from '../file-tables/xlsx/workbook.ts'
import { CANCELLED, QueryError, type SourceContext } from '../runner.ts'
import { catalogueOf, type FolderTable, replaceDots } from './catalogue.ts'
import type { FileStore } from './file-store.ts'
import { type Format, readCall } from './formats.ts'
import type { FolderOptions } from './options.ts'
import { openStore } from './run.ts'

type Columns = SchemaTable['columns']

/** Files to sample at a time. */
const CONCURRENCY = 16
/** Rows of a text file to sample for column types. */
const FIRST_ROWS = 20_000

/** Lists every file as a table, and also sheets of workbooks and folders. A file that cannot be read has no columns. */
export async function readSchema(context: SourceContext<FolderOptions>): Promise<SchemaTable[]> {
  const tempDir = await mkdtemp(join(tmpdir(), 'sightline-folder-'))
  try {
    const store = openStore(context, tempDir)
    const { tables, folders } = catalogueOf((await store.list()).files)
    const described: SchemaTable[] = []
    const engine = await openSandbox([], null, {
      prepare: async (connection) => {
        for (let start = 0; start < tables.length; start += CONCURRENCY) {
          if (context.signal.aborted) throw new QueryError(CANCELLED)
          const some = tables.slice(start, start + CONCURRENCY)
          described.push(...(await describeAll(some, await samplesOf(some, store, context.signal), connection, tempDir)))
        }
      },
    })
    engine.close()
    const columns = new Map(described.map((table) => [table.name, table.columns]))
    const columnsAt = new Map(tables.flatMap(({ name, files }) => files.map(({ path }) => [path, columns.get(name) ?? []])))
    return [...described, ...folders.map((folder) => describeFolder(folder, columnsAt))].sort((one, other) =>
      one.name < other.name ? -1 : 1,
    )
  } finally {
    await rm(tempDir, { recursive: true, force: true })
  }
}

/** Fetches samples in parallel; null for files that cannot be read, which are still listed. */
function samplesOf(tables: readonly FolderTable[], store: FileStore, signal: AbortSignal): Promise<(string | null)[]> {
  return Promise.all(
    tables.map(async ({ files: [file] }) => {
      if (!file) return null
      return store.sample(file).catch((error) => {
        if (signal.aborted) throw error
        return null
      })
    }),
  )
}

/** Describes files one after the other. */
async function describeAll(
  tables: readonly FolderTable[],
  paths: readonly (string | null)[],
  connection: DuckDBConnection,
  tempDir: string,
): Promise<SchemaTable[]> {
  const described: SchemaTable[] = []
  for (const [at, { name, format }] of tables.entries()) {
    const path = paths[at]
    if (!path) described.push({ name, columns: [] })
    else if (format === 'excel') described.push(...(await describeSheets(name, path, connection, tempDir)))
    else described.push({ name, columns: await columnsOf(format, path, connection) })
  }
  return described
}

/** The first sheet has the name of the workbook; the others have their own name after it. */
async function describeSheets(
  name: string,
  path: string,
  connection: DuckDBConnection,
  tempDir: string,
): Promise<SchemaTable[]> {
  const sheets = await sheetsOf(path, await mkdtemp(join(tempDir, 'sheets-'))).catch(noColumns)
  if (sheets.length === 0) return [{ name, columns: [] }]
  const described: SchemaTable[] = []
  for (const [at, sheet] of sheets.entries())
    described.push({
      name: at === 0 ? name : `${name}/${replaceDots(sheet.name)}`,
      columns: await describe(sheet.sql, connection),
    })
  return described
}

const columnsOf = (format: Exclude<Format, 'excel'>, path: string, connection: DuckDBConnection): Promise<Columns> =>
  describe(readCall(format, [path], FIRST_ROWS), connection).catch(noColumns)

const Rows = z.array(z.looseObject({ column_name: z.string(), column_type: z.string() }))

async function describe(reading: string, connection: DuckDBConnection): Promise<Columns> {
  const result = await connection.run(`DESCRIBE SELECT * FROM ${reading}`)
  return Rows.parse(await result.getRowObjectsJson()).map(({ column_name: name, column_type: type }) => ({ name, type }))
}

/** Lists an unreadable file without columns; a run reports what is wrong with it. */
const noColumns = (): [] => []

/** Combines the columns of all files of a folder; a type is empty if the files differ. */
function describeFolder({ name, files }: FolderTable, columnsAt: ReadonlyMap<string, Columns>): SchemaTable {
  const types = new Map<string, string>()
  for (const column of files.flatMap(({ path }) => columnsAt.get(path) ?? [])) {
    const known = types.get(column.name)
    types.set(column.name, known === undefined || known === column.type ? column.type : '')
  }
  return { name, columns: [...types].map(([column, type]) => ({ name: column, type })) }
}
