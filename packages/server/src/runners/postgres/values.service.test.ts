import { describe, expect, it } from 'vitest'
import { usePostgresSource } from '../../testing/postgres-source.ts'
import { type ReadValue, rowsOf } from '../../testing/rows-of.ts'
import { COUNTED, insertedValues, REGION } from '../conformance/explored-rows.ts'
import { describeExploredTable } from '../conformance/explored-table.ts'
import type { RunnerResult } from '../runner.ts'
import postgres from './index.ts'

const source = usePostgresSource()
const { options, run, read, values } = source

const described = ({ columns }: RunnerResult) =>
  columns.map(({ type, storage, sourceType }) => [storage.kind, type, sourceType])

describe('PostgreSQL values', () => {
  it('keeps integers exact, up to the limits of their types', async () => {
    const text = `SELECT '-32768'::int2, 32767::int2, '-2147483648'::int4, 2147483647::int4,
      '-9223372036854775808'::int8, 9223372036854775807::int8, 4294967295::oid`
    const result = await run(text)
    expect(described(result).map(([storage]) => storage)).toEqual([
      'int32',
      'int32',
      'int32',
      'int32',
      'int64',
      'int64',
      'int64',
    ])
    expect(await rowsOf(result)).toEqual([
      [-32768, 32767, -2147483648, 2147483647, -9223372036854775808n, 9223372036854775807n, 4294967295n],
    ])
  })

  it('keeps floating-point numbers as the server prints them', async () => {
    const text = `SELECT 0.1::float4, 0.1::float8, '-1.5e-300'::float8, 'NaN'::float8, '-Infinity'::float4`
    expect(await values(text)).toEqual([0.1, 0.1, -1.5e-300, Number.NaN, Number.NEGATIVE_INFINITY])
  })

  it.each([
    ['numeric(38,10)', '1234567890123456789012345678.0123456789'],
    ['numeric(38,10)', '-9999999999999999999999999999.9999999999'],
    ['numeric(38,10)', '0.0000000001'],
    ['numeric(38,10)', '-0.0000000001'],
    ['numeric(38,0)', '99999999999999999999999999999999999999'],
    ['numeric(38,38)', '-0.99999999999999999999999999999999999999'],
    ['numeric(20,0)', '-18446744073709551616'],
    ['numeric(12,2)', '-42.50'],
    ['numeric(12,2)', '0.00'],
    ['numeric(12,3)', '999999999.999'],
    ['numeric(15,5)', '10000.00001'],
    ['numeric(5,1)', '1000.0'],
    ['numeric(4,0)', '-4294'],
    ['numeric(10,0)', '-4294967296'],
  ])('keeps %s %s exact', async (type, digits) => {
    const result = await run(`SELECT '${digits}'::${type} AS amount`)
    expect(described(result)).toEqual([['decimal', 'float', type]])
    expect(await rowsOf(result)).toEqual([[digits]])
  })

  it.each([
    '0',
    '-1',
    '0.000',
    '10000',
    '100000000',
    '100000000.00000000',
    '-0.00001',
    '0.0001000',
    '1234567890123456789012345678901234567890123456789.5',
    '12345.678901234567890',
    'NaN',
    'Infinity',
    '-Infinity',
  ])('keeps the digits of %s, a numeric without precision', async (digits) => {
    const result = await run(`SELECT '${digits}'::numeric AS amount`)
    expect(described(result)).toEqual([['number_text', 'float', 'numeric']])
    expect(await rowsOf(result)).toEqual([[digits]])
  })

  it('agrees with the server on numerics of many sizes', async () => {
    const text = `SELECT n::numeric(38,10) AS n, n::numeric(38,10)::text AS shown, -n AS free, (-n)::text AS free_shown
      FROM (SELECT (power(1.37::numeric, i) * sin(i)::numeric / 1e9)::numeric AS n FROM generate_series(1, 200) i) q`
    for (const [n, shown, free, freeShown] of await read(text)) expect([n, free]).toEqual([shown, freeShown])
  })

  it('leaves NaN in a numeric with precision empty and logs it', async () => {
    const result = await run(`SELECT amount::numeric(10,2) FROM (VALUES ('NaN'::numeric), (1.5)) AS t(amount)`)
    expect(await rowsOf(result)).toEqual([[null], ['1.50']])
    expect(result.log?.()).toEqual([
      'amount: NaN in 1 rows is left empty. To keep it, cast the column to numeric without a precision.',
    ])
  })

  it("distinguishes timestamps with and without time zone, whatever the session's zone", async () => {
    const result = await run(`SET TIME ZONE 'Asia/Kathmandu';
      SELECT '2024-03-31 01:59:59.123456'::timestamp, '2024-03-31 01:59:59.123456+02'::timestamptz, '2024-02-29'::date`)
    expect(described(result)).toEqual([
      ['timestamp', 'datetime', 'timestamp without time zone'],
      ['instant', 'datetime', 'timestamp with time zone'],
      ['date', 'date', 'date'],
    ])
    expect(await rowsOf(result)).toEqual([['2024-03-31T01:59:59.123456', '2024-03-30T23:59:59.123456', '2024-02-29']])
  })

  it('supports the limits of dates and timestamps', async () => {
    const text = `SELECT '1969-12-31 23:59:59.999999'::timestamp, '0044-03-15 BC'::date, '4713-01-01 BC'::timestamp,
      'infinity'::timestamptz, '-infinity'::timestamp, '294276-12-31'::timestamp, 'infinity'::date, '-infinity'::date`
    const largest = 9223372036854775807n
    expect(await values(text)).toEqual([
      '1969-12-31T23:59:59.999999',
      '-000043-03-15',
      '-004712-01-01T00:00:00.000',
      String(largest),
      String(-largest),
      String(largest),
      String(2147483647n * 86_400_000_000n),
      String(-2147483647n * 86_400_000_000n),
    ])
  })

  it('keeps strings of any length in UTF-8', async () => {
    const long = 'naïve 🐘 '.repeat(20_000)
    const result = await run(`SELECT '' AS empty, 'é🐘' AS short, repeat('naïve 🐘 ', 20000) AS long, 'ab'::char(4) AS padded,
      'x'::varchar(7) AS limited, 'n'::name AS name`)
    expect(described(result).map(([, type, sourceType]) => [type, sourceType])).toEqual([
      [null, 'text'],
      [null, 'text'],
      [null, 'text'],
      [null, 'character(4)'],
      ['string', 'character varying(7)'],
      [null, 'name'],
    ])
    expect(await rowsOf(result)).toEqual([['', 'é🐘', long, 'ab  ', 'x', 'n']])
  })

  it('keeps JSON as written', async () => {
    const result = await run(`SELECT '{"b": 1.10,  "a": [null]}'::json, '{"b": 1.10, "a": 12345678901234567890}'::jsonb`)
    expect(described(result).map(([storage, type]) => [storage, type])).toEqual([
      ['json', null],
      ['json', null],
    ])
    expect(await rowsOf(result)).toEqual([['{"b": 1.10,  "a": [null]}', '{"a": 12345678901234567890, "b": 1.10}']])
  })

  it('converts arrays to JSON', async () => {
    const result = await run(`SELECT ARRAY[1,NULL,3], ARRAY[[1.5,'NaN'],[2,3]]::numeric[], ARRAY[true,false],
      ARRAY['a,b','"c"','{}','\\','NULL',NULL,''], ARRAY['{"a": 1}'::jsonb], '{}'::text[], '[0:1]={1,2}'::bigint[]`)
    expect(described(result).map(([storage]) => storage)).toEqual(Array(7).fill('json'))
    expect(await rowsOf(result)).toEqual([
      [
        '[1,null,3]',
        '[[1.5,"NaN"],[2,3]]',
        '[true,false]',
        '["a,b","\\"c\\"","{}","\\\\","NULL",null,""]',
        '[{"a": 1}]',
        '[]',
        '[1,2]',
      ],
    ])
  })

  it("shows other types in the server's text format", async () => {
    const text = `SELECT true, '\\xDEADbeef'::bytea, 'A0EEBC99-9C0B-4EF8-BB6D-6BB9BD380A11'::uuid, '1 day 02:03:04'::interval,
      '10:20:30.5'::time, '10:20+02'::timetz, '10.0.0.0/8'::cidr, 12.5::money, B'101', '<a/>'::xml,
      '(1,2)'::point, 'x'::"char"`
    expect(await values(text)).toEqual([
      true,
      'deadbeef',
      'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11',
      '1 day 02:03:04',
      '10:20:30.5',
      '10:20:00+02',
      '10.0.0.0/8',
      '$12.50',
      '101',
      '<a/>',
      '(1,2)',
      'x',
    ])
  })

  it('writes ranges with a comma and a space between their bounds, and the empty range as an empty string', async () => {
    const text = `SET TIME ZONE 'UTC'; SELECT '[1,5)'::int4range, '(1,5]'::int8range, '[1.5,2.50]'::numrange, '[2024-01-31,2024-02-29)'::daterange,
      '[2024-01-31 10:00,2024-02-29 11:30)'::tsrange, '(2024-01-31 10:00Z,2024-02-29 11:30Z]'::tstzrange,
      'empty'::int4range, '[3,)'::int4range, '(,3)'::int4range, '(,)'::numrange, NULL::int4range,
      '{[1,5),[7,9)}'::int4multirange`
    expect(await values(text)).toEqual([
      '[1, 5)',
      '[2, 6)',
      '[1.5, 2.50]',
      '[2024-01-31, 2024-02-29)',
      '[2024-01-31 10:00:00, 2024-02-29 11:30:00)',
      '(2024-01-31 10:00:00+00, 2024-02-29 11:30:00+00]',
      '',
      '[3, )',
      '(, 3)',
      '(, )',
      null,
      '{[1,5),[7,9)}',
    ])
  })

  it('shows enumerations, domains and composites', async () => {
    await source.admin.query(`CREATE TYPE mood AS ENUM ('sad', 'happy'); CREATE DOMAIN cents AS int CHECK (VALUE >= 0);`)
    const result = await run(
      `SELECT 'happy'::mood AS mood, 5::cents AS price, ROW(1, 'a b') AS pair, ARRAY['sad']::mood[] AS moods`,
    )
    expect(result.columns.map(({ storage }) => storage.kind)).toEqual(['text', 'int32', 'text', 'text'])
    expect(await rowsOf(result)).toEqual([['happy', 5, '(1,"a b")', '{sad}']])
  })

  it('keeps nulls in every type', async () => {
    const types =
      `bool int2 int4 int8 float4 float8 numeric numeric(10,2) date timestamp timestamptz text varchar uuid json jsonb
      bytea int4[] interval`.split(/\s+/)
    const list = types.map((type) => `CASE WHEN i % 2 = 0 THEN NULL::${type} END`).join(', ')
    expect(await read(`SELECT ${list} FROM generate_series(1, 3) i`)).toEqual(Array(3).fill(types.map(() => null)))
    const mixed = await read(`SELECT CASE WHEN i % 3 = 0 THEN i END, CASE WHEN i % 3 = 1 THEN 't' || i END,
      CASE WHEN i % 3 = 2 THEN i::numeric(10,1) END FROM generate_series(1, 7000) i`)
    expect(mixed).toEqual(
      Array.from({ length: 7000 }, (_, index) => index + 1).map((i) => [
        i % 3 === 0 ? i : null,
        i % 3 === 1 ? `t${i}` : null,
        i % 3 === 2 ? `${i}.0` : null,
      ]),
    )
  })
})

