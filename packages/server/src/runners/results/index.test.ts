import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Column } from '../../platform/results/batch.ts'
import { configurationSchema } from '../../platform/type-options.ts'
import { never } from '../../testing/never.ts'
import { type ReadValue, rowsOf } from '../../testing/rows-of.ts'
import { storedInput } from '../../testing/stored-input.ts'
import { CANCELLED, type InputTable, NO_DATA } from '../runner.ts'
import results from './index.ts'

let folder = ''
let tempDir = ''
let orders: InputTable
let customers: InputTable

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sightline-results-'))
  tempDir = mkdtempSync(join(tmpdir(), 'sightline-results-run-'))
  orders = await stored(
    'query_1',
    'SELECT i::INTEGER AS id, i % 3 AS customer, (i * 1.25)::DECIMAL(10,2) AS total FROM range(6) t(i)',
  )
  customers = await stored('cached_query_2', "SELECT i AS id, 'customer ' || i AS name FROM range(3) t(i)")
})
afterAll(() => {
  rmSync(folder, { recursive: true, force: true })
  rmSync(tempDir, { recursive: true, force: true })
})

const stored = (name: string, sql: string, changes: Partial<Column>[] = []) => storedInput(folder, name, sql, changes)

const run = (text: string, inputs: readonly InputTable[] = [orders, customers], signal = never) =>
  results.run(text, { config: {}, signal, tempDir, inputs, dialect: 'duckdb' })
const ask = async (text: string, inputs?: readonly InputTable[]): Promise<ReadValue[][]> => rowsOf(await run(text, inputs))
const refusal = (text: string, inputs?: readonly InputTable[]): Promise<string> =>
  ask(text, inputs).then(
    (rows) => `It ran and answered ${rows.length} rows.`,
    (error: Error) => (error.name === 'QueryError' ? error.message : `Not for the analyst: ${error.message}`),
  )

describe('running a query on results', () => {
  it('joins them', async () => {
    const text = `SELECT c.name, sum(o.total) AS total FROM query_1 o JOIN cached_query_2 c ON c.id = o.customer
      GROUP BY ALL ORDER BY total`
    const result = await run(text)
    expect(result.columns.map(({ name, type }) => [name, type])).toEqual([
      ['name', 'string'],
      ['total', 'float'],
    ])
    expect(await rowsOf(result)).toEqual([
      ['customer 0', '3.75'],
      ['customer 1', '6.25'],
      ['customer 2', '8.75'],
    ])
  })

  it('keeps the order of their rows', async () => {
    expect(await ask('SELECT id FROM query_1')).toEqual([[0], [1], [2], [3], [4], [5]])
  })

  it('works without any', async () => {
    expect(await ask('SELECT 6 * 7', [])).toEqual([[42]])
  })

  it('reports errors in the query with their position', async () => {
    const text = 'SELECT id, foo FROM query_1'
    await expect(run(text)).rejects.toMatchObject({ name: 'QueryError', position: text.indexOf('foo') + 1 })
    expect(await refusal('-- nothing')).toBe(NO_DATA)
    expect(await refusal('SELECT * FROM query_9')).toMatch(/^Catalog Error: Table with name query_9 does not exist/)
  })

  it.each(['duckdb', 'sqlite'])('passes texts to the engine as parameters in the dialect of %s (OPEN-212)', async (dialect) => {
    const runWith = async (text: string, bindsTexts: boolean) => {
      const ofRun = mkdtempSync(join(tempDir, 'run-'))
      const context = { config: {}, signal: never, tempDir: ofRun, inputs: [customers], dialect, bindsTexts }
      const found = await results.run(text, context)
      return { columns: found.columns, rows: await rowsOf(found) }
    }
    const text = "SELECT id, name, 'it''s' FROM cached_query_2 WHERE name IN ('customer 1', 'it''s') AND id = '1' OR '5' < name"
    const bound = await runWith(text, true)
    expect(bound).toEqual(await runWith(text, false))
    expect(bound.rows[0]?.slice(1)).toEqual([expect.stringContaining('customer'), "it's"])
    if (dialect === 'duckdb')
      expect(await runWith("SELECT current_query() AS q WHERE 'a' = 'a'", true)).toMatchObject({
        rows: [['SELECT current_query() AS q WHERE $1 = $2']],
      })
  })

  it('stops if it is cancelled', async () => {
    const stop = new AbortController()
    const running = run(
      'SELECT count(*) FROM query_1, range(100000000000) a, range(1000) b WHERE a.range % 7 = id',
      [orders],
      stop.signal,
    )
    setImmediate(() => stop.abort())
    await expect(running.then(rowsOf)).rejects.toMatchObject({ name: 'QueryError', message: CANCELLED })
  })

  it('logs that an input was truncated', async () => {
    const cut = { ...orders, truncated: 'The result was cut after 6 rows: that is the limit of rows in one result.' }
    const result = await run('SELECT 1 FROM query_1', [cut, customers])
    expect(result.log?.()).toEqual([`query_1: ${cut.truncated}`])
  })
})

