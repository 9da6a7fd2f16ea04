import pg from 'pg'
import { afterAll, beforeAll, describe } from 'vitest'
import { freePort } from '../../testing/free-port.ts'
import { type PostgresServer, startPostgres } from '../../testing/postgres-server.ts'
import { type ConformanceSetup, notApplicable } from '../conformance/setup.ts'
import { describeConformance } from '../conformance.ts'
import greenplum from '../greenplum/index.ts'
import postgres from '../postgres/index.ts'
import { NO_DATA } from '../runner.ts'
import timescaledb from '../timescaledb/index.ts'
import { definePostgresRunner } from './define-runner.ts'
import { PostgresOptions } from './options.ts'
import { postgresql } from './server-dialect.ts'

let server: PostgresServer
let admin: pg.Client
let closedPort: number

beforeAll(async () => {
  server = await startPostgres()
  admin = new pg.Client(server.url)
  await admin.connect()
  closedPort = await freePort()
  await admin.query(
    `CREATE TABLE "My Orders" (id int, total numeric(10,2)); CREATE SCHEMA audit; CREATE TABLE audit.log (line text)`,
  )
})
afterAll(async () => {
  await admin.end()
  await server.stop()
})

const options = (changes: Record<string, unknown> = {}) => ({
  host: server.host,
  port: server.port,
  user: server.user,
  password: server.password,
  dbname: server.database,
  ...changes,
})

