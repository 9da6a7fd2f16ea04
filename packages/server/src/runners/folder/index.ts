import { defineRunner } from '../runner.ts'
import { FolderOptions } from './options.ts'

/**
 * Files in a folder of the server, or in a bucket of S3 or a compatible store, as tables in DuckDB. A query can only read the
 * files of the tables it names.
 */
export default defineRunner({
  type: 'folder',
  name: 'Files in a folder or S3 bucket',
  gallery: { category: 'file', aliases: ['csv', 'parquet', 'json', 'excel', 's3', 'directory', 'data lake'] },
  syntax: 'sql',
  dialect: 'duckdb',
  language: 'postgresql',
  textPassing: 'parameters_outside_lists',
  exploreDialect: 'duckdb',
  guide: 'folder',
  moduleUrl: import.meta.url,
  config: FolderOptions,
  embedded: true,
  followsOrganizationZone: true,
  run: async (text, context) => (await import('./run.ts')).run(text, context),
  testConnection: async (context) => (await import('./run.ts')).testConnection(context),
  getSchema: async (context) => (await import('./schema.ts')).readSchema(context),
})
