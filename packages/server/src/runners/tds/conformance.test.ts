import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freePort } from '../../testing/free-port.ts'
import { never } from '../../testing/never.ts'
import { rowsOf } from '../../testing/rows-of.ts'
import { type SqlServerStub, type StubAnswer, type StubColumn, startSqlServerStub } from '../../testing/sql-server-stub.ts'
import { failureOf } from '../conformance/runs.ts'
import { type ConformanceSetup, manyTables, notApplicable } from '../conformance/setup.ts'
import { describeConformance } from '../conformance.ts'
import mssql from '../mssql/index.ts'
import mssqlOdbc from '../mssql-odbc/index.ts'

// No SQL Server is available here: a stub speaks its protocol and knows these queries.

const bytes = (value: bigint, length: number) =>
  Buffer.from(Array.from({ length }, (_, index) => Number((value >> BigInt(8 * index)) & 0xffn)))

const integersByLength = (content: Buffer) => Buffer.concat([Buffer.from([content.length]), content])

const column = (name: string, type: number[], write: (value: NonNullable<unknown>) => Buffer, missing = [0]): StubColumn => ({
  name,
  type: Buffer.from(type),
  write: (value) => (value === null ? Buffer.from(missing) : write(value as NonNullable<unknown>)),
})

const MICROS_OF_DAY = 86_400_000_000n
const DAYS_TO_1970 = 719_162n
/** Units of 100 ns within a day, and days since year 1. */
const clock = (micros: bigint) => {
  const day = micros / MICROS_OF_DAY - (micros % MICROS_OF_DAY < 0n ? 1n : 0n)
  return { time: bytes((micros - day * MICROS_OF_DAY) * 10n, 5), day: bytes(day + DAYS_TO_1970, 3) }
}

const int = (name = 'n') => column(name, [0x26, 8], (value) => integersByLength(bytes(BigInt(value as number), 8)))
const bit = (name = 'b') => column(name, [0x68, 1], (value) => integersByLength(Buffer.from([value ? 1 : 0])))
const double = column('f', [0x6d, 8], (value) => {
  const content = Buffer.alloc(8)
  content.writeDoubleLE(value as number)
  return integersByLength(content)
})
const single = column('r', [0x6d, 4], (value) => {
  const content = Buffer.alloc(4)
  content.writeFloatLE(value as number)
  return integersByLength(content)
})
const decimal = (precision: number, scale: number, length = 16) =>
  column('d', [0x6c, length + 1, precision, scale], (value) => {
    const units = value as bigint
    return integersByLength(Buffer.concat([Buffer.from([units < 0n ? 0 : 1]), bytes(units < 0n ? -units : units, length)]))
  })
const smallMoney = column('s', [0x6e, 4], (value) => integersByLength(bytes(BigInt.asUintN(32, value as bigint), 4)))
const money = column('m', [0x6e, 8], (value) => {
  const units = bytes(BigInt.asUintN(64, value as bigint), 8)
  return integersByLength(Buffer.concat([units.subarray(4), units.subarray(0, 4)]))
})
const text = (name = 't') =>
  column(
    name,
    [0xe7, 0x40, 0x1f, 0x09, 0x04, 0xd0, 0x00, 0x34],
    (value) => {
      const content = Buffer.from(value as string, 'utf16le')
      return Buffer.concat([bytes(BigInt(content.length), 2), content])
    },
    [0xff, 0xff],
  )
const binary = column(
  'x',
  [0xa5, 0x40, 0x1f],
  (value) => Buffer.concat([bytes(BigInt((value as Buffer).length), 2), value as Buffer]),
  [0xff, 0xff],
)
const date = column('day', [0x28], (value) => integersByLength(clock(value as bigint).day))
const datetime2 = column('at', [0x2a, 7], (value) =>
  integersByLength(Buffer.concat([clock(value as bigint).time, clock(value as bigint).day])),
)
const offset = column('then', [0x2b, 7], (value) => {
  const { time, day } = clock(value as bigint)
  return integersByLength(Buffer.concat([time, day, bytes(330n, 2)]))
})
const time = column('of_day', [0x29, 7], (value) => integersByLength(clock(value as bigint).time))
const guid = column('id', [0x24, 16], (value) => integersByLength(value as Buffer))

const micros = (iso: string, more = 0n) => BigInt(Date.parse(iso)) * 1000n + more

