import { runSandboxed } from '../embedded-duckdb/run.ts'
import { tableNamesIn } from '../embedded-duckdb/tables.ts'
import { CANCELLED, QueryError, type RunContext, type RunnerResult, type SourceContext } from '../runner.ts'
import { bucketFiles } from './bucket.ts'
import { type Catalogue, catalogueOf, type FolderTable } from './catalogue.ts'
import type { FileStore } from './file-store.ts'
import { localFiles } from './local.ts'
import { bucketOf, type FolderOptions } from './options.ts'
import { createViews, prepareSource, type TableSource } from './sources.ts'

/** Runs a query in an engine that can read the files of the tables it names, and no others. */
export async function run(text: string, context: RunContext<FolderOptions>): Promise<RunnerResult> {
  const { signal, tempDir } = context
  const sources = await prepareSources(text, context).catch((error) => {
    throw signal.aborted ? new QueryError(CANCELLED, { cause: error }) : error
  })
  return runSandboxed(text, {
    attachments: [],
    prepare: (connection) => createViews(connection, sources),
    readable: sources.flatMap(({ paths }) => paths),
    signal,
    tempDir,
  })
}

async function prepareSources(text: string, context: RunContext<FolderOptions>): Promise<TableSource[]> {
  const store = openStore(context, context.tempDir)
  const tables = namedTables(catalogueOf(await store.list()), await tableNamesIn(text))
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