describe('PostgreSQL results', () => {
  it('have unique column names', async () => {
    const { columns } = await run('SELECT 1 AS id, 2 AS id, 3 AS id1, 4 AS id, 5')
    expect(columns.map(({ name }) => name)).toEqual(['id', 'id1', 'id11', 'id2', '?column?'])
  })

  it('are complete, in order and in batches', async () => {
    const result = await run(`SELECT i, 'row ' || i FROM generate_series(1, 100000) i`)
    const sizes: number[] = []
    let last: ReadValue[] = []
    for await (const batch of result.batches) {
      const rows = await rowsOf({ columns: result.columns, batches: [batch] })
      expect(rows[0]?.[0]).toBe(sizes.reduce((sum, size) => sum + size, 0) + 1)
      last = rows.at(-1) ?? []
      sizes.push(batch.rowCount)
    }
    expect(last).toEqual([100_000, 'row 100000'])
    expect(sizes.length).toBeGreaterThan(3)
  })

  it('can have values larger than the read buffer', async () => {
    const rows = await read(`SELECT i, repeat('x', 3000000) FROM generate_series(1, 4) i`)
    expect(rows.map(([i, text]) => [i, String(text).length])).toEqual([1, 2, 3, 4].map((i) => [i, 3_000_000]))
  })

  it('can have as many columns as the server allows', async () => {
    const names = Array.from({ length: 1600 }, (_, index) => index)
    const rows = await read(`SELECT ${names.map((n) => `i + ${n}`).join(', ')} FROM generate_series(0, 50) i`)
    expect(rows[50]).toEqual(names.map((n) => n + 50))
  })

  it('are returned by EXPLAIN, SHOW, VALUES, TABLE and data-changing statements with RETURNING', async () => {
    expect(await read('SHOW server_encoding')).toEqual([['UTF8']])
    expect(await read('EXPLAIN (COSTS off) SELECT 1')).toEqual([['Result']])
    expect(await read(`VALUES (1, 'a'), (2, 'b')`)).toEqual([
      [1, 'a'],
      [2, 'b'],
    ])
    await source.admin.query('CREATE TABLE counted (id int)')
    expect(await read('WITH added AS (INSERT INTO counted VALUES (1), (2) RETURNING id) SELECT * FROM added')).toEqual([
      [1],
      [2],
    ])
    expect(await read('DELETE FROM counted WHERE id = 1 RETURNING id')).toEqual([[1]])
    expect(await read('TABLE counted')).toEqual([[2]])
  })
})

const region = `"${REGION.replaceAll('"', '""')}"`
describeExploredTable({
  runner: postgres,
  options,
  create: () =>
    source.admin.query(
      `SET TimeZone = 'UTC';
       CREATE TABLE explored (day date, at timestamp, seen timestamptz, ${region} text, amount numeric(9, 2), ratio float8, "${COUNTED}" int);
       INSERT INTO explored VALUES ${insertedValues(['day', 'at', 'seen', 'region', 'amount', 'ratio', 'n'])};
       INSERT INTO explored (${region}, ratio) VALUES ('no number', 'NaN')`,
    ),
  hasInstants: true,
  hasMedian: true,
})
