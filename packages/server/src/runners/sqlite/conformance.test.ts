import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll } from 'vitest'
import { embeddedFacts, refusedFiles } from '../conformance/embedded.ts'
import { notApplicable } from '../conformance/setup.ts'
import { describeConformance } from '../conformance.ts'
import sqlite from './index.ts'

let folder = ''
let dbpath = ''

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'sightline-sqlite-conformance-'))
  dbpath = join(folder, 'shop.db')
  inDatabase(`CREATE TABLE orders (total REAL, id INTEGER PRIMARY KEY);
    CREATE TABLE numbers AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 5000) SELECT i FROM n`)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function inDatabase(statements: string): void {
  const database = new DatabaseSync(dbpath)
  database.exec(statements)
  database.close()
}

describeConformance(sqlite, {
  ...embeddedFacts,
  options: () => ({ dbpath }),
  refused: refusedFiles(() => ({
    options: { dbpath: join(folder, 'nowhere.db') },
    message: /^There is no database file "nowhere\.db"\.$/,
  })),
  columns: { text: `SELECT 1 AS b, 'x' AS a`, names: ['b', 'a'], rows: [[1n, 'x']] },
  values: {
    nulls: { text: 'SELECT NULL, NULL', rows: [[null, null]] },
    integers: {
      text: 'SELECT -9223372036854775807 - 1, 9223372036854775807, -5',
      rows: [[-9223372036854775808n, 9223372036854775807n, -5n]],
    },
    decimals: notApplicable('it has none'),
    floats: { text: 'SELECT 0.1, -1.5e-300', rows: [[0.1, -1.5e-300]] },
    booleans: notApplicable('they are numbers'),
    texts: { text: `SELECT 'naïve 🐘 漢字', 'it''s "quoted"'`, rows: [['naïve 🐘 漢字', `it's "quoted"`]] },
    emptyTexts: { text: `SELECT '', NULL`, rows: [['', null]] },
    dates: { text: `SELECT '2024-02-29'`, rows: [['2024-02-29']] },
    wallClocks: { text: `SELECT '2024-03-31 01:59:59.5'`, rows: [['2024-03-31 01:59:59.5']] },
    instants: notApplicable('times are strings'),
    binary: { text: `SELECT x'00ffDE', x''`, rows: [['00ffde', '']] },
    nested: { text: `SELECT json('{"a": [1, null]}')`, rows: [['{"a":[1,null]}']] },
    strange: { text: `SELECT column1 FROM (VALUES (1), ('two'), (x'03'))`, rows: [['1'], ['two'], ['03']] },
  },
  many: { text: 'SELECT i FROM numbers', count: 5000 },
  failing: { text: 'SELECT colour FROM orders', message: /^no such column: colour$/, at: 'colour' },
  failingMidway: notApplicable('all values are read once before the first batch'),
  severalStatements: { text: 'SELECT 1; SELECT 7', rows: [[7n]] },
  writing: { text: 'DELETE FROM orders', message: /^This data source is only read, and the query asks for DELETE\.$/ },
  schema: {
    tables: { orders: ['total', 'id'] },
    create: async (names) => inDatabase(`BEGIN; ${names.map((name) => `CREATE TABLE ${name} (id INTEGER)`).join(';')}; COMMIT`),
  },
})
