import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import { afterAll, beforeAll } from 'vitest'
import duckdb from '../runners/duckdb/index.ts'
import { never } from './never.ts'
import { type ReadValue, rowsOf } from './rows-of.ts'

/** Folders of a test file: databases, the shop database, and temporary files of runs. */
export const folders = { folder: '', shop: '', tempDir: '' }

/** Creates the shop database before the tests of a file, and removes everything afterwards. */
export function useShopDatabase(): void {
  beforeAll(async () => {
    folders.folder = mkdtempSync(join(tmpdir(), 'sightline-duckdb-'))
    folders.tempDir = mkdtempSync(join(tmpdir(), 'sightline-duckdb-run-'))
    folders.shop = join(folders.folder, 'shop.duckdb')
    await inDatabase(folders.shop, [
      "CREATE TABLE orders AS SELECT i::INTEGER AS id, 'customer ' || i AS customer, (i * 1.25)::DECIMAL(10,2) AS total FROM range(5) t(i)",
      'CREATE VIEW big_orders AS SELECT * FROM orders WHERE total > 2',
      'CREATE SCHEMA audit',
      'CREATE TABLE audit.log (logged_at TIMESTAMP, words VARCHAR[])',
    ])
  })
  afterAll(() => {
    rmSync(folders.folder, { recursive: true, force: true })
    rmSync(folders.tempDir, { recursive: true, force: true })
  })
}

export async function inDatabase(path: string, statements: string[]): Promise<void> {
  const instance = await DuckDBInstance.create(path)
  const connection = await instance.connect()
  for (const statement of statements) await connection.run(statement)
  connection.closeSync()
  instance.closeSync()
}

export const optionsOf = (dbpath: string, extensions?: string) => duckdb.config.parse({ dbpath, extensions })
export const run = (text: string, dbpath = folders.shop, signal = never) =>
  duckdb.run(text, { config: optionsOf(dbpath), signal, tempDir: folders.tempDir })
export const ask = async (text: string, dbpath = folders.shop): Promise<ReadValue[][]> => rowsOf(await run(text, dbpath))
export const refusal = (text: string, dbpath = folders.shop): Promise<string> =>
  ask(text, dbpath).then(
    (rows) => `It ran and answered ${rows.length} rows.`,
    (error: Error) => (error.name === 'QueryError' ? error.message : `Not for the analyst: ${error.message}`),
  )
