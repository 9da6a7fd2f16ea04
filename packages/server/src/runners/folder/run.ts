import { runShutIn } from '../embedded-duckdb/run.ts'
import { tableNamesIn } from '../embedded-duckdb/table-names.ts'
import { CANCELLED, QueryError, type RunContext, type RunnerResult } from '../runner.ts'
import { type Catalogue, catalogueOf, type FolderTable } from './catalogue.ts'
import type { FolderOptions } from './options.ts'
import { makeViews, sourceOf, type TableSource } from './sources.ts'
import { storeOf } from './store.ts'

/** Runs a text in an engine that sees the files of the tables it names, and no others. */
export async function run(text: string, context: RunContext<FolderOptions>): Promise<RunnerResult> {
  const { signal, tempDir } = context
  const sources = await sourcesFor(text, context).catch((error) => {
    throw signal.aborted ? new QueryError(CANCELLED, { cause: error }) : error
  })
  return runShutIn(text, {
    attachments: [],
    prepare: (connection) => makeViews(connection, sources),
    readable: sources.flatMap(({ paths }) => paths),
    signal,
    tempDir,
  })
}

async function sourcesFor(text: string, context: RunContext<FolderOptions>): Promise<TableSource[]> {
  const store = storeOf(context, context.tempDir)
  const tables = namedTables(catalogueOf(await store.list()), await tableNamesIn(text))
  const files = new Map(tables.flatMap((table) => table.files.map((file) => [file.path, file] as const)))
  const places = await store.whole([...files.values()])
  const sources: TableSource[] = []
  for (const table of tables) {
    context.signal.throwIfAborted()
    sources.push(await sourceOf(table, places, context.tempDir))
  }
  return sources
}

/** The tables of these names, each by the name that the text has for it. */
function namedTables(catalogue: Catalogue, names: readonly string[]): FolderTable[] {
  const distinct = new Map(names.map((name) => [name.toLowerCase(), name]))
  return [...distinct.values()].flatMap((name) => {
    const table = catalogue.find(name)
    return table ? [{ ...table, name }] : []
  })
}
