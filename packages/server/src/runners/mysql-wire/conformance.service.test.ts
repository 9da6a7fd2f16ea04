import mysqlDriver from 'mysql2/promise'
import { afterAll, beforeAll, describe } from 'vitest'
import { freePort } from '../../testing/free-port.ts'
import { startMariadb } from '../../testing/mariadb-server.ts'
import type { DatabaseServer } from '../../testing/postgres-server.ts'
import { isRunning, sqlCases, sqlValues } from '../conformance/mysql-cases.ts'
import { type ConformanceSetup, notApplicable } from '../conformance/setup.ts'
import { describeConformance } from '../conformance.ts'
import mariadb from '../mariadb/index.ts'
import memsql from '../memsql/index.ts'
import mysql from '../mysql/index.ts'
import rdsMysql from '../rds-mysql/index.ts'
import { defineMysqlRunner, mysql as dialectOfMysql, tidb } from './define-runner.ts'
import { MysqlOptions } from './options.ts'

let server: DatabaseServer
let admin: mysqlDriver.Connection
let closedPort: number

beforeAll(async () => {
  server = await startMariadb()
  admin = await mysqlDriver.createConnection({ uri: server.url, multipleStatements: true })
  closedPort = await freePort()
  await admin.query('CREATE TABLE `my orders` (total decimal(10,2), id int)')
})
afterAll(async () => {
  await admin.end()
  await server.stop()
})

const options = (changes: Record<string, unknown> = {}) => ({
  host: server.host,
  port: server.port,
  user: server.user,
  passwd: server.password,
  db: server.database,
  ...changes,
})

const setup: ConformanceSetup = {
  options,
  proxied: { port: () => server.port, options: (port) => options({ host: '127.0.0.1', port }) },
  refused: {
    host: () => ({
      options: options({ port: closedPort }),
      message: /^could not connect to server at .*: connection refused$/,
    }),
    password: () => ({ options: options({ passwd: 'wrong password' }), message: /^Access denied for user 'analyst'@/ }),
    database: () => ({ options: options({ db: 'nowhere' }), message: /^Unknown database 'nowhere'$/ }),
  },
  ...sqlCases,
  noResultSet: { text: 'CREATE TEMPORARY TABLE nothing (id int)', message: 'No data was returned.' },
  values: {
    ...sqlValues,
    integers: {
      text: 'SELECT CAST(-9223372036854775808 AS signed), 9223372036854775807, CAST(18446744073709551615 AS unsigned), -5',
      rows: [[-9223372036854775808n, 9223372036854775807n, '18446744073709551615', -5]],
    },
    dates: {
      text: `SELECT DATE '2024-02-29', DATE '1000-01-01', DATE '9999-12-31'`,
      rows: [['2024-02-29', '1000-01-01', '9999-12-31']],
    },
    wallClocks: {
      text: `SELECT TIMESTAMP '2024-03-31 01:59:59.123456', TIMESTAMP '1969-12-31 23:59:59'`,
      rows: [['2024-03-31T01:59:59.123456', '1969-12-31T23:59:59.000']],
      storage: ['timestamp', 'timestamp'],
    },
    strange: {
      text: `SELECT CAST('10:20:30.5' AS time(1)), b'101', POINT(1, 2) IS NOT NULL, CAST('-838:59:59' AS time)`,
      rows: [['10:20:30.5', '05', 1, '-838:59:59']],
    },
  },
  many: { text: `SELECT seq, concat('row ', seq) AS name FROM seq_1_to_5000`, count: 5000 },
  endless: `SELECT seq, repeat('x', 100) FROM seq_1_to_1000000000`,
  isWorkingOn: (text) => isRunning(admin, text),
  failing: { text: 'SELECT 1\nWHER x = 1', message: /near 'x = 1' at line 2/, at: 'x = 1' },
  failingMidway: notApplicable('MariaDB only warns of errors in computations'),
  severalStatements: { text: 'CREATE TEMPORARY TABLE t AS SELECT 7 AS x; SELECT x FROM t', rows: [[7]] },
  schema: { tables: { '`my orders`': ['total', 'id'] } },
  stoppable: true,
}

const createTables = async (names: readonly string[]) => {
  await admin.query(names.map((name) => `CREATE TABLE ${name} (id int) ENGINE = MEMORY;`).join('\n'))
}

/** SingleStore is used without a database. */
const nameless = ({ passwd, db: _, ...others }: Record<string, unknown>) => ({ ...others, password: passwd })

/** MariaDB accessed like TiDB, with a statement for the session id, but with MariaDB's own table of threads. */
const asTidb = defineMysqlRunner({
  ...{ type: 'tidb', name: 'MariaDB as TiDB', moduleUrl: '', guide: 'mysql', dialect: 'mysql', config: MysqlOptions },
  gallery: { category: 'database' },
  serverDialect: { ...tidb, threads: dialectOfMysql.threads },
  connectionOptions: (config) => config,
})

describe("servers with MySQL's protocol", () => {
  describeConformance(asTidb, setup)
  describeConformance(mysql, setup)
  describeConformance(rdsMysql, setup)
  describeConformance(memsql, {
    ...setup,
    options: () => nameless(options()),
    proxied: { port: () => server.port, options: (port) => nameless(options({ host: '127.0.0.1', port })) },
    refused: {
      host: () => ({ options: nameless(options({ port: closedPort })), message: /connection refused$/ }),
      password: () => ({ options: { ...nameless(options()), password: 'wrong password' }, message: /^Access denied/ }),
      database: notApplicable('it is used without a database'),
    },
    noResultSet: { text: 'SET @nothing = 1', message: 'No data was returned.' },
    many: {
      text: `SELECT seq, concat('row ', seq) AS name FROM shop.seq_1_to_5000`,
      count: 5000,
    },
    endless: `SELECT seq, repeat('x', 100) FROM shop.seq_1_to_1000000000`,
    severalStatements: { text: 'SET @x = 7; SELECT @x', rows: [[7n]] },
    schema: { tables: { 'shop.`my orders`': ['total', 'id'] } },
  })
  describeConformance(mariadb, { ...setup, schema: { tables: { '`my orders`': ['total', 'id'] }, create: createTables } })
})
