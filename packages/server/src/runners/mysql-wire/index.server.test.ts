import mysqlDriver from 'mysql2/promise'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startAuthority } from '../../testing/certificate.ts'
import { never } from '../../testing/never.ts'
import type { DatabaseServer } from '../../testing/postgres-server.ts'
import { goMysqlServer } from '../../testing/servers/go-mysql-server.ts'
import { sqlSource } from '../../testing/sql-source.ts'
import { CERTIFICATE_REFUSED } from '../../testing/tls-proxy.ts'
import { boundRuns, itMatchesWords, plainConditions, WORDS } from '../conformance/bound-words.ts'
import { itReadsManyRows, MILLION } from '../conformance/many-rows.ts'
import { isRunning, sqlCases, sqlValues } from '../conformance/mysql-cases.ts'
import { notApplicable } from '../conformance/setup.ts'
import { describeConformance } from '../conformance.ts'
import mysql from '../mysql/index.ts'

// go-mysql-server shares no code with MySQL and MariaDB: the engine and the protocol are those of Dolt.

const NUMBERS = 5000
const NO_DATA = 'No data was returned.'

let server: DatabaseServer
let admin: mysqlDriver.Connection
beforeAll(async () => {
  server = await goMysqlServer.start()
  admin = await mysqlDriver.createConnection({ uri: server.url, charset: 'utf8mb4' })
  const numbers = Array.from({ length: NUMBERS }, (_, index) => `(${index + 1})`)
  for (const statement of [
    "CREATE TABLE `my orders` (total decimal(10,2) COMMENT 'With tax', id int PRIMARY KEY)",
    'CREATE TABLE numbers (n int PRIMARY KEY)',
    `INSERT INTO numbers VALUES ${numbers.join()}`,
    'CREATE TABLE words (id int PRIMARY KEY, word varchar(50) COLLATE utf8mb4_0900_bin)',
  ])
    await admin.query(statement)
  for (const [id, word] of WORDS.entries()) await admin.execute('INSERT INTO words VALUES (?, ?)', [id, word])
})
afterAll(async () => {
  await admin?.end()
  await server?.stop()
})

const optionsOf = ({ port, user, password: passwd, database: db }: DatabaseServer) => ({
  host: '127.0.0.1',
  port,
  user,
  passwd,
  db,
})
const options = (changes: Record<string, unknown> = {}) => ({ ...optionsOf(server), ...changes })
const { configOf, run, refusal } = sqlSource(mysql, options)

const ENDLESS = "SELECT a.n, repeat('x', 100) AS endless FROM numbers a CROSS JOIN numbers b CROSS JOIN numbers c"

describeConformance(mysql, {
  options,
  proxied: { port: () => server.port, options: (port) => options({ port }) },
  refused: {
    host: () => ({ options: options({ port: 1 }), message: /^could not connect to server at .*: connection refused$/ }),
    password: () => ({ options: options({ passwd: 'wrong password' }), message: /^Access denied for user 'analyst'$/ }),
    database: () => ({ options: options({ db: 'nowhere' }), message: /^database not found: nowhere$/ }),
  },
  ...sqlCases,
  noResultSet: { text: 'CREATE TABLE IF NOT EXISTS nothing (id int)', message: NO_DATA },
  values: {
    ...sqlValues,
    integers: {
      text: 'SELECT CAST(-9223372036854775808 AS signed), 9223372036854775807, CAST(18446744073709551615 AS unsigned), -5',
      rows: [[-(2n ** 63n), 2n ** 63n - 1n, '18446744073709551615', -5]],
      storage: ['int64', 'int64', 'decimal', 'int32'],
    },
    dates: {
      text: `SELECT CAST('2024-02-29' AS date), CAST('1000-01-01' AS date), CAST('9999-12-31' AS date)`,
      rows: [['2024-02-29', '1000-01-01', '9999-12-31']],
      storage: ['date', 'date', 'date'],
    },
    wallClocks: {
      text: `SELECT CAST('2024-03-31 01:59:59.123456' AS datetime(6)), CAST('1969-12-31 23:59:59' AS datetime)`,
      rows: [['2024-03-31T01:59:59.123456', '1969-12-31T23:59:59.000']],
      storage: ['timestamp', 'timestamp'],
    },
    strange: {
      text: `SELECT CAST('10:20:30.5' AS time(1)), CAST('-838:59:59' AS time), b'101'`,
      rows: [['10:20:30.500000', '-838:59:59', '5']],
    },
  },
  many: { text: `SELECT n, concat('row ', n) AS name FROM numbers ORDER BY n`, count: NUMBERS },
  endless: ENDLESS,
  isWorkingOn: (text) => isRunning(admin, text),
  failing: { text: 'SELECT 1\nWHER x = 1', message: /^syntax error at position 16 near 'x'$/, at: 'x = 1' },
  failingMidway: notApplicable('errors in computations are NULL'),
  severalStatements: { text: 'SET @x = 7; SELECT @x AS x', rows: [[7]] },
  schema: {
    tables: { '`my orders`': ['total', 'id'] },
    async create(names) {
      for (const name of names) await admin.query(`CREATE TABLE ${name} (id int)`)
    },
  },
  stoppable: true,
})

