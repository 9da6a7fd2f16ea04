import pg from 'pg'
import { beforeAll, describe, expect, it } from 'vitest'
import { never } from '../../testing/never.ts'
import { usePostgresSource } from '../../testing/postgres-source.ts'
import { expectPlainRefusals } from '../conformance/rights.ts'
import { readListedColumns } from '../postgres-wire/listed-columns.ts'
import postgres from './index.ts'

const source = usePostgresSource()
const { configOf } = source

describe('the schema of PostgreSQL', () => {
  it('lists every kind of table with quoted names, with columns in the order of the table (EDIT-41)', async () => {
    await source.admin.query(`
      CREATE DATABASE catalogue`)
    const client = new pg.Client({ ...source.server, database: 'catalogue' })
    await client.connect()
    await client.query(`
      CREATE SCHEMA sales;
      CREATE TABLE "My Orders" (id int, "Total €" numeric(10,2), placed timestamptz);
      CREATE TABLE sales.lines (b text, a varchar(3)[]);
      CREATE VIEW sales.summary AS SELECT count(*) AS n FROM sales.lines;
      CREATE MATERIALIZED VIEW cached AS SELECT 1 AS one;
      CREATE TABLE events (day date) PARTITION BY RANGE (day);
      CREATE TABLE events_2024 PARTITION OF events FOR VALUES FROM ('2024-01-01') TO ('2025-01-01');
      CREATE TABLE "order" ();
      INSERT INTO sales.lines SELECT i::text FROM generate_series(1, 42) i;
      ANALYZE sales.lines;
    `)
    await client.end()
    const schema = await postgres.getSchema?.({ config: configOf({ dbname: 'catalogue' }), signal: never })
    expect(schema?.map(({ name, columns }) => [name, columns.map(({ name, type }) => `${name} ${type}`)])).toEqual([
      ['"My Orders"', ['id integer', 'Total € numeric(10,2)', 'placed timestamp with time zone']],
      ['"order"', []],
      ['cached', ['one integer']],
      ['events', ['day date']],
      ['sales.lines', ['b text', 'a character varying(3)[]']],
      ['sales.summary', ['n bigint']],
    ])
    expect(schema?.find(({ name }) => name === 'sales.lines')?.size).toBe(42)
  })

  it('has keys, comments and the values of enums (EDIT-42, EDIT-45, OPEN-160)', async () => {
    await source.admin.query(`
      CREATE TYPE mood AS ENUM ('sad', 'it''s ok', 'happy');
      CREATE SCHEMA kept;
      CREATE TABLE kept."People" (id int PRIMARY KEY, gone int, "Mood" mood);
      ALTER TABLE kept."People" DROP COLUMN gone;
      CREATE TABLE kept.pets (owner int REFERENCES kept."People", place int, PRIMARY KEY (owner, place));
      CREATE TABLE kept.visits (spot int, pet int, FOREIGN KEY (pet, spot) REFERENCES kept.pets);
      COMMENT ON TABLE kept.pets IS 'All the pets';
      COMMENT ON COLUMN kept.pets.place IS 'From 1'`)
    const schema = await postgres.getSchema?.({ config: configOf(), signal: never })
    expect(schema?.filter(({ name }) => name.startsWith('kept.'))).toEqual([
      {
        name: 'kept."People"',
        columns: [
          { name: 'id', type: 'integer', primary: true },
          { name: 'Mood', type: 'mood', values: ['sad', "it's ok", 'happy'] },
        ],
      },
      {
        name: 'kept.pets',
        description: 'All the pets',
        columns: [
          { name: 'owner', type: 'integer', primary: true },
          { name: 'place', type: 'integer', primary: true, comment: 'From 1' },
        ],
        foreign_keys: [{ columns: ['owner'], table: 'kept."People"', references: ['id'] }],
      },
      {
        name: 'kept.visits',
        columns: [
          { name: 'spot', type: 'integer' },
          { name: 'pet', type: 'integer' },
        ],
        foreign_keys: [{ columns: ['pet', 'spot'], table: 'kept.pets', references: ['owner', 'place'] }],
      },
    ])
  })

  it('is read with its keys and comments by statements for CockroachDB and Redshift, too (EDIT-42, OPEN-160, OPEN-161)', async () => {
    const signal = never
    const whole = await postgres.getSchema?.({ config: configOf(), signal })
    const runStatement = async (statement: string) => (await source.admin.query(statement)).rows
    const columns = `SELECT table_schema AS "schema", table_name AS "table", column_name AS "column", data_type AS "type",
      table_schema = current_schema() AS is_current FROM information_schema.columns WHERE table_schema = 'kept' ORDER BY ordinal_position`
    const listed = await readListedColumns(runStatement, columns, signal)
    const comparable = (tables: typeof listed) =>
      tables.map(({ columns, ...table }) => ({
        ...table,
        columns: columns.map(({ name, primary, comment }) => ({ name, primary, comment })),
      }))
    const kept = whole?.filter(({ name }) => name.startsWith('kept.')) ?? []
    expect(comparable(listed)).toEqual(comparable(kept))
    const mayNotRead = (statement: string) =>
      statement.includes('pg_constraint') ? Promise.reject(new Error('permission denied')) : runStatement(statement)
    expect(await readListedColumns(mayNotRead, columns, signal)).toMatchObject([{}, { description: 'All the pets' }, {}])
  })
})