const answers: Record<string, StubAnswer> = {
  "SELECT 1 AS b, N'x' AS a": { columns: [int('b'), text('a')], rows: [[1, 'x']] },
  'SELECT 1 AS id, 2 AS id': { columns: [int('id'), int('id')], rows: [[1, 2]] },
  'SELECT id FROM nothing': { columns: [int('id')], rows: [] },
  'CREATE TABLE t (id int)': 'done',
  nulls: { columns: [int(), text(), decimal(5, 1), datetime2, binary, bit()], rows: [[null, null, null, null, null, null]] },
  integers: { columns: [int()], rows: [[-(2n ** 63n)], [2n ** 63n - 1n], [-5]] },
  decimals: { columns: [decimal(15, 5), decimal(38, 0), money], rows: [[-4250000n, 5n, -12_345_678_901n]] },
  floats: { columns: [double, single], rows: [[-1.5e-300, 0.1]] },
  booleans: { columns: [bit()], rows: [[true], [false]] },
  texts: { columns: [text()], rows: [['naïve 🐘 漢字'], ['two\nlines']] },
  'empty texts': { columns: [text()], rows: [[''], [null]] },
  dates: { columns: [date], rows: [[micros('2024-02-29')], [micros('0001-01-01')]] },
  'wall clocks': { columns: [datetime2], rows: [[micros('2024-03-31T01:59:59.123Z', 456n)], [micros('1969-12-31T23:59:59Z')]] },
  instants: { columns: [offset], rows: [[micros('2024-03-30T23:59:59.500Z')]] },
  binary: { columns: [binary], rows: [[Buffer.from('00ffde', 'hex')], [Buffer.alloc(0)]] },
  strange: {
    columns: [time, guid],
    rows: [[micros('1970-01-01T10:20:30.500Z'), Buffer.from('33221100554477668899aabbccddeeff', 'hex')]],
  },
  'SELECT n FROM numbers': { columns: [int()], rows: Array.from({ length: 5000 }, (_, index) => [index + 1]) },
  'SELECT TOP 1000 n FROM numbers': { columns: [int()], rows: Array.from({ length: 1000 }, (_, index) => [index + 1]) },
  "WAITFOR DELAY '01:00'": 'hang',
  'SELECT * FROM endless': { columns: [int(), text()], endless: [1, 'x'.repeat(50)] },
  'SELECT 1,\n  colour FROM t': { error: "Invalid column name 'colour'.", number: 207, line: 2 },
  'SELECT large': {
    columns: [decimal(38, 10), decimal(9, 2, 4), decimal(19, 5, 8), decimal(28, 4, 12), money, smallMoney],
    rows: [
      [5n, -5n, 9_007_199_254_740_993n, -79_228_162_514_264_337_593_543_950_335n, -(2n ** 63n), -(2n ** 31n)],
      [-12_345_678_901_234_567_890_123_456_789n, null, -1n, 1n, 1n, null],
    ],
  },
}

let stub: SqlServerStub
let closedPort: number
let mayReadDetails = true

const COLUMNS = /INFORMATION_SCHEMA\.COLUMNS/
const details: Record<string, StubAnswer> = {
  'sys.foreign_keys': {
    columns: Array.from({ length: 7 }, (_, index) => text(`c${index}`)),
    rows: [
      ['', 'My Orders', 'pk', 'id', null, null, null],
      ['audit', 'log', 'fk', 'line', '', 'My Orders', 'id'],
    ],
  },
  'sys.extended_properties': {
    columns: Array.from({ length: 4 }, (_, index) => text(`c${index}`)),
    rows: [
      ['audit', 'log', null, 'What happened'],
      ['', 'My Orders', 'total', 'With tax'],
    ],
  },
}
const listed: StubAnswer = {
  columns: [text('schema'), text('table'), text('column'), text('type')],
  rows: [
    ['', 'My Orders', 'id', 'int'],
    ['', 'My Orders', 'total', 'decimal'],
    ['audit', 'log', 'line', 'nvarchar'],
    ...manyTables.map((name) => ['', name, 'id', 'int']),
  ],
}

beforeAll(async () => {
  closedPort = await freePort()
  stub = await startSqlServerStub('open sesame', (asked) => {
    if (asked === 'SELECT 1') return { columns: [int()], rows: [[1]] }
    if (COLUMNS.test(asked)) return listed
    if (!mayReadDetails && asked.includes('FROM sys.')) return { error: 'Permission denied.', number: 229, line: 1 }
    for (const [view, answer] of Object.entries(details)) if (asked.includes(`FROM ${view} `)) return answer
    return answers[asked] ?? { error: `Incorrect syntax near '${asked}'.`, number: 102, line: 1 }
  })
})
afterAll(() => stub.close())

const options = (changes: Record<string, unknown> = {}) => ({
  ...{ server: '127.0.0.1', port: stub.port, user: 'sa', password: 'open sesame', db: 'shop', verify_ssl: false },
  ...changes,
})

