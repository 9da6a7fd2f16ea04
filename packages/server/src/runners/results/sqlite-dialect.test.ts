import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { never } from '../../testing/never.ts'
import { type ReadValue, rowsOf } from '../../testing/rows-of.ts'
import { storedInput } from '../../testing/stored-input.ts'
import { CANCELLED, type InputTable, NO_DATA } from '../runner.ts'
import results from './index.ts'

let folder = ''
let orders: InputTable
let customers: InputTable

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sightline-results-'))
  orders = await storedInput(
    folder,
    'query_1',
    `SELECT i::INTEGER AS id, i % 3 AS customer, (i * 1.25)::DECIMAL(10,2) AS total,
       TIMESTAMP '2024-02-28 12:00:00' + i * INTERVAL 1 DAY AS ordered_at, i % 2 = 0 AS is_paid
     FROM range(6) t(i)`,
  )
  customers = await storedInput(folder, 'cached_query_2', "SELECT i AS id, 'Customer ' || i AS name FROM range(3) t(i)")
})
afterAll(() => {
  rmSync(folder, { recursive: true, force: true })
})

const run = (text: string, inputs: readonly InputTable[] = [orders, customers], signal = never) =>
  // Each run has a temporary folder of its own.
  results.run(text, { config: {}, signal, tempDir: mkdtempSync(join(folder, 'run-')), inputs, dialect: 'sqlite' })
const ask = async (text: string, inputs?: readonly InputTable[]): Promise<ReadValue[][]> => rowsOf(await run(text, inputs))
const refusal = (text: string, inputs?: readonly InputTable[]): Promise<string> =>
  ask(text, inputs).then(
    (rows) => `It ran and answered ${rows.length} rows.`,
    (error: Error) => (error.name === 'QueryError' ? error.message : `Not for the analyst: ${error.message}`),
  )

