import { beforeEach, describe, expect, it, vi } from 'vitest'
import { never } from '../../testing/never.ts'
import { rowsOf } from '../../testing/rows-of.ts'
import { failureOf } from '../conformance/runs.ts'
import { type ConformanceSetup, manyTables, notApplicable } from '../conformance/setup.ts'
import { describeConformance } from '../conformance.ts'
import { CANCELLED, STILL_RUNNING } from '../runner.ts'
import type { Connection, Metadata } from './connection.ts'
import oracle from './index.ts'

// No Oracle is available here and its protocol is not published, so the driver is mocked. This tests the handling of the
// driver's answers; `connections.test.ts` uses the real driver.

type Answer = { columns: Metadata[]; rows: unknown[][] } | 'done' | 'hang' | 'deaf' | { endless: unknown[] } | Error

const number = (name = 'N', precision = 0, scale = -127): Metadata => ({ name, dbTypeName: 'NUMBER', precision, scale })
const column = (dbTypeName: string, name = 'V'): Metadata => ({ name, dbTypeName })
const refused = (message: string, facts: object) => Object.assign(new Error(message), facts)
const local = (iso: string) => new Date(iso)
const counted = (count: number) => Array.from({ length: count }, (_, index) => [String(index + 1)])

const first = `SELECT 1 AS b, 'x' AS a FROM dual`
const answers: Record<string, Answer> = {
  [first]: { columns: [number('B'), column('CHAR', 'A')], rows: [['1', 'x']] },
  'SELECT 1 FROM dual': { columns: [number('1')], rows: [['1']] },
  'SELECT 1 AS id, 2 AS id FROM dual': { columns: [number('ID'), number('ID')], rows: [['1', '2']] },
  'SELECT id FROM nothing': { columns: [number('ID', 9, 0)], rows: [] },
  'BEGIN NULL; END;': 'done',
  nulls: { columns: [number(), column('DATE'), column('JSON'), column('RAW')], rows: [[null, null, null, null]] },
  integers: {
    columns: [number('A', 18, 0), number('B', 38, 0), number('C', 5, 0)],
    rows: [['-999999999999999999', '99999999999999999999999999999999999999', '-5']],
  },
  decimals: {
    columns: [number('A', 38, 10), number('B', 10, 2), number('C')],
    rows: [['-1234567890123456789012345678.0123456789', '0.5', '1E+100']],
  },
  floats: { columns: [column('BINARY_DOUBLE'), column('BINARY_FLOAT')], rows: [[-1.5e-300, Math.fround(0.1)]] },
  booleans: { columns: [column('BOOLEAN')], rows: [[true], [false]] },
  texts: { columns: [column('VARCHAR2'), column('CLOB')], rows: [['naïve 🐘 漢字', 'two\nlines']] },
  clocks: {
    columns: [column('DATE'), column('TIMESTAMP')],
    rows: [
      [local('2024-03-31T01:59:59'), local('1969-12-31T23:59:59.250')],
      [local('0001-01-01T00:00:00'), null],
    ],
  },
  instants: {
    columns: [column('TIMESTAMP WITH TIME ZONE'), column('TIMESTAMP WITH LOCAL TIME ZONE')],
    rows: [[new Date('2024-03-30T23:59:59.500Z'), new Date('2024-03-30T23:59:59Z')]],
  },
  binary: { columns: [column('RAW'), column('BLOB')], rows: [[Buffer.from('00ffde', 'hex'), Buffer.alloc(0)]] },
  nested: {
    columns: [column('JSON'), column('VECTOR')],
    rows: [[{ a: [1, null], at: new Date(0), raw: Buffer.from([255]) }, new Float32Array([0.5, 2])]],
  },
  strange: {
    columns: [
      column('INTERVAL YEAR TO MONTH'),
      column('INTERVAL DAY TO SECOND'),
      column('ROWID'),
      column('INTERVAL DAY TO SECOND'),
    ],
    rows: [
      [
        { years: 2, months: 3 },
        { days: -2, hours: -3, minutes: -4, seconds: -5, fseconds: -6_000 },
        'AAAR3sAAEAAAACXAAA',
        { days: 0, hours: 0, minutes: 0, seconds: 1, fseconds: 500_000_000 },
      ],
    ],
  },
  'SELECT n FROM numbers': { columns: [number()], rows: counted(5000) },
  'SELECT n FROM numbers FETCH NEXT 1000 ROWS ONLY': { columns: [number()], rows: counted(1000) },
  'BEGIN DBMS_SESSION.SLEEP(600); END;': 'hang',
  'SELECT deaf FROM dual': 'deaf',
  'SELECT * FROM endless': { endless: ['1'] },
  'SELECT 1,\n  colour FROM dual': refused(
    'ORA-00904: "COLOUR": invalid identifier\nHelp: https://docs.oracle.com/error-help/db/ora-00904/',
    {
      errorNum: 904,
      offset: 12,
    },
  ),
  'SELECT CURSOR(SELECT 1 FROM dual) FROM dual': { columns: [column('CURSOR', 'C')], rows: [] },
}

