import type { DuckDBConnection } from '@duckdb/node-api'
import type { SchemaTable } from '@sightline/contract/data-sources.ts'
import { distinctNames } from '@sightline/domain/names.ts'
import { z } from 'zod'
import type { Attachment } from '../embedded-duckdb/engine.ts'
import { defineRunner, QueryError } from '../runner.ts'

const config = z.object({
  files: z
    .array(
      z.looseObject({
        upload: z.uuid(),
        name: z.string().max(255),
        /** Path of the imported file; set only at run time. */
        path: z.string().optional(),
      }),
    )
    .min(1)
    .max(100)
    .meta({ title: 'Files', format: 'uploads' }),
})

/**
 * Uploaded files, queried as tables by DuckDB. `import.ts` made a database of each file; a run attaches those of its source
 * read-only and creates one view per table.
 */
export default defineRunner({
  type: 'files',
  name: 'Uploaded files',
  gallery: {
    category: 'file',
    aliases: ['csv', 'tsv', 'excel', 'xlsx', 'parquet', 'json', 'spreadsheet', 'upload'],
    isPopular: true,
  },
  syntax: 'sql',
  dialect: 'duckdb',
  language: 'postgresql',
  textPassing: 'parameters_outside_lists',
  exploreDialect: 'duckdb',
  guide: 'files',
  moduleUrl: import.meta.url,
  config,
  hasUploads: true,
  embedded: true,
  followsOrganizationZone: true,
  async run(text, { config, signal, tempDir, timeZone, bindsTexts }) {
    const { runSandboxed } = await import('../embedded-duckdb/run.ts')
    const uploads = attachments(config)
    const prepare = async (connection: DuckDBConnection) => {
      await createViews(connection, await tablesOf(connection, uploads))
    }
    return runSandboxed(text, { attachments: uploads, prepare, signal, tempDir, timeZone, bindsTexts })
  },
  async testConnection({ config }) {
    await withUploads(config, tablesOf)
  },
  async getSchema({ config }) {
    const tables = await withUploads(config, tablesOf)
    return tables.map(({ view, table }) => ({ ...table, name: view })).sort((one, other) => (one.name < other.name ? -1 : 1))
  },
})

/** A table of an upload, and its name in this source. */
interface UploadTable {
  view: string
  catalog: string
  table: SchemaTable
}

function attachments({ files }: z.output<typeof config>): Attachment[] {
  return files.map(({ path, name }, index) => {
    if (path === undefined) throw new QueryError(`The uploaded file "${name}" is no longer there.`)
    return { path, name: `upload_${index + 1}` }
  })
}

async function withUploads<T>(
  options: z.output<typeof config>,
  use: (connection: DuckDBConnection, uploads: readonly Attachment[]) => Promise<T>,
): Promise<T> {
  const { openSandbox } = await import('../embedded-duckdb/engine.ts')
  const uploads = attachments(options)
  const engine = await openSandbox(uploads, null, { prepare: async () => {} })
  try {
    return await use(engine.connection, uploads)
  } finally {
    engine.close()
  }
}

async function tablesOf(connection: DuckDBConnection, uploads: readonly Attachment[]): Promise<UploadTable[]> {
  const { readSchema } = await import('../embedded-duckdb/tables.ts')
  const tables: Omit<UploadTable, 'view'>[] = []
  for (const { name } of uploads) {
    for (const table of await readSchema(connection, name)) tables.push({ catalog: name, table })
  }
  const views = distinctNames(tables.map(({ table }) => table.name))
  return tables.map((table, index) => ({ ...table, view: views[index] ?? table.table.name }))
}

async function createViews(connection: DuckDBConnection, tables: readonly UploadTable[]): Promise<void> {
  const { quotedIdentifier } = await import('@duckdb/node-api')
  for (const { view, catalog, table } of tables) {
    const source = `${quotedIdentifier(catalog)}.main.${quotedIdentifier(table.name)}`
    await connection.run(`CREATE VIEW memory.main.${quotedIdentifier(view)} AS SELECT * FROM ${source}`)
  }
}
