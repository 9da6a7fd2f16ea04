import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { configurationSchema } from '../../platform/type-options.ts'
import { never } from '../../testing/never.ts'
import { type ReadValue, rowsOf } from '../../testing/rows-of.ts'
import { CANCELLED, NO_DATA } from '../runner.ts'
import sqlite from './index.ts'

let folder = ''
let shop = ''

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'sightline-sqlite-'))
  shop = join(folder, 'shop.db')
  const database = new DatabaseSync(shop)
  database.exec(`
    CREATE TABLE orders (id INTEGER PRIMARY KEY, customer TEXT, total REAL, placed_on DATE, payload BLOB);
    INSERT INTO orders VALUES (1, 'Ada', 1.5, '2024-02-29', x'00ff'), (9007199254740993, 'Bob', 2, '2024-03-01', NULL);
    CREATE VIEW big_orders AS SELECT id, total FROM orders WHERE total > 1;
    CREATE TABLE "odd name" ("a b" NUMERIC(10,2), generated TEXT AS (upper("a b")));
  `)
  database.close()
})

afterAll(() => rmSync(folder, { recursive: true, force: true }))

const run = (text: string, dbpath = shop, signal = never) =>
  sqlite.run(text, { config: sqlite.config.parse({ dbpath }), signal, tempDir: folder })
const ask = async (text: string, dbpath = shop): Promise<ReadValue[][]> => rowsOf(await run(text, dbpath))
const refusal = (text: string, dbpath = shop): Promise<string> =>
  ask(text, dbpath).then(
    (rows) => `It ran and answered ${rows.length} rows.`,
    (error: Error) => (error.name === 'QueryError' ? error.message : `Not for the analyst: ${error.message}`),
  )

describe('running a query on SQLite', () => {
  it('returns rows with exact 64-bit integers and bytes in hexadecimal', async () => {
    expect(await ask('SELECT id, customer, total, payload FROM orders ORDER BY id')).toEqual([
      [1n, 'Ada', 1.5, '00ff'],
      [9007199254740993n, 'Bob', 2, null],
    ])
  })

  it('returns columns even if there are no rows', async () => {
    const result = await run('SELECT id, customer AS who FROM orders WHERE 0')
    expect(result.columns.map(({ name }) => name)).toEqual(['id', 'who'])
    expect(await rowsOf(result)).toEqual([])
  })

  it('makes repeated column names unique', async () => {
    const { columns } = await run('SELECT 1 AS id, 2 AS id, 3 AS id')
    expect(columns.map(({ name }) => name)).toEqual(['id', 'id1', 'id2'])
  })

  it('returns the rows of the last of several statements', async () => {
    expect(await ask("SELECT ';'; SELECT 2; -- the end")).toEqual([[2n]])
  })

  it('fails if an earlier statement fails', async () => {
    expect(await refusal('SELECT abs(-9223372036854775807 - 1); SELECT 2')).toBe('integer overflow')
  })

  it.each(['', '  ;', '-- nothing'])('reports that there is no data for %j', async (text) => {
    expect(await refusal(text)).toBe(NO_DATA)
  })

  it.each([
    ['WITH x AS (SELECT 7 AS y) SELECT y FROM x', 7n],
    ['VALUES (7)', 7n],
    ["SELECT value FROM json_each('[7]')", 7n],
    ['WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n LIMIT 7) SELECT max(x) FROM n', 7n],
    ["PRAGMA table_info('orders')", 0n],
    ['PRAGMA user_version', 0n],
    ['EXPLAIN QUERY PLAN SELECT * FROM orders', 2n],
  ])('runs %s', async (text, first) => {
    expect((await ask(text))[0]?.[0]).toBe(first)
  })

  it('replaces bytes that are not UTF-8', async () => {
    expect(await ask("SELECT CAST(x'41ff42' AS TEXT), 'a' || char(0) || 'b'")).toEqual([['A\ufffdB', 'a\0b']])
  })
})

const numbers = (count: number) => `WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n LIMIT ${count})`