describe('a login of PostgreSQL without rights (OPEN-820)', () => {
  const visitor = (changes = {}) => ({ ...source.options(), user: 'visitor', password: 'secret of the visitor', ...changes })
  beforeAll(async () => {
    await source.admin.query(`
      CREATE ROLE visitor LOGIN PASSWORD 'secret of the visitor';
      CREATE TABLE hidden (id int PRIMARY KEY);
      CREATE TABLE open (id int PRIMARY KEY, pay int REFERENCES hidden, boss int REFERENCES open);
      COMMENT ON COLUMN open.pay IS 'per month';
      CREATE SCHEMA closed;
      CREATE TABLE closed.t (id int);
      GRANT SELECT (id, boss) ON open TO visitor;
      GRANT SELECT ON closed.t TO visitor`)
    await source.admin.query('CREATE DATABASE locked')
    await source.admin.query('REVOKE CONNECT ON DATABASE locked FROM PUBLIC')
  })

  it('reads what it may, learns what it may not, and sees only the columns that it may read (OPEN-821)', async () => {
    await expectPlainRefusals(postgres, {
      options: visitor(),
      schema: ['open: id, boss'],
      allowed: 'SELECT id FROM open',
      refused: {
        'SELECT * FROM hidden': 'permission denied for table hidden',
        'SELECT pay FROM open': 'permission denied for table open',
        'SELECT 1; SELECT * FROM hidden': 'permission denied for table hidden',
        'SELECT * FROM closed.t': /^permission denied for schema closed\nLINE 1: SELECT \* FROM closed\.t\n *\^$/,
        'CREATE TABLE made (id int)': /^permission denied for schema public\nLINE 1: /,
        "SELECT pg_read_file('/etc/passwd')": 'permission denied for function pg_read_file',
      },
      remains: async () =>
        (await source.admin.query("SELECT query FROM pg_stat_activity WHERE usename = 'visitor' AND state <> 'idle'")).rows,
    })
    const [open] = (await postgres.getSchema?.({ config: configOf(visitor()), signal: never })) ?? []
    expect(open?.foreign_keys).toEqual([{ columns: ['boss'], table: 'open', references: ['id'] }])
    expect(JSON.stringify(open)).not.toMatch(/pay|per month/)
  })

  it('learns which database it may not connect to', async () => {
    const message = 'permission denied for database "locked"'
    await expectPlainRefusals(postgres, {
      options: visitor({ dbname: 'locked' }),
      ...{ schema: message, test: message, refused: { 'SELECT 1': message } },
    })
  })

  it('fails the test of a connection once it may no longer sign in, although a connection is idle (OPEN-822)', async () => {
    await source.admin.query(`CREATE ROLE leaver LOGIN PASSWORD 'secret of the leaver'`)
    const config = configOf({ user: 'leaver', password: 'secret of the leaver' })
    expect(await source.read('SELECT 1', { user: 'leaver', password: 'secret of the leaver' })).toEqual([[1]])
    await source.admin.query('ALTER ROLE leaver NOLOGIN')
    await expect(postgres.testConnection?.({ config, signal: never })).rejects.toThrow(
      'role "leaver" is not permitted to log in',
    )
  })
})