const first = "SELECT 1 AS b, N'x' AS a"
const setup: ConformanceSetup = {
  options,
  proxied: { port: () => stub.port, options: (port) => options({ port }) },
  refused: {
    host: () => ({
      options: options({ port: closedPort }),
      message: /^could not connect to server at .*: connection refused$/,
    }),
    password: () => ({ options: options({ password: 'wrong password' }), message: /^Login failed for user 'sa'\.$/ }),
    database: notApplicable('the server reports it like a wrong password'),
  },
  columns: { text: first, names: ['b', 'a'], rows: [[1n, 'x']] },
  repeatedNames: { text: 'SELECT 1 AS id, 2 AS id', names: ['id', 'id1'] },
  noRows: { text: 'SELECT id FROM nothing', names: ['id'] },
  noResultSet: { text: 'CREATE TABLE t (id int)', message: 'No data was returned.' },
  values: {
    nulls: { text: 'nulls', rows: [[null, null, null, null, null, null]] },
    integers: { text: 'integers', rows: [[-(2n ** 63n)], [2n ** 63n - 1n], [-5n]], storage: ['int64'] },
    decimals: {
      text: 'decimals',
      rows: [['-42.50000', '5', '-1234567.8901']],
      storage: ['decimal', 'decimal', 'decimal'],
    },
    floats: { text: 'floats', rows: [[-1.5e-300, 0.1]] },
    booleans: { text: 'booleans', rows: [[true], [false]], storage: ['boolean'] },
    texts: { text: 'texts', rows: [['naïve 🐘 漢字'], ['two\nlines']] },
    emptyTexts: { text: 'empty texts', rows: [[''], [null]] },
    dates: { text: 'dates', rows: [['2024-02-29'], ['0001-01-01']], storage: ['date'] },
    wallClocks: {
      text: 'wall clocks',
      rows: [['2024-03-31T01:59:59.123456'], ['1969-12-31T23:59:59.000']],
      storage: ['timestamp'],
    },
    instants: { text: 'instants', rows: [['2024-03-30T23:59:59.500']], storage: ['instant'] },
    binary: { text: 'binary', rows: [['00ffde'], ['']] },
    nested: notApplicable('documents are strings'),
    strange: { text: 'strange', rows: [['10:20:30.5000000', '00112233-4455-6677-8899-AABBCCDDEEFF']] },
  },
  many: { text: 'SELECT n FROM numbers', count: 5000 },
  slow: "WAITFOR DELAY '01:00'",
  endless: 'SELECT * FROM endless',
  isWorkingOn: async (asked) => {
    await new Promise((resolve) => setImmediate(resolve))
    return stub.working.has(asked)
  },
  failing: {
    text: 'SELECT 1,\n  colour FROM t',
    message: /^Invalid column name 'colour'\.\nLINE 2: colour FROM t$/,
    at: 'colour',
  },
  failingMidway: notApplicable('the token is the same as for an error at the start'),
  severalStatements: notApplicable('the first result is used; the stub has one per query'),
  writing: notApplicable('the database decides what a user may change'),
  schema: { tables: { '[My Orders]': ['id', 'total'], 'audit.log': ['line'] }, create: async () => {} },
  stoppable: false,
}

describe('servers with the TDS protocol', () => {
  describeConformance(mssql, setup)
  describeConformance(mssqlOdbc, setup)
})

describe('SQL Server', () => {
  const run = (asked: string, runner = mssql, changes = {}) =>
    runner.run(asked, {
      config: runner.config.parse(options(changes)),
      signal: never,
      tempDir: '/nowhere',
    })

  it('keeps all digits of decimals and money, in every length', async () => {
    const result = await run('SELECT large')
    expect(await rowsOf(result)).toEqual([
      [
        '0.0000000005',
        '-0.05',
        '90071992547.40993',
        '-7922816251426433759354395.0335',
        '-922337203685477.5808',
        '-214748.3648',
      ],
      ['-1234567890123456789.0123456789', null, '-0.00001', '0.0001', '0.0001', null],
    ])
    expect(result.log?.()).toEqual([])
  })

  it('has keys and comments in its schema, unless the account may not read them (EDIT-42, OPEN-161)', async () => {
    const schema = async () =>
      (await mssql.getSchema?.({ config: mssql.config.parse(options()), signal: never }))?.filter(
        ({ name }) => !name.startsWith('conformance_'),
      )
    const columns = {
      id: { name: 'id', type: 'int' },
      total: { name: 'total', type: 'decimal' },
      line: { name: 'line', type: 'nvarchar' },
    }
    expect(await schema()).toEqual([
      {
        name: '[My Orders]',
        columns: [
          { ...columns.id, primary: true },
          { ...columns.total, comment: 'With tax' },
        ],
      },
      {
        name: 'audit.log',
        description: 'What happened',
        columns: [columns.line],
        foreign_keys: [{ columns: ['line'], table: '[My Orders]', references: ['id'] }],
      },
    ])
    mayReadDetails = false
    expect(await schema()).toEqual([
      { name: '[My Orders]', columns: [columns.id, columns.total] },
      { name: 'audit.log', columns: [columns.line] },
    ])
    mayReadDetails = true
  })

  it('refuses plain text if encryption is required', async () => {
    const refused = await failureOf(run(first, mssqlOdbc, { use_ssl: true, verify_ssl: false }))
    expect(refused.message).toBe(`the server at 127.0.0.1:${stub.port} does not offer encryption`)
    expect((await failureOf(run(first, mssqlOdbc, { verify_ssl: true }))).message).toBe(refused.message)
  })
})
