import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import { afterAll, beforeAll } from 'vitest'
import { duckdbFacts, refusedFiles } from '../conformance/embedded.ts'
import { describeConformance } from '../conformance.ts'
import duckdb from './index.ts'

let folder = ''
let dbpath = ''

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sightline-duckdb-conformance-'))
  dbpath = join(folder, 'shop.duckdb')
  await inDatabase('CREATE TABLE orders (total DECIMAL(10,2), id INTEGER)')
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function inDatabase(statements: string): Promise<void> {
  const instance = await DuckDBInstance.create(dbpath)
  const connection = await instance.connect()
  await connection.run(statements)
  connection.closeSync()
  instance.closeSync()
}

describeConformance(duckdb, {
  ...duckdbFacts,
  options: () => ({ dbpath }),
  refused: refusedFiles(() => ({
    options: { dbpath: join(folder, 'nowhere.duckdb') },
    message: /^There is no database file "nowhere\.duckdb"\.$/,
  })),
  failing: { text: 'SELECT colour FROM orders', message: /Referenced column "colour" not found/, at: 'colour' },
  writing: { text: 'DELETE FROM orders', message: /read/i },
  schema: {
    tables: { orders: ['total', 'id'] },
    create: (names) => inDatabase(`BEGIN; ${names.map((name) => `CREATE TABLE ${name} (id INTEGER)`).join(';')}; COMMIT`),
  },
})