describe('the columns of a result as a table', () => {
  it.each([
    ['true', 'boolean', 'BOOLEAN', true],
    ['7::INTEGER', 'int32', 'INTEGER', 7],
    ['9007199254740993', 'int64', 'BIGINT', 9007199254740993n],
    ['0.5::DOUBLE', 'double', 'DOUBLE', 0.5],
    ['(-99999.9999)::DECIMAL(9,4)', 'decimal', 'DECIMAL(9,4)', '-99999.9999'],
    ['18446744073709551615::UBIGINT', 'decimal', 'HUGEINT', '18446744073709551615'],
    ["DATE '1969-12-31'", 'date', 'DATE', '1969-12-31'],
    ["TIMESTAMP '2024-02-29 12:34:56.123456'", 'timestamp', 'TIMESTAMP', '2024-02-29T12:34:56.123456'],
    ["TIMESTAMPTZ '2024-02-29 12:34:56+02:00'", 'instant', 'TIMESTAMP WITH TIME ZONE', '2024-02-29T10:34:56.000'],
    ["'a text'", 'text', 'VARCHAR', 'a text'],
    ['[1, NULL]', 'json', 'VARCHAR', '[1,null]'],
    ['NULL::DATE', 'date', 'DATE', null],
  ])('keeps a %s column, stored as %s, as %s', async (expression, kind, type, value) => {
    const input = await stored('query_3', `SELECT ${expression} AS x`)
    expect(input.columns[0]?.storage.kind).toBe(kind)
    expect(await ask('SELECT typeof(x) FROM query_3', [input])).toEqual([[type]])
    expect(await ask('SELECT x FROM query_3', [input])).toEqual([[value]])
  })

  const digits = { storage: { kind: 'number_text' }, type: 'float' } as const
  const integerDigits = { ...digits, type: 'integer' } as const
  it.each([
    ["('1.5'), ('-20.25'), (NULL)", digits, 'DECIMAL(5,2)', '-18.75'],
    ["('1234567890123456.25'), ('.5')", digits, 'DECIMAL(18,2)', '1234567890123456.75'],
    ["('0'), ('7')", digits, 'DECIMAL(1,0)', '7'],
    ["('7'), ('-8')", integerDigits, 'BIGINT', '-1'],
    ["('17014118346046923173168730371588410'), ('1')", integerDigits, 'HUGEINT', '17014118346046923173168730371588411'],
    ["('12345678901234567890'), ('1')", digits, 'HUGEINT', '12345678901234567891'],
    ["('12345678901234567.25'), ('1')", digits, 'DOUBLE', 12345678901234568],
    [`('1${'0'.repeat(40)}'), ('0')`, digits, 'DOUBLE', 1e40],
    ["('1.5'), ('-Infinity')", digits, 'DOUBLE', Number.NEGATIVE_INFINITY],
    ["('1e3'), ('.5')", digits, 'DOUBLE', 1000.5],
    ['(NULL::VARCHAR)', digits, 'DOUBLE', null],
  ])('reads the digits %s as the narrowest number type that holds them all', async (values, change, type, sum) => {
    const input = await stored('query_3', `SELECT x FROM (VALUES ${values}) t(x)`, [change])
    expect(await ask('SELECT DISTINCT typeof(x), sum(x) FROM query_3 GROUP BY 1', [input])).toEqual([[type, sum]])
  })

  it('have unique names without characters that SQL would misread', async () => {
    const changes = [{ name: 'date::filter' }, { name: 'Total "net"' }, { name: 'ID' }, { name: 'id' }]
    const input = await stored('query_3', 'SELECT 1 AS a, 2 AS b, 3 AS c, 4 AS d', changes)
    expect(await ask('SELECT date__filter, "Total__net_", id, id_2 FROM QUERY_3', [input])).toEqual([[1, 2, 3, 4]])
  })

  it('cannot be read from a broken file', async () => {
    const path = join(folder, 'broken.parquet')
    writeFileSync(path, 'no result')
    const message = await refusal('SELECT 1', [{ ...orders, path }])
    expect(message).toMatch(/^Error creating table query_1: .*broken\.parquet/)
    expect(message).not.toContain(folder)
    expect(await refusal('SELECT 1', [{ ...orders, columns: [] }])).toBe(
      'Error creating table query_1: The result has no columns.',
    )
  })
})