const BY_CODE_POINTS = {
  fold: (text: string) => text,
  concat: (...texts: string[]) => `concat(${texts.join()})`,
  equal: (one: string, other: string) => one === other,
}

describe('texts as values in MySQL, as go-mysql-server reads them (PARAM-73)', () => {
  itMatchesWords({
    runner: mysql,
    conditions: plainConditions(BY_CODE_POINTS),
    run: boundRuns({ runner: mysql, options, tempDir: () => '/nowhere' }),
  })
})

describe('MySQL, as go-mysql-server has it', () => {
  it('reports the place of a syntax error behind letters of several bytes (OPEN-636)', async () => {
    const text = "SELECT 'é🐘', n FRM numbers"
    expect(await refusal(text)).toMatchObject({ position: text.indexOf('numbers') + 1 })
  })

  it('reports no place of a syntax error in a later statement, since the server counts from its beginning (OPEN-636)', async () => {
    expect(await refusal('SELECT 1; SELEC 2')).toMatchObject({
      message: "syntax error at position 6 near 'SELEC'",
      position: null,
    })
  })

  it('says which table does not exist', async () => {
    expect((await refusal('SELECT * FROM nowhere')).message).toBe('table not found: nowhere')
  })

  it('has keys and comments in its schema', async () => {
    const schema = await mysql.getSchema?.({ config: configOf(), signal: never })
    expect(schema?.find(({ name }) => name === '`my orders`')?.columns).toEqual([
      { name: 'total', type: 'decimal(10,2)', comment: 'With tax' },
      { name: 'id', type: 'int', primary: true },
    ])
  })

  itReadsManyRows(() => run(`SELECT a.n, concat('row ', b.n) FROM numbers a CROSS JOIN numbers b LIMIT ${MILLION}`))
})

describe('the certificate of go-mysql-server (OPEN-637)', () => {
  it.each([
    ['good', 'localhost', false, []],
    ['misnamed', 'other.example', false, ['verify-identity']],
    ['expired', 'localhost', true, ['verify-ca', 'verify-identity']],
    ['unknown', 'localhost', false, ['verify-ca', 'verify-identity']],
  ] as const)('is verified as the SSL mode says: %s', async (kind, name, expired, refusing) => {
    const [known, stranger] = await Promise.all(['Known in the tests', 'Unknown in the tests'].map(startAuthority))
    const issuer = kind === 'unknown' ? stranger : known
    const own = await goMysqlServer.start(await issuer?.issue(name, expired))
    try {
      const source = sqlSource(mysql, () => ({ ...optionsOf(own), host: 'localhost', ssl_cacert: known?.pem }))
      for (const ssl_mode of ['preferred', 'required', 'verify-ca', 'verify-identity']) {
        const outcome = await source.read('SELECT 1', { ssl_mode }).catch(({ message }) => message)
        if (kind !== 'good' && refusing.some((mode) => mode === ssl_mode))
          expect(outcome, ssl_mode).toMatch(CERTIFICATE_REFUSED[kind])
        else expect(outcome, ssl_mode).toEqual([[1]])
      }
    } finally {
      await own.stop()
    }
  })
})
