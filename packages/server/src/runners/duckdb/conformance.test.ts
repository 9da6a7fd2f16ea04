import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import { afterAll, beforeAll } from 'vitest'
import { describeConformance, notApplicable } from '../conformance.ts'
import { NO_DATA } from '../runner.ts'
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

const file = 'a file has none'
const inProcess = 'it works in the process of the run, which is ended from outside'

describeConformance(duckdb, {
  options: () => ({ dbpath }),
  proxied: notApplicable(file),
  refused: {
    host: notApplicable(file),
    password: notApplicable(file),
    database: () => ({
      options: { dbpath: join(folder, 'nowhere.duckdb') },
      message: /^There is no database file "nowhere\.duckdb"\.$/,
    }),
  },
  columns: { text: `SELECT 1 AS b, 'x' AS a`, names: ['b', 'a'], rows: [[1, 'x']] },
  repeatedNames: { text: 'SELECT 1 AS id, 2 AS id, 3 AS id', names: ['id', 'id1', 'id2'] },
  noRows: { text: 'SELECT 1 AS id, 2 AS n WHERE false', names: ['id', 'n'] },
  noResultSet: { text: '-- nothing', message: NO_DATA },
  values: {
    nulls: { text: 'SELECT NULL::INTEGER, NULL::VARCHAR, NULL::TIMESTAMPTZ', rows: [[null, null, null]] },
    integers: {
      text: 'SELECT (-9223372036854775808)::BIGINT, 9223372036854775807::BIGINT, 18446744073709551615::UBIGINT',
      rows: [[-9223372036854775808n, 9223372036854775807n, '18446744073709551615']],
    },
    decimals: {
      text: `SELECT '-1234567890123456789012345678.0123456789'::DECIMAL(38,10), 0.5::DECIMAL(10,2)`,
      rows: [['-1234567890123456789012345678.0123456789', '0.50']],
      storage: ['decimal', 'decimal'],
    },
    floats: { text: 'SELECT 0.1::DOUBLE, -1.5e-300::DOUBLE', rows: [[0.1, -1.5e-300]] },
    booleans: { text: 'SELECT true, false', rows: [[true, false]], storage: ['boolean', 'boolean'] },
    texts: { text: `SELECT 'naïve 🐘 漢字', 'it''s "quoted"'`, rows: [['naïve 🐘 漢字', `it's "quoted"`]] },
    emptyTexts: { text: `SELECT '', NULL::VARCHAR`, rows: [['', null]] },
    dates: { text: `SELECT DATE '2024-02-29'`, rows: [['2024-02-29']], storage: ['date'] },
    wallClocks: {
      text: `SELECT TIMESTAMP '2024-03-31 01:59:59.123456'`,
      rows: [['2024-03-31T01:59:59.123456']],
      storage: ['timestamp'],
    },
    instants: {
      text: `SELECT TIMESTAMPTZ '2024-03-31 01:59:59.5+02'`,
      rows: [['2024-03-30T23:59:59.500']],
      storage: ['instant'],
    },
    binary: { text: `SELECT '\\x00\\xFF'::BLOB`, rows: [['00ff']] },
    nested: { text: `SELECT {'a': [1, NULL]}, ['x']`, rows: [['{"a":[1,null]}', '["x"]']], storage: ['json', 'json'] },
    strange: {
      text: `SELECT 'b'::ENUM('a', 'b'), 'A0EEBC99-9C0B-4EF8-BB6D-6BB9BD380A11'::UUID`,
      rows: [['b', 'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11']],
    },
  },
  many: { text: 'SELECT i FROM range(1, 5001) t(i)', count: 5000 },
  slow: notApplicable(inProcess),
  endless: notApplicable(inProcess),
  isWorkingOn: notApplicable(inProcess),
  failing: { text: 'SELECT colour FROM orders', message: /Referenced column "colour" not found/, at: 'colour' },
  failingMidway: notApplicable('rows are computed ahead of the first batch'),
  severalStatements: { text: 'SELECT 1; SELECT 7', rows: [[7]] },
  writing: { text: 'DELETE FROM orders', message: /read/i },
  schema: {
    tables: { orders: ['total', 'id'] },
    create: (names) => inDatabase(`BEGIN; ${names.map((name) => `CREATE TABLE ${name} (id INTEGER)`).join(';')}; COMMIT`),
  },
  stoppable: false,
})