describe("a query on results in SQLite's dialect", () => {
  it.each([
    ['5/2', 2n],
    ['5/2.0', 2.5],
    ["'Abc' LIKE 'abc'", 1n],
    ["'Abc' = 'abc'", 0n],
    ['max(3, 5)', 5n],
    ['min(3, 5)', 3n],
    ["date('2024-03-08', '-7 days')", '2024-03-01'],
    ["date('now', '-7 days') < date('now')", 1n],
    ["datetime('2024-03-01T12:30:00')", '2024-03-01 12:30:00'],
    ["strftime('%s', '2024-03-01')", '1709251200'],
    ["strftime('%Y-%m', '2024-03-01T12:30:00')", '2024-03'],
    ["julianday('2024-03-01')", 2460370.5],
    ["unixepoch('2024-03-01')", 1709251200n],
    ["iif(1 > 2, 'yes', 'no')", 'no'],
    ['char(65, 66)', 'AB'],
    ["quote('it''s')", "'it''s'"],
    ['"a text"', 'a text'],
    ["'10' + 5", 15n],
    ["'a' || 1", 'a1'],
    ['typeof(1.0)', 'real'],
    ["printf('%05.2f', 3.14159)", '03.14'],
    ['ifnull(NULL, 7)', 7n],
    ["instr('haystack', 'st')", 4n],
    ["'abc' GLOB 'a*'", 1n],
  ])('evaluates %s as SQLite does (DS-30)', async (expression, value) => {
    expect(await ask(`SELECT ${expression} AS x`, [])).toEqual([[value]])
  })

  it('evaluates total() of no rows, and a bare column beside an aggregate, as SQLite does', async () => {
    expect(await ask('SELECT total(total) FROM query_1 WHERE id > 99')).toEqual([[0]])
    // A bare column is taken from the row with the maximum.
    expect(await ask('SELECT max(total), id FROM query_1')).toEqual([[6.25, 5n]])
    expect(await ask('SELECT customer, id, count(*) FROM query_1 GROUP BY customer HAVING max(id) = id')).toEqual([
      [0n, 3n, 2n],
      [1n, 4n, 2n],
      [2n, 5n, 2n],
    ])
  })

  it('takes a double-quoted word that is not a column for a string', async () => {
    expect(await ask('SELECT id FROM cached_query_2 WHERE name = "Customer 1"')).toEqual([[1n]])
  })

  it('joins results, however the columns of the join are named', async () => {
    const expected = [
      ['Customer 0', 3.75],
      ['Customer 1', 6.25],
      ['Customer 2', 8.75],
    ]
    const sums = (join: string) => `SELECT name, sum(total) FROM (${join}) GROUP BY name ORDER BY name`
    expect(await ask(sums('SELECT * FROM query_1 o JOIN cached_query_2 c ON c.id = o.customer'))).toEqual(expected)
    expect(await ask(sums('SELECT name, total FROM cached_query_2, query_1 WHERE customer = cached_query_2.id'))).toEqual(
      expected,
    )
    expect(await ask('SELECT count(*) FROM query_1 JOIN cached_query_2 USING (id)')).toEqual([[3n]])
    expect(await ask('SELECT count(*) FROM query_1 JOIN cached_query_2 USING ([ID])')).toEqual([[3n]])
    expect(await ask('SELECT count(*) FROM query_1 NATURAL JOIN cached_query_2')).toEqual([[3n]])
    expect(await ask('SELECT count(*) FROM query_1')).toEqual([[6n]])
    expect(await ask('WITH o AS (SELECT * FROM query_1) SELECT o.total FROM o WHERE id = 5')).toEqual([[6.25]])
  })

  it('reads values in the wire format of the Redash API', async () => {
    const rows = await ask(
      'SELECT ordered_at, is_paid, total, typeof(is_paid), typeof(total), typeof(customer) FROM query_1 LIMIT 1',
    )
    expect(rows).toEqual([['2024-02-28T12:00:00', 1n, 0, 'integer', 'real', 'integer']])
    expect(await ask("SELECT count(*) FROM query_1 WHERE date(ordered_at) >= date('2024-03-02')")).toEqual([[3n]])
  })

  it.each([
    ["TIMESTAMPTZ '2024-02-29 12:34:56.5+02:00'", '2024-02-29T10:34:56.500Z', 'text'],
    ["DATE '1969-12-31'", '1969-12-31', 'text'],
    ['9007199254740993', 9007199254740993n, 'integer'],
    ['18446744073709551615::UBIGINT', 18446744073709552000, 'real'],
    ["'nan'::DOUBLE", null, 'null'],
    ["'Infinity'::DOUBLE", null, 'null'],
    ['[1, NULL]', '[1,null]', 'text'],
    ["'O''Brien'", "O'Brien", 'text'],
    ['NULL::INTEGER', null, 'null'],
  ])('keeps %s', async (expression, value, type) => {
    const input = await storedInput(folder, 'query_3', `SELECT ${expression} AS x`)
    expect(await ask('SELECT x, typeof(x) FROM query_3', [input])).toEqual([[value, type]])
  })

  describe('types the columns of a long result', () => {
    let long: InputTable
    beforeAll(async () => {
      // Row 25,000 differs from those before it, and the first 20,000 rows are read before the types are chosen.
      long = await storedInput(
        folder,
        'query_3',
        `SELECT i AS id, i / 4 AS ratio, DATE '2024-01-01' + i::INT AS day,
           if(i = 25000, 'the end', (DATE '2024-01-01' + i::INT)::VARCHAR) AS text,
           if(i = 25000, 'größer als alle anderen', repeat('long ', i::INT % 60)) AS word,
           if(i < 21000, NULL, if(i = 25000, 'n/a', '2024-05-01')) AS shipped
         FROM range(30000) t(i)`,
      )
    })

    /** Types and storage of the columns, row 25,000, the number of rows, and whether the query ran twice. */
    async function resultOf(text: string) {
      const prepare = vi.spyOn(DatabaseSync.prototype, 'prepare')
      const result = await run(text, [long])
      const ranTwice = prepare.mock.calls.some(([sql]) => sql.startsWith('WITH result'))
      prepare.mockRestore()
      const rows = await rowsOf(result)
      const types = result.columns.map(({ type, storage }) => `${type} ${storage.kind}`)
      return { types, row: rows[25_000], count: rows.length, ranTwice }
    }

    it('from their tables, without running the query twice, where the first rows have the types of all', async () => {
      const expected = {
        types: ['integer int64', 'float double', 'date text', 'null text'],
        row: [25_000n, 6250, '2092-06-12', 'größer als alle anderen'],
        count: 30_000,
        ranTwice: false,
      }
      expect(await resultOf('SELECT id, ratio, day, word FROM query_3')).toEqual(expected)
      expect(await resultOf('SELECT a, b, c, d FROM (SELECT id a, ratio b, day c, word d FROM query_3) x')).toEqual(expected)
    })

    it('with texts of any length, and missing ones, as they are stored', async () => {
      const text = 'SELECT count(*), sum(length(word)), max(length(word)), count(shipped), min(shipped) FROM query_3'
      expect(await ask(text, [long])).toEqual([[30_000n, 4_424_823n, 295n, 9000n, '2024-05-01']])
    })

    it.each([
      ['SELECT id, text FROM query_3', ['integer int64', 'null text'], 30_000],
      ["SELECT text FROM query_3 WHERE text <> 'the end'", ['date text'], 29_999],
      ["SELECT shipped FROM query_3 WHERE shipped IS NULL OR shipped <> 'n/a'", ['date text'], 29_999],
      ['SELECT shipped FROM query_3 WHERE id < 20999', ['null text'], 20_999],
      ['SELECT id FROM query_3 UNION ALL SELECT word FROM query_3 WHERE id = 25000', ['string text'], 30_001],
      ['SELECT iif(id = 25000, day, id) AS x FROM query_3', ['string text'], 30_000],
    ])('by all of its values otherwise: %s', async (text, types, count) => {
      expect(await resultOf(text)).toMatchObject({ types, count, ranTwice: true })
    })
  })

  it('names columns as in the other dialect', async () => {
    const changes = [{ name: 'date::filter' }, { name: 'Total "net"' }, { name: 'ID' }, { name: 'id' }, { name: 'a]b`c' }]
    const input = await storedInput(folder, 'query_3', 'SELECT 1 AS a, 2 AS b, 3 AS c, 4 AS d, 5 AS e', changes)
    expect(await ask('SELECT date__filter, "Total__net_", id, id_2 FROM QUERY_3', [input])).toEqual([[1n, 2n, 3n, 4n]])
    expect(await ask('SELECT sum("a]b`c") FROM query_3', [input])).toEqual([[5n]])
  })

  it('reports a mistake and its position before it copies anything', async () => {
    const missing = { ...orders, path: join(folder, 'missing.parquet') }
    const text = 'SELECT id, foo FROM query_1'
    await expect(run(text, [missing])).rejects.toMatchObject({
      message: 'no such column: foo',
      position: text.indexOf('foo') + 1,
    })
    expect(await refusal('SELECT * FROM query_9')).toBe('no such table: query_9')
    expect(await refusal('-- nothing')).toBe(NO_DATA)
  })

  it('names the table that cannot be created', async () => {
    const path = join(folder, 'broken.parquet')
    writeFileSync(path, 'no result')
    const message = await refusal('SELECT id FROM query_1', [{ ...orders, path }])
    expect(message).toMatch(/^Error creating table query_1: .*broken\.parquet/)
    expect(message).not.toContain(folder)
    expect(await refusal('SELECT 1', [{ ...orders, columns: [] }])).toBe(
      'Error creating table query_1: The result has no columns.',
    )
  })

  it('stops while rows are copied', async () => {
    const stop = new AbortController()
    const running = run('SELECT sum(id) FROM query_1', [orders], stop.signal)
    stop.abort()
    await expect(running.then(rowsOf)).rejects.toMatchObject({ name: 'QueryError', message: CANCELLED })
  })

  it.each([
    "ATTACH '/tmp/other.sqlite' AS other",
    'CREATE TABLE x AS SELECT 1',
    'DROP TABLE query_1',
    'DELETE FROM query_1',
    'UPDATE query_1 SET id = 1 RETURNING id',
    'INSERT INTO query_1 (id) VALUES (1)',
    "VACUUM INTO '/tmp/evil.sqlite'; SELECT 1",
    'PRAGMA query_only = 0',
    "SELECT load_extension('/tmp/evil.so')",
    "SELECT writefile('/tmp/evil', 'x')",
    'SELECT 1; DROP TABLE query_1; SELECT 2',
  ])('refuses %s', async (text) => {
    expect(await refusal(text)).toMatch(/^(This data source is only read|no such function|not authorized|no such table)/)
    expect(existsSync('/tmp/evil.sqlite')).toBe(false)
  })
})