const listed: Answer = {
  columns: ['OWNER', 'TABLE_NAME', 'COLUMN_NAME', 'DATA_TYPE', 'COMMENTS'].map((name) => column('VARCHAR2', name)),
  rows: [
    [null, 'My Orders', 'ID', 'NUMBER', null],
    [null, 'My Orders', 'TOTAL', 'NUMBER', 'With taxes'],
    ['AUDITING', 'LOG', 'LINE', 'CLOB', null],
    ...manyTables.map((name) => [null, name.toUpperCase(), 'ID', 'NUMBER', null]),
  ],
}

const SESSION_ZONE = 'SELECT SESSIONTIMEZONE FROM dual'
const working = new Set<string>()

/** A connection of the driver, as in https://node-oracledb.readthedocs.io/en/latest/api_manual/connection.html. */
function connection(): Connection {
  let text = ''
  let timeZone = '+00:00'
  let refuse: (error: Error) => void = () => undefined
  const waiting = () => {
    working.add(text)
    return new Promise<never>((_, reject) => {
      refuse = reject
    })
  }
  return {
    async execute(asked) {
      text = asked
      const [, zone] = /^ALTER SESSION SET TIME_ZONE = '(.*)'$/.exec(asked) ?? []
      if (zone !== undefined) {
        timeZone = zone
        return {}
      }
      const ofSession: Answer = { columns: [column('VARCHAR2')], rows: [[timeZone]] }
      const answer = /all_tab_columns/.test(asked) ? listed : asked === SESSION_ZONE ? ofSession : answers[asked]
      if (answer === undefined) throw refused('ORA-00900: invalid SQL statement', { errorNum: 900, offset: 0 })
      if (answer instanceof Error) throw answer
      if (answer === 'done') return {}
      if (answer === 'hang' || answer === 'deaf') return waiting()
      const [columns, rows] = 'endless' in answer ? [[number()], null] : [answer.columns, [...answer.rows]]
      if (rows === null) working.add(text)
      const endless = 'endless' in answer ? answer.endless : []
      return {
        resultSet: {
          metaData: columns,
          getRows: async (count) => rows?.splice(0, count) ?? Array.from({ length: count }, () => endless),
          close: async () => undefined,
        },
      }
    },
    async break() {
      if (answers[text] === 'deaf') return
      working.delete(text)
      refuse(refused('ORA-01013: user requested cancel of current operation', { errorNum: 1013 }))
    },
    ping: async () => undefined,
    async close() {
      working.delete(text)
      refuse(refused('NJS-500: connection to Oracle Database was closed or broken', {}))
    },
  }
}

vi.mock('./connection.ts', async (original) => ({
  ...(await original<typeof import('./connection.ts')>()),
  EXECUTION: {},
  async connect({ host, password }: { host: string; password: string }) {
    if (host === 'nowhere')
      throw new Error('NJS-530: The host addresses or URLs provided by the connect string are unresolvable.')
    if (password !== 'open sesame')
      throw refused(
        'ORA-01017: invalid username/password; logon denied\nHelp: https://docs.oracle.com/error-help/db/ora-01017/',
        { errorNum: 1017 },
      )
    return connection()
  },
}))

beforeEach(() => working.clear())

const options = (changes: Record<string, unknown> = {}) => ({
  ...{ user: 'ada', password: 'open sesame', host: 'db.example.com', port: 1521, servicename: 'SHOP' },
  ...changes,
})