describe('what a query cannot do on results', () => {
  const sum = ({ path }: InputTable) => createHash('sha256').update(readFileSync(path)).digest('hex')

  it.each([
    "SELECT * FROM read_text('/etc/passwd')",
    "SELECT * FROM read_parquet('/proc/self/environ')",
    "SELECT * FROM '/etc/passwd'",
    "SELECT * FROM glob('/etc/*')",
    "ATTACH '/tmp/other.duckdb'",
    'SET enable_external_access = true',
    "SET allowed_paths = ['/etc/passwd']",
    "COPY (SELECT 1) TO '/tmp/evil.csv'",
    'CREATE TABLE x AS SELECT 1',
    'DROP VIEW query_1',
    'CREATE OR REPLACE VIEW query_1 AS SELECT 1',
    'SELECT 1; DROP VIEW query_1; SELECT 2',
  ])('%s', async (text) => {
    expect(await refusal(text)).toMatch(/^(This data source is only read|Permission Error|Catalog Error)/)
  })

  it('reads no file next to its own', async () => {
    const other = await stored('query_8', "SELECT 'a secret' AS x")
    expect(await refusal(`SELECT * FROM read_parquet('${other.path}')`)).toMatch(/^Permission Error/)
    expect(await refusal(`SELECT * FROM glob('${folder}/*')`)).toMatch(/^Permission Error/)
  })

  it.each([
    (path: string) => `COPY (SELECT 1) TO '${path}' (FORMAT parquet, USE_TMP_FILE false)`,
    (path: string) => `EXPLAIN ANALYZE COPY (SELECT 1) TO '${path}' (FORMAT parquet, USE_TMP_FILE false)`,
    (path: string) => `FROM query('FROM enable_' || 'profiling(format = ''json'', save_location = ''${path}'')')`,
    (path: string) => `FROM enable_logging('QueryLog', storage = 'file', storage_path = '${path}')`,
  ])('changes no result (%#)', async (text) => {
    const before = sum(orders)
    const files = readdirSync(folder)
    await refusal(text(orders.path))
    expect(sum(orders)).toBe(before)
    expect(readdirSync(folder)).toEqual(files)
  })
})

describe('the options of query results', () => {
  it('are empty, as in the Redash API (DS-27)', async () => {
    expect(configurationSchema(results.config)).toMatchObject({ properties: {}, secret: [], order: [] })
    expect(results).toMatchObject({ type: 'results', name: 'Query Results', annotates: false, supportsAutoLimit: false })
    await results.testConnection?.({ config: {}, signal: never })
  })
})