describe("the types of SQLite's columns", () => {
  it.each([
    ['integers', '1, 9007199254740993', 'integer', 'int64', [1n, 9007199254740993n]],
    ['numbers', '1, 2.5, NULL', 'float', 'double', [1, 2.5, null]],
    ['numbers too wide for a double', '9007199254740993, 2.5', 'float', 'number_text', ['9007199254740993', '2.5']],
    ['days', "'2024-02-29', NULL", 'date', 'text', ['2024-02-29', null]],
    ['times', "'2024-02-29', '2024-02-29 12:30'", 'datetime', 'text', ['2024-02-29', '2024-02-29 12:30']],
    ['texts', "'2024-02-29', 'leap day'", null, 'text', ['2024-02-29', 'leap day']],
    ['bytes', "x'00ff'", 'string', 'text', ['00ff']],
    ['all sorts', "1, 2.0, 'three', x'04'", 'string', 'text', ['1', '2.0', 'three', '04']],
    ['nothing', 'NULL', null, 'text', [null]],
  ])('are inferred from the values: %s', async (_, values, type, kind, expected) => {
    const list = values.split(', ').map((value) => `(${value})`)
    const result = await run(`SELECT column1 FROM (VALUES ${list.join(', ')})`)
    expect(result.columns).toMatchObject([{ type, storage: { kind } }])
    expect((await rowsOf(result)).flat()).toEqual(expected)
  })

  it('hold for all rows of a long result (OPEN-850)', async () => {
    const result = await run(
      `${numbers(30_000)} SELECT x, iif(x = 30000, 'last', x), iif(x > 29000, x + 0.5, x), NULL FROM n; `,
    )
    expect(result.columns.map(({ type, storage }) => [type, storage.kind])).toEqual([
      ['integer', 'int64'],
      ['string', 'text'],
      ['float', 'double'],
      [null, 'text'],
    ])
    const rows = await rowsOf(result)
    expect(rows).toHaveLength(30_000)
    expect([rows[0], rows[29_999]]).toEqual([
      [1n, '1', 1, null],
      [30_000n, 'last', 30_000.5, null],
    ])
  })

  it('include the declared type if there is one', async () => {
    const { columns } = await run('SELECT id, placed_on, id + 1 AS next FROM orders')
    expect(columns.map(({ sourceType }) => sourceType)).toEqual(['INTEGER', 'DATE', ''])
  })
})

describe('what a query cannot do on SQLite', () => {
  it.each([
    ["ATTACH '/tmp/other.db' AS other", 'ATTACH'],
    ['INSERT INTO orders (id) VALUES (3)', 'INSERT'],
    ['UPDATE orders SET total = 0', 'UPDATE'],
    ['DELETE FROM orders', 'DELETE'],
    ['EXPLAIN DELETE FROM orders', 'DELETE'],
    ['DROP TABLE orders', 'DELETE'],
    ['CREATE TABLE x (y)', 'INSERT'],
    ['CREATE TEMP TABLE x AS SELECT 1', 'INSERT'],
    ['CREATE VIRTUAL TABLE x USING fts5(y)', 'INSERT'],
    ['ALTER TABLE orders ADD COLUMN x', 'ALTER TABLE'],
    ['BEGIN IMMEDIATE', 'TRANSACTION'],
    ['SAVEPOINT x', 'SAVEPOINT'],
    ['ANALYZE', 'INSERT'],
    ['DETACH main', 'DETACH'],
    ['PRAGMA journal_mode = WAL', 'PRAGMA journal_mode'],
    ['PRAGMA writable_schema = ON', 'PRAGMA writable_schema'],
    ['PRAGMA hard_heap_limit = 0', 'PRAGMA hard_heap_limit'],
    ['PRAGMA user_version = 7', 'PRAGMA user_version'],
    ['PRAGMA database_list', 'PRAGMA database_list'],
    ['SELECT * FROM pragma_database_list', 'PRAGMA database_list'],
    ["SELECT load_extension('/tmp/evil')", 'the function load_extension'],
    ["SELECT fts3_tokenizer('x', x'00')", 'the function fts3_tokenizer'],
    ['SELECT 1; DELETE FROM orders; SELECT 2', 'DELETE'],
  ])('%s', async (text, asked) => {
    expect(await refusal(text)).toBe(`This data source is only read, and the query asks for ${asked}.`)
  })

  it.each(['VACUUM', "VACUUM INTO '{target}'", "SELECT writefile('{target}', 'x')", "SELECT readfile('/etc/passwd')"])(
    '%s',
    async (text) => {
      const target = join(folder, 'written')
      const before = readFileSync(shop)
      expect(await refusal(text.replace('{target}', target))).not.toMatch(/^(It ran|Not for)/)
      expect(existsSync(target)).toBe(false)
      expect(readFileSync(shop).equals(before)).toBe(true)
    },
  )
})

describe('errors of SQLite', () => {
  it('have a position if the named word occurs exactly once', async () => {
    await expect(run('SELECT id, foo FROM orders')).rejects.toMatchObject({ message: 'no such column: foo', position: 12 })
    await expect(run('SELEC id')).rejects.toMatchObject({ message: 'near "SELEC": syntax error', position: 1 })
    await expect(run('SELECT foo, foo FROM orders')).rejects.toMatchObject({ position: null })
  })

  it('are reported while rows are read', async () => {
    const result = await run(`${numbers(50_000)} SELECT iif(x = 45000, json('{'), x) AS y FROM n`)
    await expect(rowsOf(result)).rejects.toMatchObject({ name: 'QueryError', message: 'malformed JSON' })
  })

  it.each([
    ['missing.db', 'There is no database file "missing.db".'],
    ['text.db', '"text.db" is not a SQLite database.'],
    ['.', /^"sightline-sqlite-\w+" is not a file\.$/],
  ])('are one sentence without a path if %s is opened', async (file, sentence) => {
    writeFileSync(join(folder, 'text.db'), 'no database at all '.repeat(1000))
    const message = await refusal('SELECT 1', join(folder, file))
    expect(message).toMatch(sentence)
    expect(message).not.toContain(tmpdir())
  })
})

