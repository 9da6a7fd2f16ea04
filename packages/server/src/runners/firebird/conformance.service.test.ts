import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type FirebirdServer, startFirebird } from '../../testing/firebird-server.ts'
import { freePort } from '../../testing/free-port.ts'
import { never } from '../../testing/never.ts'
import { rowsOf } from '../../testing/rows-of.ts'
import { expectPlainRefusals } from '../conformance/rights.ts'
import { failureOf } from '../conformance/runs.ts'
import { type ConformanceSetup, notApplicable } from '../conformance/setup.ts'
import { describeConformance } from '../conformance.ts'
import { close, type Database, open } from './connection.ts'
import firebird from './index.ts'

let server: FirebirdServer
let admin: Database
let closedPort: number

const TABLES_AT_ONCE = 500

beforeAll(async () => {
  server = await startFirebird()
  const { host, port, database } = server
  admin = await open({ host, port, database, ...server.admin }, never)
  closedPort = await freePort()
  await admin.queryAsync('CREATE TABLE "my orders" ("total" DECIMAL(10, 2), ID INTEGER)')
  await admin.queryAsync('CREATE TABLE NOTES (ID INTEGER, NOTE BLOB SUB_TYPE TEXT, RAW BLOB, SPARE INTEGER[1:3])')
  for (const granted of ['ALL ON NOTES', 'ALL ON "my orders"', 'DELETE ON MON$ATTACHMENTS'])
    await admin.queryAsync(`GRANT ${granted} TO USER ANALYST`)
})
afterAll(async () => {
  await close(admin)
  await server.stop()
})

const options = (changes: Record<string, unknown> = {}) => {
  const { host, port, user, password, database } = server
  return { host, port, user, password, database, ...changes }
}

