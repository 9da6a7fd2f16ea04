import { defineRunner } from '../runner.ts'
import { FolderOptions } from './options.ts'

/**
 * Files that lie in a folder of the server, or in a bucket of S3 and what speaks like it: each a table of DuckDB. Only the files
 * of the tables that a text names can be reached from it.
 */
export default defineRunner({
  type: 'folder',
  name: 'Files in a folder or S3 bucket',
  syntax: 'sql',
  dialect: 'duckdb',
  language: 'postgresql',
  guide: 'folder',
  moduleUrl: import.meta.url,
  config: FolderOptions,
  embedded: true,
  run: async (text, context) => (await import('./run.ts')).run(text, context),
  testConnection: async (context) => (await import('./store.ts')).testConnection(context),
  getSchema: async (context) => (await import('./schema.ts')).readSchema(context),
})