describe('stopping a query on SQLite', () => {
  it('ends it between two slices of rows', async () => {
    const stop = new AbortController()
    const { batches } = await run(`${numbers(1_000_000)} SELECT x FROM n`, shop, stop.signal)
    let rowCount = 0
    const readAll = async () => {
      for await (const batch of batches) {
        rowCount += batch.rowCount
        stop.abort()
      }
    }
    await expect(readAll()).rejects.toMatchObject({ name: 'QueryError', message: CANCELLED })
    expect(rowCount).toBeLessThan(100_000)
  })

  it('lets other work run while rows are read', async () => {
    let turns = 0
    const count = () => {
      turns++
      timer = setImmediate(count)
    }
    let timer = setImmediate(count)
    await rowsOf(await run(`${numbers(100_000)} SELECT x FROM n`))
    clearImmediate(timer)
    expect(turns).toBeGreaterThan(10)
  })
})

describe('the schema of a SQLite file', () => {
  const schemaOf = (dbpath: string) => sqlite.getSchema?.({ config: sqlite.config.parse({ dbpath }), signal: never })

  it('lists tables and views with their columns (DS-28)', async () => {
    expect(await schemaOf(shop)).toEqual([
      {
        name: 'big_orders',
        columns: [
          { name: 'id', type: 'INTEGER' },
          { name: 'total', type: 'REAL' },
        ],
      },
      {
        name: 'odd name',
        columns: [
          { name: 'a b', type: 'NUMERIC(10,2)' },
          { name: 'generated', type: 'TEXT' },
        ],
      },
      {
        name: 'orders',
        columns: [
          { name: 'id', type: 'INTEGER', primary: true },
          { name: 'customer', type: 'TEXT' },
          { name: 'total', type: 'REAL' },
          { name: 'placed_on', type: 'DATE' },
          { name: 'payload', type: 'BLOB' },
        ],
      },
    ])
  })

  it('marks primary and foreign keys (EDIT-42, OPEN-160)', async () => {
    const path = join(folder, 'keys.db')
    const database = new DatabaseSync(path)
    database.exec(`CREATE TABLE people (id INTEGER PRIMARY KEY, name TEXT);
      CREATE TABLE pets (owner INT REFERENCES people, friend INT REFERENCES people(id), name TEXT, PRIMARY KEY (owner, name));
      CREATE TABLE visits (pet TEXT, of INT, FOREIGN KEY (of, pet) REFERENCES pets)`)
    database.close()
    expect(await schemaOf(path)).toEqual([
      {
        name: 'people',
        columns: [
          { name: 'id', type: 'INTEGER', primary: true },
          { name: 'name', type: 'TEXT' },
        ],
      },
      {
        name: 'pets',
        columns: [
          { name: 'owner', type: 'INT', primary: true },
          { name: 'friend', type: 'INT' },
          { name: 'name', type: 'TEXT', primary: true },
        ],
        foreign_keys: [
          { columns: ['friend'], table: 'people', references: ['id'] },
          { columns: ['owner'], table: 'people', references: ['id'] },
        ],
      },
      {
        name: 'visits',
        columns: [
          { name: 'pet', type: 'TEXT' },
          { name: 'of', type: 'INT' },
        ],
        foreign_keys: [{ columns: ['of', 'pet'], table: 'pets', references: ['owner', 'name'] }],
      },
    ])
  })

  it('omits a view that no longer works', async () => {
    const path = join(folder, 'broken.db')
    const database = new DatabaseSync(path)
    database.exec('CREATE TABLE gone (x); CREATE VIEW v AS SELECT x FROM gone; CREATE TABLE stays (y INT); DROP TABLE gone')
    database.close()
    expect(await schemaOf(path)).toEqual([{ name: 'stays', columns: [{ name: 'y', type: 'INT' }] }])
  })
})

describe('the options of SQLite', () => {
  it('have the fields of the Redash API (DS-27)', () => {
    expect(configurationSchema(sqlite.config)).toMatchObject({
      properties: { dbpath: { type: 'string', title: 'Database Path' } },
      required: ['dbpath'],
    })
  })

  it('are tested by reading the file', async () => {
    const test = (dbpath: string) => sqlite.testConnection?.({ config: sqlite.config.parse({ dbpath }), signal: never })
    await test(shop)
    await expect(test(join(folder, 'missing.db'))).rejects.toThrow('There is no database file "missing.db".')
  })
})