/** Counts to a number; with `SUSPEND` in the loop, every number is a row. */
const counting = (last: number, more = '') =>
  `EXECUTE BLOCK RETURNS (N BIGINT, T VARCHAR(100)) AS BEGIN
  N = 0; T = '${more}';
  WHILE (N < ${last}) DO BEGIN N = N + 1; SUSPEND; END
END`
const FROM = 'FROM RDB$DATABASE'
const NUMBERS = 'WITH RECURSIVE D AS (SELECT 0 AS I FROM RDB$DATABASE UNION ALL SELECT I + 1 FROM D WHERE I < 70)'

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
      message: /^Your user name and password are not defined\. Ask your database administrator/,
    }),
    database: () => ({ options: options({ database: 'nowhere' }), message: /Access to database ".*nowhere" is denied/ }),
  },
  columns: { text: `SELECT 1 AS B, 'x' AS "a" ${FROM}`, names: ['B', 'a'], rows: [[1n, 'x']] },
  repeatedNames: { text: `SELECT 1 AS ID, 2 AS ID, 3 AS ID ${FROM}`, names: ['ID', 'ID1', 'ID2'] },
  noRows: { text: 'SELECT ID, "total" FROM "my orders" WHERE 1 = 0', names: ['ID', 'total'] },
  noResultSet: { text: 'INSERT INTO NOTES (ID) VALUES (0)', message: 'Query completed but it returned no data.' },
  values: {
    nulls: {
      text: `SELECT NULL, CAST(NULL AS DECIMAL(5, 1)), CAST(NULL AS TIMESTAMP), CAST(NULL AS BLOB) ${FROM}`,
      rows: [[null, null, null, null]],
    },
    integers: {
      text: `SELECT CAST('-9223372036854775808' AS BIGINT), 9223372036854775807, CAST(-5 AS SMALLINT), 2147483647 ${FROM}`,
      rows: [[-9223372036854775808n, 9223372036854775807n, -5n, 2147483647n]],
      storage: ['int64', 'int64', 'int64', 'int64'],
    },
    decimals: {
      text: `SELECT CAST('-12345678901234.5678' AS NUMERIC(18, 4)), CAST(0.5 AS DECIMAL(9, 2)), CAST('922337203685477.5807' AS NUMERIC(18, 4)), CAST(-1.1 AS NUMERIC(4, 1)) ${FROM}`,
      rows: [['-12345678901234.5678', '0.50', '922337203685477.5807', '-1.1']],
      storage: ['decimal', 'decimal', 'decimal', 'decimal'],
    },
    floats: {
      text: `SELECT 0.1e0, -1.5e-3, CAST(0.1 AS FLOAT) ${FROM}`,
      rows: [[0.1, -1.5e-3, 0.1]],
      storage: ['double', 'double', 'double'],
    },
    booleans: { text: `SELECT TRUE, FALSE ${FROM}`, rows: [[true, false]], storage: ['boolean', 'boolean'] },
    texts: {
      text: `SELECT 'naïve 🐘 漢字', 'it''s "quoted"', 'two\nlines' ${FROM}`,
      rows: [['naïve 🐘 漢字', `it's "quoted"`, 'two\nlines']],
    },
    emptyTexts: { text: `SELECT '', CAST(NULL AS VARCHAR(3)) ${FROM}`, rows: [['', null]] },
    dates: {
      text: `SELECT DATE '2024-02-29', DATE '0001-01-01', DATE '9999-12-31' ${FROM}`,
      rows: [['2024-02-29', '0001-01-01', '9999-12-31']],
      storage: ['date', 'date', 'date'],
    },
    wallClocks: {
      text: `SELECT TIMESTAMP '2024-03-31 02:30:00.1234', TIMESTAMP '1969-12-31 23:59:59', TIMESTAMP '0001-01-01 00:00:00' ${FROM}`,
      rows: [['2024-03-31T02:30:00.123400', '1969-12-31T23:59:59.000', '0001-01-01T00:00:00.000']],
      storage: ['timestamp', 'timestamp', 'timestamp'],
    },
    instants: notApplicable('this version has no time zones'),
    binary: {
      text: `SELECT CAST(x'00ffDE' AS CHAR(3) CHARACTER SET OCTETS), CAST('' AS VARCHAR(3) CHARACTER SET OCTETS), CAST(x'00ff' AS BLOB) ${FROM}`,
      rows: [['00ffde', '', '00ff']],
    },
    nested: notApplicable('it has only arrays, which have a test of their own'),
    strange: {
      text: `SELECT TIME '10:20:30.5', TIME '23:59:59.9999', CAST('long ä' AS BLOB SUB_TYPE TEXT) ${FROM}`,
      rows: [['10:20:30.5', '23:59:59.9999', 'long ä']],
    },
  },
  many: {
    text: `SELECT N, 'row' AS T FROM (${NUMBERS} SELECT ROW_NUMBER() OVER () AS N FROM D A CROSS JOIN D B ROWS 5000)`,
    count: 5000,
  },
  slow: `EXECUTE BLOCK RETURNS (N BIGINT) AS BEGIN N = 0; WHILE (N < 9000000000) DO N = N + 1; SUSPEND; END`,
  endless: counting(9_000_000_000, 'x'.repeat(90)),
  isWorkingOn: async (text) => {
    const rows = await admin.queryAsync(
      'SELECT 1 FROM MON$STATEMENTS WHERE MON$STATE > 0 AND MON$ATTACHMENT_ID <> CURRENT_CONNECTION AND CAST(MON$SQL_TEXT AS VARCHAR(8000)) = ?',
      [text],
    )
    return rows.length > 0
  },
  failing: {
    text: `SELECT 1\n  , colour ${FROM}`,
    message: /^Dynamic SQL Error, SQL error code = -206, Column unknown, COLOUR, At line 2, column 5$/,
    at: 'colour',
  },
  failingMidway: {
    text: `${NUMBERS} SELECT 1 / (4000 - ROW_NUMBER() OVER ()) FROM D A CROSS JOIN D B`,
    message: /^Arithmetic exception, numeric overflow, or string truncation, Integer divide by zero/,
  },
  severalStatements: notApplicable('the server accepts one at a time'),
  writing: notApplicable('the database decides what a user may change'),
  schema: {
    tables: { '"my orders"': ['"total"', 'ID'], NOTES: ['ID', 'NOTE', 'RAW', 'SPARE'] },
    create: async (names) => {
      for (let start = 0; start < names.length; start += TABLES_AT_ONCE)
        await admin.queryAsync(
          `EXECUTE BLOCK AS BEGIN ${names
            .slice(start, start + TABLES_AT_ONCE)
            .flatMap((name) => [`CREATE TABLE ${name} (ID INTEGER)`, `GRANT SELECT ON ${name} TO USER ANALYST`])
            .map((statement) => `EXECUTE STATEMENT '${statement}';`)
            .join('\n')} END`,
        )
    },
  },
  stoppable: true,
}

describeConformance(firebird, setup)