const setup: ConformanceSetup = {
  options,
  proxied: { port: () => server.port, options: (port) => options({ port }) },
  refused: {
    host: () => ({
      options: options({ port: closedPort }),
      message: /^could not connect to server at .*: connection refused$/,
    }),
    password: () => ({
      options: options({ password: 'wrong password' }),
      message: /^password authentication failed for user "postgres"$/,
    }),
    database: () => ({ options: options({ dbname: 'nowhere' }), message: /^database "nowhere" does not exist$/ }),
  },
  columns: { text: `SELECT 1 AS b, 'x' AS a`, names: ['b', 'a'], rows: [[1, 'x']] },
  repeatedNames: { text: 'SELECT 1 AS id, 2 AS id, 3 AS id', names: ['id', 'id1', 'id2'] },
  noRows: { text: 'SELECT 1 AS id, 2 AS n WHERE false', names: ['id', 'n'] },
  noResultSet: { text: 'CREATE TEMP TABLE nothing (id int)', message: NO_DATA },
  values: {
    nulls: { text: 'SELECT NULL::int, NULL::text, NULL::numeric(5,1), NULL::timestamptz', rows: [[null, null, null, null]] },
    integers: {
      text: `SELECT '-32768'::int2, '-2147483648'::int4, '-9223372036854775808'::int8, 9223372036854775807::int8`,
      rows: [[-32768, -2147483648, -9223372036854775808n, 9223372036854775807n]],
    },
    decimals: {
      text: `SELECT '-1234567890123456789012345678.0123456789'::numeric(38,10), '0.5'::numeric(10,2), '1e-20'::numeric`,
      rows: [['-1234567890123456789012345678.0123456789', '0.50', '0.00000000000000000001']],
      storage: ['decimal', 'decimal', 'number_text'],
    },
    floats: { text: `SELECT 0.1::float8, '-1.5e-300'::float8, 0.1::float4`, rows: [[0.1, -1.5e-300, 0.1]] },
    booleans: { text: 'SELECT true, false', rows: [[true, false]], storage: ['boolean', 'boolean'] },
    texts: {
      text: `SELECT 'naïve 🐘 漢字', 'it''s "quoted"', E'two\\nlines'`,
      rows: [['naïve 🐘 漢字', `it's "quoted"`, 'two\nlines']],
    },
    emptyTexts: { text: `SELECT '', NULL::text`, rows: [['', null]] },
    dates: {
      text: `SELECT '2024-02-29'::date, '0044-03-15 BC'::date, '12024-01-01'::date`,
      rows: [['2024-02-29', '-000043-03-15', '+012024-01-01']],
    },
    wallClocks: {
      text: `SELECT '2024-03-31 01:59:59.123456'::timestamp, '1969-12-31 23:59:59'::timestamp, '0044-03-15 10:00 BC'::timestamp,
        '-infinity'::timestamp`,
      rows: [
        ['2024-03-31T01:59:59.123456', '1969-12-31T23:59:59.000', '-000043-03-15T10:00:00.000', String(-9223372036854775807n)],
      ],
      storage: ['timestamp', 'timestamp', 'timestamp', 'timestamp'],
    },
    instants: {
      text: `SET TIME ZONE 'Asia/Kathmandu'; SELECT '2024-03-31 01:59:59.5+02'::timestamptz, '1800-01-01 00:00+00'::timestamptz`,
      rows: [['2024-03-30T23:59:59.500', '1800-01-01T00:00:00.000']],
      storage: ['instant', 'instant'],
    },
    binary: { text: `SELECT '\\x00ffDE'::bytea, ''::bytea`, rows: [['00ffde', '']] },
    nested: {
      text: `SELECT '{"a": [1, null]}'::jsonb, ARRAY[1,NULL,3], ARRAY[['a','b']]`,
      rows: [['{"a": [1, null]}', '[1,null,3]', '[["a","b"]]']],
      storage: ['json', 'json', 'json'],
    },
    strange: {
      text: `SELECT 'A0EEBC99-9C0B-4EF8-BB6D-6BB9BD380A11'::uuid, '1 day 02:03'::interval, '10:20:30.5'::time, '10.0.0.0/8'::cidr,
        '[1,5)'::int4range, '(1,2)'::point, ROW(1, 'a b'), 4294967295::oid`,
      rows: [
        [
          'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11',
          ...['1 day 02:03:00', '10:20:30.5', '10.0.0.0/8', '[1, 5)', '(1,2)', '(1,"a b")'],
          4294967295n,
        ],
      ],
    },
  },
  many: { text: `SELECT i, 'row ' || i AS name FROM generate_series(1, 5000) i`, count: 5000 },
  slow: 'SELECT pg_sleep(600)',
  endless: `SELECT generate_series(1, 1000000000), repeat('x', 100)`,
  isWorkingOn: async (text) => {
    const find = `SELECT 1 FROM pg_stat_activity WHERE query = $1 AND state = 'active'`
    return (await admin.query(find, [text])).rows.length > 0
  },
  failing: { text: 'SELECT 1,\n  colour FROM pg_class', message: /^column "colour" does not exist\nLINE 2:/, at: 'colour' },
  failingMidway: { text: 'SELECT 1 / (50000 - i) FROM generate_series(1, 60000) i', message: /^division by zero$/ },
  severalStatements: { text: 'CREATE TEMP TABLE t AS SELECT 7 AS x; SELECT x FROM t', rows: [[7]] },
  writing: notApplicable('the database decides what a user may change'),
  schema: { tables: { '"My Orders"': ['id', 'total'], 'audit.log': ['line'] } },
  stoppable: true,
}

const createTables = async (names: readonly string[]) => {
  await admin.query(
    `DO $$ DECLARE t text; BEGIN FOREACH t IN ARRAY '{${names}}'::text[] LOOP EXECUTE 'CREATE UNLOGGED TABLE ' || t || ' (id int)'; END LOOP; END $$`,
  )
}

/** The same server, with text formats, as for servers without PostgreSQL's binary formats. */
const inTexts = definePostgresRunner({
  ...{
    type: 'pg_texts',
    name: 'PostgreSQL in texts',
    moduleUrl: '',
    language: 'postgresql',
    guide: 'postgresql',
    config: PostgresOptions,
  },
  gallery: { category: 'database' },
  serverDialect: { ...postgresql, name: 'texts', hasBinaryForms: false },
  connectionOptions: (config) => config,
})

describe("servers with PostgreSQL's protocol", () => {
  describeConformance(inTexts, setup)
  describeConformance(timescaledb, setup)
  describeConformance(greenplum, setup)
  describeConformance(postgres, { ...setup, schema: { tables: { '"My Orders"': ['id', 'total'] }, create: createTables } })
})