const setup: ConformanceSetup = {
  options,
  proxied: notApplicable('the driver is mocked'),
  refused: {
    host: () => ({
      options: options({ host: 'nowhere' }),
      message: /^could not connect to server at nowhere:1521: host name not known$/,
    }),
    password: () => ({
      options: options({ password: 'wrong password' }),
      message: /^ORA-01017: invalid username\/password; logon denied$/,
    }),
    database: notApplicable('the driver is mocked'),
  },
  columns: { text: first, names: ['B', 'A'], rows: [['1', 'x']] },
  repeatedNames: { text: 'SELECT 1 AS id, 2 AS id FROM dual', names: ['ID', 'ID1'] },
  noRows: { text: 'SELECT id FROM nothing', names: ['ID'] },
  noResultSet: { text: 'BEGIN NULL; END', message: 'Query completed but it returned no data.' },
  values: {
    nulls: { text: 'nulls', rows: [[null, null, null, null]] },
    integers: {
      text: 'integers',
      rows: [[-999999999999999999n, '99999999999999999999999999999999999999', -5n]],
      storage: ['int64', 'decimal', 'int64'],
    },
    decimals: {
      text: 'decimals',
      rows: [['-1234567890123456789012345678.0123456789', '0.50', '1E+100']],
      storage: ['decimal', 'decimal', 'number_text'],
    },
    floats: { text: 'floats', rows: [[-1.5e-300, 0.1]], storage: ['double', 'double'] },
    booleans: { text: 'booleans', rows: [[true], [false]], storage: ['boolean'] },
    texts: { text: 'texts', rows: [['naïve 🐘 漢字', 'two\nlines']] },
    emptyTexts: notApplicable('an empty string is NULL'),
    dates: notApplicable('dates have a time'),
    wallClocks: {
      text: 'clocks',
      rows: [
        ['2024-03-31T01:59:59.000', '1969-12-31T23:59:59.250'],
        ['0001-01-01T00:00:00.000', null],
      ],
      storage: ['timestamp', 'timestamp'],
    },
    instants: {
      text: 'instants',
      rows: [['2024-03-30T23:59:59.500', '2024-03-30T23:59:59.000']],
      storage: ['instant', 'instant'],
    },
    binary: { text: 'binary', rows: [['00ffde', '']] },
    nested: {
      text: 'nested',
      rows: [['{"a":[1,null],"at":"1970-01-01T00:00:00.000Z","raw":"ff"}', '[0.5,2]']],
      storage: ['json', 'json'],
    },
    strange: { text: 'strange', rows: [['+02-03', '-02 03:04:05.000006', 'AAAR3sAAEAAAACXAAA', '+00 00:00:01.500000']] },
  },
  many: { text: 'SELECT n FROM numbers', count: 5000 },
  slow: 'BEGIN DBMS_SESSION.SLEEP(600); END;',
  endless: 'SELECT * FROM endless',
  isWorkingOn: async (text) => {
    await new Promise((resolve) => setImmediate(resolve))
    return working.has(text)
  },
  failing: {
    text: 'SELECT 1,\n  colour FROM dual',
    message: /^ORA-00904: "COLOUR": invalid identifier$/,
    at: 'colour',
  },
  failingMidway: notApplicable('the driver is mocked'),
  severalStatements: notApplicable('the server accepts one statement or block at a time'),
  writing: notApplicable('the database decides what a user may change'),
  schema: { tables: { '"My Orders"': ['ID', 'TOTAL'], 'AUDITING.LOG': ['LINE'] }, create: async () => {} },
  stoppable: false,
}

describeConformance(oracle, setup)

describe('Oracle, with a stub of its driver', () => {
  const run = (text: string, signal = never, timeZone: string | null = null) =>
    oracle.run(text, { config: oracle.config.parse(options()), signal, tempDir: '/nowhere', timeZone })

  it('has set the time zone of its session before the statement runs, and none without one (DS-31)', async () => {
    const zoneOf = async (timeZone: string | null) => rowsOf(await run(SESSION_ZONE, undefined, timeZone))
    expect(await zoneOf('Asia/Kolkata')).toEqual([['Asia/Kolkata']])
    expect(await zoneOf(null)).toEqual([['+00:00']])
  })

  it('reports that the server may still be working if it ignores a cancel', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    try {
      const stop = new AbortController()
      const outcome = failureOf(run('SELECT deaf FROM dual', stop.signal).then(rowsOf))
      while (!working.has('SELECT deaf FROM dual')) await new Promise((resolve) => setImmediate(resolve))
      stop.abort()
      await vi.runAllTimersAsync()
      expect((await outcome).message).toBe(`${CANCELLED} ${STILL_RUNNING}`)
      expect(working.size).toBe(0)
    } finally {
      vi.useRealTimers()
    }
  })

  it('names columns whose values cannot be shown', async () => {
    const failure = await failureOf(run('SELECT CURSOR(SELECT 1 FROM dual) FROM dual'))
    expect(failure.message).toBe('The column "C" is of the type CURSOR, which has no value to show. Select what is in it.')
  })
})
