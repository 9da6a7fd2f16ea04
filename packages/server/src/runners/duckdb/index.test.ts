import { writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { configurationSchema } from '../../platform/type-options.ts'
import { ask, folders, inDatabase, optionsOf, refusal, run, useShopDatabase } from '../../testing/duckdb-shop.ts'
import { never } from '../../testing/never.ts'
import { rowsOf } from '../../testing/rows-of.ts'
import { CANCELLED, NO_DATA } from '../runner.ts'
import duckdb from './index.ts'

useShopDatabase()

describe('running a query on DuckDB', () => {
  it('returns the rows of a table in order', async () => {
    expect(await ask('SELECT id, customer, total FROM orders ORDER BY id LIMIT 2')).toEqual([
      [0, 'customer 0', '0.00'],
      [1, 'customer 1', '1.25'],
    ])
  })

  it('needs no database file', async () => {
    expect(await ask('SELECT 6 * 7', ':memory:')).toEqual([[42]])
  })

  it('returns columns even if there are no rows', async () => {
    const result = await run('SELECT id, total FROM orders WHERE false')
    expect(result.columns.map(({ name, type }) => [name, type])).toEqual([
      ['id', 'integer'],
      ['total', 'float'],
    ])
    expect(await rowsOf(result)).toEqual([])
  })

  it('makes repeated column names unique', async () => {
    const { columns } = await run('SELECT 1 AS id, 2 AS id, 3 AS id')
    expect(columns.map(({ name }) => name)).toEqual(['id', 'id1', 'id2'])
  })

  it('returns the rows of the last of several statements', async () => {
    expect(await ask("SELECT ';'; SELECT 2; -- the end")).toEqual([[2]])
  })

  it('fails if an earlier statement fails', async () => {
    expect(await refusal("SELECT error('first'); SELECT 2")).toBe('Invalid Input Error: first')
  })

  it.each(['', '  ;', '-- nothing', '/* nothing */'])('reports that there is no data for %j', async (text) => {
    expect(await refusal(text)).toBe(NO_DATA)
  })

  it.each([
    ['DESCRIBE orders', 'id'],
    ['SHOW TABLES', 'big_orders'],
    ['SUMMARIZE orders', 'id'],
    ['FROM orders SELECT customer LIMIT 1', 'customer 0'],
    ['PRAGMA show_tables', 'big_orders'],
    ["VALUES ('a')", 'a'],
  ])('runs %s', async (text, first) => {
    expect((await ask(text))[0]?.[0]).toBe(first)
  })

  it('pivots without explicit values', async () => {
    expect(await ask('PIVOT (SELECT id % 2 AS odd FROM orders) ON odd USING count(*)')).toEqual([[3n, 2n]])
  })

  it('reads more rows than fit into one chunk, in order', async () => {
    const rows = await ask(
      "SELECT i::INTEGER, 'a text that is long enough ' || i, 'short' || i FROM range(5000) t(i)",
      ':memory:',
    )
    expect(rows).toHaveLength(5000)
    expect(rows[4999]).toEqual([4999, 'a text that is long enough 4999', 'short4999'])
  })

  it('distinguishes nulls from values in every type of column', async () => {
    const rows = await ask(
      `SELECT if(i % 2 = 0, i::INTEGER, NULL), if(i % 3 = 0, 'long enough to lie elsewhere ' || i, NULL), if(i % 2 = 1, 't' || i, NULL),
              if(i % 2 = 1, i % 3 = 0, NULL), if(i > 1, [i], NULL), if(i = 2, 'b'::ENUM('a', 'b'), NULL)
       FROM range(4) t(i)`,
      ':memory:',
    )
    expect(rows).toEqual([
      [0, 'long enough to lie elsewhere 0', null, null, null, null],
      [null, null, 't1', false, null, null],
      [2, null, null, null, '[2]', 'b'],
      [null, 'long enough to lie elsewhere 3', 't3', true, '[3]', null],
    ])
  })
})

describe('the types of DuckDB', () => {
  it.each([
    ['true', 'boolean', 'boolean', true],
    ['(-5)::TINYINT', 'integer', 'int32', -5],
    ['200::UTINYINT', 'integer', 'int32', 200],
    ['(-300)::SMALLINT', 'integer', 'int32', -300],
    ['60000::USMALLINT', 'integer', 'int32', 60000],
    ['4294967295::UINTEGER', 'integer', 'int64', 4294967295n],
    ['9007199254740993', 'integer', 'int64', 9007199254740993n],
    ['18446744073709551615::UBIGINT', 'integer', 'decimal', '18446744073709551615'],
    ['(-12345678901234567890123456789)::HUGEINT', 'integer', 'decimal', '-12345678901234567890123456789'],
    ['340282366920938463463374607431768211455::UHUGEINT', 'integer', 'number_text', '340282366920938463463374607431768211455'],
    ['0.1::FLOAT', 'float', 'double', 0.1],
    ["'nan'::DOUBLE", 'float', 'double', Number.NaN],
    ['(-9.9)::DECIMAL(3,1)', 'float', 'decimal', '-9.9'],
    ['(-99999.9999)::DECIMAL(9,4)', 'float', 'decimal', '-99999.9999'],
    ['(-999999999999.999999)::DECIMAL(18,6)', 'float', 'decimal', '-999999999999.999999'],
    ['9999999999999999999999999999.9999999999::DECIMAL(38,10)', 'float', 'decimal', '9999999999999999999999999999.9999999999'],
    ["DATE '1969-12-31'", 'date', 'date', '1969-12-31'],
    ["TIMESTAMP '2024-02-29 12:34:56.123456'", 'datetime', 'timestamp', '2024-02-29T12:34:56.123456'],
    ["TIMESTAMP_S '2024-02-29 12:34:56'", 'datetime', 'timestamp', '2024-02-29T12:34:56.000'],
    ["TIMESTAMP_MS '2024-02-29 12:34:56.123'", 'datetime', 'timestamp', '2024-02-29T12:34:56.123'],
    ["TIMESTAMP_NS '1969-02-28 12:34:56.123456789'", 'datetime', 'timestamp', '1969-02-28T12:34:56.123456'],
    ["TIMESTAMPTZ '2024-02-29 12:34:56+02:00'", 'datetime', 'instant', '2024-02-29T10:34:56.000'],
    ["TIME '12:34:56.5'", 'datetime', 'text', '12:34:56.5'],
    ["INTERVAL '1 month 2 days'", 'string', 'text', '1 month 2 days'],
    ["'6f1c1c6e-5f5e-4b8e-9b1a-3e7d0b1c2d3e'::UUID", 'string', 'text', '6f1c1c6e-5f5e-4b8e-9b1a-3e7d0b1c2d3e'],
    ["'b'::ENUM('a', 'b')", 'string', 'text', 'b'],
    ["'\\x00\\xFF'::BLOB", 'string', 'text', '00ff'],
    ['\'{"a": 1}\'::JSON', 'string', 'json', '{"a": 1}'],
    ['[1, NULL, 3]', 'string', 'json', '[1,null,3]'],
    [
      "{'a': 9007199254740993, 'b': 1.50, 'c': DATE '2024-01-01'}",
      'string',
      'json',
      '{"a":9007199254740993,"b":1.50,"c":"2024-01-01"}',
    ],
    ["MAP {'k\"ey': ['nan'::DOUBLE]}", 'string', 'json', '{"k\\"ey":["NaN"]}'],
    ['NULL', 'integer', 'int32', null],
  ])('maps %s to the type %s, stored as %s', async (expression, type, kind, value) => {
    const result = await run(`SELECT ${expression}`, ':memory:')
    expect(result.columns.map((column) => [column.type, column.storage.kind])).toEqual([[type, kind]])
    expect(await rowsOf(result)).toEqual([[value]])
  })

  it('reports an integer that is too wide to be stored as a number', async () => {
    expect(await refusal('SELECT 170141183460469231731687303715884105727::HUGEINT')).toBe(
      'The number 170141183460469231731687303715884105727 has more than 38 digits. Cast its column to VARCHAR to see it.',
    )
  })

  it('reports the type of the source', async () => {
    const { columns } = await run('SELECT total, [total] FROM orders')
    expect(columns.map(({ sourceType }) => sourceType)).toEqual(['DECIMAL(10,2)', 'DECIMAL(10,2)[]'])
  })
})

describe('errors of DuckDB', () => {
  it('have the line, a caret and a position', async () => {
    const text = '/* Username: ada@example.org */ SELECT id,\n  "ü", foo\nFROM orders'
    await expect(run(text)).rejects.toMatchObject({
      name: 'QueryError',
      message: expect.stringMatching(/^Binder Error: Referenced column "ü" not found[\s\S]*\n\nLINE 2: {3}"ü", foo\n {10}\^$/),
      position: text.indexOf('"ü"') + 1,
    })
  })

  it('show neither the annotation nor more than an excerpt of a long line', async () => {
    const text = `/* Username: ada@example.org */ SELECT ${'id, '.repeat(100)} foo, ${'id, '.repeat(100)} id FROM orders`
    const error = await run(text).catch((thrown: Error & { position: number }) => thrown)
    if (!('position' in error)) throw new Error('It ran.')
    const [line = '', caret = ''] = error.message.split('\n').slice(-2)
    expect(line).toMatch(/^LINE 1: \.\.\. (id, )+/)
    expect(line).not.toContain('ada@example.org')
    expect(line.slice(caret.indexOf('^')).startsWith('foo')).toBe(true)
    expect(text.slice((error.position ?? 0) - 1)).toMatch(/^foo/)
  })

  it('are reported while rows are read', async () => {
    const result = await run("SELECT CASE WHEN i = 1000000 THEN error('late') ELSE 1 END FROM range(2000000) t(i)")
    await expect(rowsOf(result)).rejects.toMatchObject({ name: 'QueryError', message: 'Invalid Input Error: late' })
  })

  it('have a position even if they are reported late', async () => {
    const text = "SELECT CAST(if(i = 1500000, 'x', '1') AS INTEGER) FROM range(2000000) t(i)"
    const result = await run(text)
    await expect(rowsOf(result)).rejects.toMatchObject({
      message: expect.stringContaining(`LINE 1: ${text}\n        ${' '.repeat(text.indexOf('CAST'))}^`),
      position: text.indexOf('CAST') + 1,
    })
  })

  it('are never mistaken for the end of the rows', async () => {
    const result = await run("SELECT 1; SELECT CASE WHEN i = 1000000 THEN error('late') ELSE 1 END FROM range(2000000) t(i)")
    await expect(rowsOf(result)).rejects.toMatchObject({ message: 'The query failed while its rows were being read.' })
  })

  it.each([
    ['missing.duckdb', 'There is no database file "missing.duckdb".'],
    ['text.duckdb', '"text.duckdb" is not a DuckDB database.'],
    ['.', /^"sightline-duckdb-\w+" is not a file\.$/],
  ])('are one sentence without a path if %s is opened', async (file, sentence) => {
    writeFileSync(join(folders.folder, 'text.duckdb'), 'no database at all '.repeat(1000))
    const message = await refusal('SELECT 1', join(folders.folder, file))
    expect(message).toMatch(sentence)
    expect(message).not.toContain(tmpdir())
  })
})

describe('stopping a query on DuckDB', () => {
  it('interrupts a query that has no row yet', async () => {
    const stop = new AbortController()
    const running = run(
      'SELECT count(*) FROM range(1000000000) a, range(1000000000) b WHERE a.range * b.range % 7 = 3',
      ':memory:',
      stop.signal,
    )
    setImmediate(() => stop.abort())
    await expect(running.then(rowsOf)).rejects.toMatchObject({ name: 'QueryError', message: CANCELLED })
  })

  it('interrupts a query whose rows are being read', async () => {
    const stop = new AbortController()
    const { batches } = await run('SELECT * FROM range(1000000000000)', ':memory:', stop.signal)
    const readAll = async () => {
      for await (const _ of batches) stop.abort()
    }
    await expect(readAll()).rejects.toMatchObject({ name: 'QueryError', message: CANCELLED })
  })

  it('lets a reader leave early', async () => {
    const { batches } = await run('SELECT * FROM range(1000000000000)', ':memory:')
    for await (const batch of batches) {
      expect(batch.rowCount).toBeGreaterThan(0)
      break
    }
    expect(await ask('SELECT 1', ':memory:')).toEqual([[1]])
  })
})

describe('the schema of a DuckDB file', () => {
  it('marks keys and has comments (EDIT-42, OPEN-160)', async () => {
    const path = join(folders.folder, 'keys.duckdb')
    await inDatabase(path, [
      "CREATE TABLE people (id INT PRIMARY KEY, mood ENUM('sad', 'happy'))",
      'CREATE TABLE pets (kind INT, owner INT REFERENCES people(id), name INT, PRIMARY KEY (kind, name))',
      'CREATE TABLE visits (pet INT, of INT, FOREIGN KEY (of, pet) REFERENCES pets(kind, name))',
      "COMMENT ON TABLE pets IS 'All the pets'",
      "COMMENT ON COLUMN pets.owner IS 'Feeds it'",
    ])
    expect(await duckdb.getSchema?.({ config: optionsOf(path), signal: never })).toMatchObject([
      {
        name: 'people',
        columns: [
          { name: 'id', primary: true },
          { name: 'mood', type: "ENUM('sad', 'happy')" },
        ],
      },
      {
        name: 'pets',
        description: 'All the pets',
        columns: [
          { name: 'kind', primary: true },
          { name: 'owner', comment: 'Feeds it' },
          { name: 'name', primary: true },
        ],
        foreign_keys: [{ columns: ['owner'], table: 'people', references: ['id'] }],
      },
      { name: 'visits', foreign_keys: [{ columns: ['of', 'pet'], table: 'pets', references: ['kind', 'name'] }] },
    ])
  })

  it('lists tables and views with their columns, and sizes of tables (DS-28)', async () => {
    expect(await duckdb.getSchema?.({ config: optionsOf(folders.shop), signal: never })).toEqual([
      {
        name: 'audit.log',
        size: 0,
        columns: [
          { name: 'logged_at', type: 'TIMESTAMP' },
          { name: 'words', type: 'VARCHAR[]' },
        ],
      },
      {
        name: 'big_orders',
        columns: [
          { name: 'id', type: 'INTEGER' },
          { name: 'customer', type: 'VARCHAR' },
          { name: 'total', type: 'DECIMAL(10,2)' },
        ],
      },
      {
        name: 'orders',
        size: 5,
        columns: [
          { name: 'id', type: 'INTEGER' },
          { name: 'customer', type: 'VARCHAR' },
          { name: 'total', type: 'DECIMAL(10,2)' },
        ],
      },
    ])
  })
})

describe('the options of DuckDB', () => {
  it('have the fields of the Redash API (DS-27)', () => {
    expect(configurationSchema(duckdb.config)).toMatchObject({
      properties: {
        dbpath: { type: 'string', title: 'Database Path', default: ':memory:' },
        extensions: { type: 'string', title: 'Extensions (comma separated)' },
      },
      required: ['dbpath'],
      order: ['dbpath', 'extensions'],
    })
  })

  it('accept only built-in extensions', () => {
    expect(duckdb.config.safeParse({ dbpath: ':memory:', extensions: 'JSON, icu' }).success).toBe(true)
    expect(duckdb.config.safeParse({ dbpath: ':memory:', extensions: 'json, httpfs' }).error?.issues[0]?.message).toBe(
      'Extensions are not loaded here, for they are programs from elsewhere. Built in are autocomplete, core_functions, icu, json, parquet; not so httpfs.',
    )
  })

  it('are tested by opening the file', async () => {
    await duckdb.testConnection?.({ config: optionsOf(folders.shop), signal: never })
    await expect(
      duckdb.testConnection?.({ config: optionsOf(join(folders.folder, 'missing.db')), signal: never }),
    ).rejects.toThrow('There is no database file "missing.db".')
  })
})