describe('Firebird', () => {
  const run = async (text: string, changes = {}) =>
    rowsOf(await firebird.run(text, { config: firebird.config.parse(options(changes)), signal: never, tempDir: '/nowhere' }))

  it('returns the rows of a data change and commits it', async () => {
    expect(await run(`INSERT INTO NOTES (ID, NOTE) VALUES (7, 'käse') RETURNING ID, NOTE`)).toEqual([[7n, 'käse']])
    expect(await run('SELECT ID, NOTE, RAW FROM NOTES WHERE ID = 7')).toEqual([[7n, 'käse', null]])
  })

  it('rolls back a change whose rows cannot be read', async () => {
    await failureOf(run('INSERT INTO NOTES (ID) VALUES (8) RETURNING 1 / 0'))
    expect(await run('SELECT COUNT(*) FROM NOTES WHERE ID = 8')).toEqual([[0n]])
  })

  it('has keys and comments in its schema (EDIT-42, OPEN-160)', async () => {
    for (const statement of [
      'CREATE TABLE SHELVES (PLACE INTEGER NOT NULL, ROW_NO INTEGER NOT NULL, PRIMARY KEY (ROW_NO, PLACE))',
      'CREATE TABLE "boxes" (PLACE INTEGER, "row" INTEGER, FOREIGN KEY ("row", PLACE) REFERENCES SHELVES)',
      ...['GRANT SELECT ON SHELVES TO USER ANALYST', 'GRANT SELECT ON "boxes" TO USER ANALYST'],
      `COMMENT ON TABLE SHELVES IS 'In the hall'`,
      `COMMENT ON COLUMN "boxes"."row" IS 'Käse'`,
    ])
      await admin.queryAsync(statement)
    const schema = await firebird.getSchema?.({ config: firebird.config.parse(options()), signal: never })
    expect(schema?.filter(({ name }) => ['SHELVES', '"boxes"'].includes(name))).toEqual([
      {
        name: '"boxes"',
        columns: [
          { name: 'PLACE', type: 'integer' },
          { name: '"row"', type: 'integer', comment: 'Käse' },
        ],
        foreign_keys: [{ columns: ['"row"', 'PLACE'], table: 'SHELVES', references: ['ROW_NO', 'PLACE'] }],
      },
      {
        name: 'SHELVES',
        description: 'In the hall',
        columns: [
          { name: 'PLACE', type: 'integer', primary: true },
          { name: 'ROW_NO', type: 'integer', primary: true },
        ],
      },
    ])
  })

  it('reads large blobs completely', async () => {
    const text = `SELECT CAST(LPAD('', 8000, 'ä') AS BLOB SUB_TYPE TEXT) || LPAD('', 8000, 'b') || LPAD('', 8000, 'c') || LPAD('', 8000, 'ä') ${FROM}`
    const [[value] = []] = await run(text)
    expect(value).toBe(['ä', 'b', 'c', 'ä'].map((letter) => letter.repeat(8000)).join(''))
  })

  it('signs in users whose salt has fewer digits', async () => {
    const signsIn = { user: 'ODD', password: 'once and again' }
    await admin.queryAsync(`CREATE USER ODD PASSWORD '${signsIn.password}' USING PLUGIN Srp`)
    const shortSalt = `SELECT 1 FROM PLG$SRP WHERE PLG$USER_NAME = 'ODD' AND PLG$SALT < x'10'`
    while ((await admin.queryAsync(shortSalt)).length === 0)
      await admin.queryAsync(`ALTER USER ODD PASSWORD '${signsIn.password}'`)
    expect(await run(`SELECT CURRENT_USER ${FROM}`, signsIn)).toEqual([['ODD']])
  })

  it('explains how to read arrays', async () => {
    expect((await failureOf(run('SELECT SPARE FROM NOTES'))).message).toBe(
      'The column "SPARE" is an array. Select single elements of it, such as SPARE[1].',
    )
  })
})

describe('a login of Firebird without rights (OPEN-820)', () => {
  it('reads what it may, learns what it may not, and sees only the tables that it may read (OPEN-824)', async () => {
    for (const statement of [
      "CREATE USER VISITOR PASSWORD 'secret of the visitor' USING PLUGIN Srp",
      ...['CREATE TABLE HIDDEN (ID INTEGER)', 'CREATE TABLE BY_ROLE (ID INTEGER)', 'CREATE TABLE FOR_ALL (ID INTEGER)'],
      ...['CREATE VIEW SEEN AS SELECT ID FROM HIDDEN', 'CREATE ROLE READERS', 'GRANT READERS TO USER VISITOR'],
      ...['GRANT SELECT ON SEEN TO USER VISITOR', 'GRANT SELECT ON BY_ROLE TO READERS', 'GRANT SELECT ON FOR_ALL TO PUBLIC'],
    ])
      await admin.queryAsync(statement)
    await expectPlainRefusals(firebird, {
      options: options({ user: 'VISITOR', password: 'secret of the visitor' }),
      schema: ['BY_ROLE: ID', 'FOR_ALL: ID', expect.stringMatching(/^PLG\$SRP_VIEW: /), 'SEEN: ID'],
      allowed: 'SELECT ID FROM SEEN',
      refused: {
        'SELECT * FROM HIDDEN': 'No permission for SELECT access to TABLE HIDDEN',
        'INSERT INTO FOR_ALL VALUES (1)': 'No permission for INSERT access to TABLE FOR_ALL',
        'CREATE TABLE MADE (ID INTEGER)':
          'Unsuccessful metadata update, CREATE TABLE MADE failed, There is no privilege for this operation',
      },
      remains: () => admin.queryAsync("SELECT MON$ATTACHMENT_ID FROM MON$ATTACHMENTS WHERE MON$USER = 'VISITOR'"),
    })
  })
})
