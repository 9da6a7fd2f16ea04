import { copyFileSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ask, folders, refusal, run, useShopDatabase } from '../../testing/duckdb-shop.ts'

useShopDatabase()

describe('what a query cannot do on DuckDB', () => {
  it.each([
    "SELECT * FROM read_csv('/etc/passwd')",
    "SELECT * FROM read_text('/etc/passwd')",
    "SELECT * FROM read_text('/proc/self/environ')",
    "SELECT * FROM read_blob('/etc/passwd')",
    "SELECT * FROM read_json('/etc/hosts')",
    "SELECT * FROM read_parquet('https://example.org/x.parquet')",
    "SELECT * FROM parquet_metadata('/etc/passwd')",
    "SELECT * FROM sniff_csv('/etc/passwd')",
    "SELECT * FROM glob('/etc/*')",
    "SELECT * FROM '/etc/passwd'",
    "SELECT * FROM '/etc/x.csv'",
    "FROM query('SELECT * FROM read_text(''/etc/passwd'')')",
    "SELECT getenv('HOME')",
    "ATTACH '/tmp/other.duckdb'",
    'DETACH shop',
    "COPY (SELECT 1) TO '/tmp/evil.csv'",
    "COPY orders FROM '/etc/passwd'",
    "EXPORT DATABASE '/tmp/evil'",
    "IMPORT DATABASE '/tmp/evil'",
    'INSTALL httpfs',
    'LOAD httpfs',
    "LOAD '/tmp/evil.duckdb_extension'",
    'UPDATE EXTENSIONS',
    'SET threads = 64',
    'SET enable_external_access = true',
    'RESET lock_configuration',
    'SET VARIABLE x = 1',
    'PRAGMA enable_object_cache',
    "PRAGMA profiling_output = '/tmp/evil.json'",
    'CALL checkpoint()',
    'USE memory',
    'CREATE TABLE x AS SELECT 1',
    'CREATE TEMP TABLE x AS SELECT 1',
    'CREATE SECRET s (TYPE http)',
    'CREATE PERSISTENT SECRET s (TYPE http)',
    'INSERT INTO orders VALUES (9, NULL, NULL)',
    'UPDATE orders SET id = 1',
    'DELETE FROM orders',
    'DROP TABLE orders',
    'ALTER TABLE orders ADD COLUMN x INTEGER',
    'BEGIN',
    'CHECKPOINT',
    'VACUUM',
    'PREPARE p AS SELECT 1',
    'SELECT 1; DROP TABLE orders; SELECT 2',
    'SELECT 1; CREATE TEMP TABLE x AS SELECT 1; PIVOT orders ON id USING count(*)',
  ])('%s', async (text) => {
    expect(await refusal(text)).toMatch(/^(This data source is only read|Permission Error|Catalog Error|Invalid Input Error)/)
  })

  it('is reported with the type and the number of the statement', async () => {
    expect(await refusal('SELECT 1; DROP TABLE orders')).toBe(
      'This data source is only read: it runs SELECT and EXPLAIN statements, and statement 2 is DROP.',
    )
  })

  it.each([
    "SELECT * FROM enable_logging('QueryLog', storage = 'file', storage_path = '/tmp/evil')",
    "SELECT * FROM system.main.Enable_Profiling(format = 'json', save_location = '/tmp/evil.json')",
    "SELECT * FROM json_execute_serialized_sql(json_serialize_sql('SELECT 1'))",
  ])('%s', async (text) => {
    expect(await refusal(text)).toMatch(/^The function \w+ is not for queries: it steers the engine itself\.$/)
  })

  it('cannot find secrets', async () => {
    expect(await ask('SELECT * FROM duckdb_secrets()')).toEqual([])
  })

  it('leaves nothing for the next run to read', async () => {
    await ask("SELECT * FROM query('FROM enable_' || 'logging(''QueryLog'')')")
    await ask("SELECT 'a private question'")
    expect(await ask('SELECT message FROM duckdb_logs')).toEqual([])
  })
})

describe('EXPLAIN on DuckDB', () => {
  it.each([
    'EXPLAIN SELECT * FROM orders',
    '/* who asks */ -- and why\n explain analyze SELECT * FROM orders',
    'EXPLAIN (ANALYZE, FORMAT json) SELECT * FROM orders',
    'EXPLAIN(FORMAT json)(SELECT id FROM orders)',
  ])('runs %j', async (text) => {
    const [[kind, plan] = []] = await ask(text)
    expect(kind).toMatch(/plan$/)
    expect(plan).toContain('orders')
  })

  it('reports the position of an error', async () => {
    const text = '/* ü */ EXPLAIN ANALYZE SELECT foo FROM orders'
    await expect(run(text)).rejects.toMatchObject({ position: text.indexOf('foo') + 1 })
  })

  // The engine considers its own database files accessible, and all of these statements are EXPLAINs to it.
  it.each([
    (file: string) => `EXPLAIN ANALYZE COPY (SELECT 1) TO '${file}' (FORMAT csv, USE_TMP_FILE false)`,
    (file: string) => `EXPLAIN (ANALYZE) COPY (SELECT 1) TO '${file}' (FORMAT csv, USE_TMP_FILE false)`,
    (file: string) => `SELECT 1; EXPLAIN ANALYZE COPY (SELECT 1) TO '${file}' (FORMAT csv, USE_TMP_FILE false)`,
    (file: string) => `EXPLAIN ANALYZE COPY (SELECT 1) TO '${file}' (FORMAT csv, USE_TMP_FILE false); SELECT 1`,
    (file: string) => `EXPLAIN ANALYZE PREPARE p AS COPY (SELECT 1) TO '${file}' (FORMAT csv, USE_TMP_FILE false)`,
    () => 'EXPLAIN ANALYZE SET threads = 1',
    () => 'EXPLAIN ANALYZE CREATE TEMP TABLE x AS SELECT 1',
    () => 'EXPLAIN ANALYZE INSTALL httpfs',
  ])('refuses statements that only look like it (%#)', async (text) => {
    const target = join(folders.folder, 'target.duckdb')
    copyFileSync(folders.shop, target)
    const before = readFileSync(target)
    await refusal(text(target), target)
    expect(readFileSync(target).equals(before)).toBe(true)
    expect(readdirSync(folders.folder).filter((name) => name.startsWith('target'))).toEqual(['target.duckdb'])
    expect(await refusal(text(target), target)).not.toMatch(/^It ran/)
  })

  it('is not misled by nested comments', async () => {
    const target = join(folders.folder, 'target.duckdb')
    copyFileSync(folders.shop, target)
    const before = readFileSync(target)
    await refusal(
      `/* /* */ EXPLAIN SELECT 1 -- */ EXPLAIN ANALYZE COPY (SELECT 1) TO '${target}' (FORMAT csv, USE_TMP_FILE false)`,
      target,
    )
    expect(readFileSync(target).equals(before)).toBe(true)
  })
})
