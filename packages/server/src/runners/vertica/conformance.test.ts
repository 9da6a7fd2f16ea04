import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freePort } from '../../testing/free-port.ts'
import { never } from '../../testing/never.ts'
import { rowsOf } from '../../testing/rows-of.ts'
import { startVerticaStub, type VerticaAnswer, type VerticaStub } from '../../testing/vertica-stub.ts'
import { failureOf } from '../conformance/runs.ts'
import { type ConformanceSetup, manyTables, notApplicable } from '../conformance/setup.ts'
import { describeConformance } from '../conformance.ts'
import vertica from './index.ts'

// No Vertica is available here: a stub speaks its protocol and knows these queries.

const numeric = (precision: number, scale: number) => precision * 65_536 + scale + 4
const counted = (count: number) => Array.from({ length: count }, (_, index) => [String(index + 1)])
const first = `SELECT 1 AS b, 'x' AS a`

const answers: Record<string, VerticaAnswer> = {
  [first]: {
    columns: [
      ['b', 6],
      ['a', 9],
    ],
    rows: [['1', 'x']],
  },
  'SELECT 1': { columns: [['?column?', 6]], rows: [['1']] },
  'SELECT 1 AS id, 2 AS id': {
    columns: [
      ['id', 6],
      ['id', 6],
    ],
    rows: [['1', '2']],
  },
  'SELECT id FROM nothing': { columns: [['id', 6]], rows: [] },
  'CREATE TABLE t (id int)': 'done',
  nulls: {
    columns: [
      ['a', 6],
      ['b', 9],
      ['c', 12],
      ['d', 16, numeric(5, 1)],
    ],
    rows: [[null, null, null, null]],
  },
  integers: { columns: [['a', 6]], rows: [['-9223372036854775807'], ['9223372036854775807'], ['-5']] },
  decimals: {
    columns: [
      ['a', 16, numeric(38, 10)],
      ['b', 16, numeric(10, 2)],
      ['c', 16, numeric(1024, 15)],
    ],
    rows: [['-1234567890123456789012345678.0123456789', '0.50', '1.000000000000000']],
  },
  floats: { columns: [['a', 7]], rows: [['-1.5e-300'], ['0.1'], ['Infinity']] },
  booleans: { columns: [['a', 5]], rows: [['t'], ['f']] },
  texts: {
    columns: [
      ['a', 9],
      ['b', 115],
    ],
    rows: [['naïve 🐘 漢字', 'two\nlines']],
  },
  'no text': { columns: [['a', 9]], rows: [[''], [null]] },
  dates: { columns: [['a', 10]], rows: [['2024-02-29'], ['0001-01-01']] },
  clocks: { columns: [['a', 12]], rows: [['2024-03-31 01:59:59.123456'], ['1969-12-31 23:59:59']] },
  instants: { columns: [['a', 13]], rows: [['2024-03-31 01:59:59.5+02']] },
  binary: { columns: [['a', 17]], rows: [['\\000\\377']] },
  strange: {
    columns: [
      ['a', 20],
      ['b', 14],
      ['c', 15],
      ['d', 114],
      ['e', 4711],
    ],
    rows: [['00112233-4455-6677-8899-aabbccddeeff', '2 03:04:05', '10:20:30+01', '1-2', 'whatever']],
  },
  'SELECT n FROM numbers': { columns: [['n', 6]], rows: counted(5000) },
  'SELECT n FROM numbers LIMIT 1000': { columns: [['n', 6]], rows: counted(1000) },
  'SELECT SLEEP(600)': 'hang',
  'SELECT * FROM endless': {
    columns: [
      ['n', 6],
      ['t', 9],
    ],
    endless: ['1', 'x'.repeat(50)],
  },
  'SELECT 1,\n  colour FROM t': { error: 'Column "colour" does not exist', code: '42703', position: 13 },
  "COPY t FROM LOCAL '/etc/passwd'": { asksForFile: '/etc/passwd' },
  'SELECT parts': 'complex',
}
const listed: VerticaAnswer = {
  columns: [
    ['table_schema', 9],
    ['table_name', 9],
    ['column_name', 9],
    ['data_type', 9],
  ],
  rows: [
    ['public', 'My Orders', 'id', 'int'],
    ['public', 'My Orders', 'total', 'numeric(10,2)'],
    ['audit', 'log', 'line', 'varchar(80)'],
    ...manyTables.map((name) => ['public', name, 'id', 'int']),
  ],
}

const texts = (count: number) => Array.from({ length: count }, (_, index): [string, number] => [`c${index}`, 9])
const details: Record<string, VerticaAnswer> = {
  'v_catalog.foreign_keys': {
    columns: texts(7),
    rows: [
      ['public', 'My Orders', 'pk', 'id', null, null, null],
      ['audit', 'log', 'fk', 'line', 'public', 'My Orders', 'id'],
    ],
  },
  'v_catalog.comments': { columns: texts(4), rows: [['audit', 'log', null, 'What happened']] },
}

let stub: VerticaStub
let closedPort: number

beforeAll(async () => {
  closedPort = await freePort()
  stub = await startVerticaStub('open sesame', (asked) => {
    if (/FROM v_catalog\.columns/.test(asked)) return listed
    for (const [view, answer] of Object.entries(details)) if (asked.includes(view)) return answer
    const text = asked.replace(/^\/\*.*?\*\/ /, '')
    return answers[text] ?? { error: `Syntax error at or near "${text}"`, code: '42601' }
  })
})
afterAll(() => stub.close())

const options = (changes: Record<string, unknown> = {}) => ({
  ...{ host: '127.0.0.1', port: stub.port, user: 'ada', password: 'open sesame', database: 'shop' },
  ...changes,
})

const setup: ConformanceSetup = {
  options,
  proxied: { port: () => stub.port, options: (port) => options({ port }) },
  refused: {
    host: () => ({
      options: options({ port: closedPort }),
      message: /^could not connect to server at .*: connection refused$/,
    }),
    password: () => ({ options: options({ password: 'wrong password' }), message: /^Invalid username or password$/ }),
    database: notApplicable('the stub accepts every database'),
  },
  columns: { text: first, names: ['b', 'a'], rows: [[1n, 'x']] },
  repeatedNames: { text: 'SELECT 1 AS id, 2 AS id', names: ['id', 'id1'] },
  noRows: { text: 'SELECT id FROM nothing', names: ['id'] },
  noResultSet: { text: 'CREATE TABLE t (id int)', message: 'Query completed but it returned no data.' },
  values: {
    nulls: { text: 'nulls', rows: [[null, null, null, null]] },
    integers: { text: 'integers', rows: [[-(2n ** 63n) + 1n], [2n ** 63n - 1n], [-5n]], storage: ['int64'] },
    decimals: {
      text: 'decimals',
      rows: [['-1234567890123456789012345678.0123456789', '0.50', '1.000000000000000']],
      storage: ['decimal', 'decimal', 'number_text'],
    },
    floats: { text: 'floats', rows: [[-1.5e-300], [0.1], [Number.POSITIVE_INFINITY]], storage: ['double'] },
    booleans: { text: 'booleans', rows: [[true], [false]], storage: ['boolean'] },
    texts: { text: 'texts', rows: [['naïve 🐘 漢字', 'two\nlines']] },
    emptyTexts: { text: 'no text', rows: [[''], [null]] },
    dates: { text: 'dates', rows: [['2024-02-29'], ['0001-01-01']], storage: ['date'] },
    wallClocks: {
      text: 'clocks',
      rows: [['2024-03-31T01:59:59.123456'], ['1969-12-31T23:59:59.000']],
      storage: ['timestamp'],
    },
    instants: { text: 'instants', rows: [['2024-03-30T23:59:59.500']], storage: ['instant'] },
    binary: { text: 'binary', rows: [['\\000\\377']] },
    nested: notApplicable('the driver does not support them; see below'),
    strange: {
      text: 'strange',
      rows: [['00112233-4455-6677-8899-aabbccddeeff', '2 03:04:05', '10:20:30+01', '1-2', 'whatever']],
    },
  },
  many: { text: 'SELECT n FROM numbers', count: 5000 },
  slow: 'SELECT SLEEP(600)',
  endless: 'SELECT * FROM endless',
  isWorkingOn: async (asked) => {
    await new Promise((resolve) => setImmediate(resolve))
    return stub.working.has(asked)
  },
  failing: { text: 'SELECT 1,\n  colour FROM t', message: /^Column "colour" does not exist$/, at: 'colour' },
  failingMidway: notApplicable('the message is the same as for an error at the start'),
  severalStatements: notApplicable('the first result is used; the stub has one per query'),
  writing: notApplicable('the database decides what a user may change'),
  schema: { tables: { '"My Orders"': ['id', 'total'], 'audit.log': ['line'] }, create: async () => {} },
  stoppable: false,
}

describeConformance(vertica, setup)

describe('Vertica', () => {
  const run = async (text: string, changes = {}) =>
    rowsOf(
      await vertica.run(text, {
        config: vertica.config.parse(options(changes)),
        signal: never,
        tempDir: '/nowhere',
      }),
    )

  it('reads no files of this machine, whatever a query asks for', async () => {
    stub.received.length = 0
    expect((await failureOf(run("COPY t FROM LOCAL '/etc/passwd'"))).message).toBe('COPY: the client refused')
    expect(stub.received).toHaveLength(1)
    expect(stub.received[0]).toContain('Files of this server are not read or written.')
  })

  // The driver modifies a shared package, so it has a copy of its own (`overrides` in package.json).
  it('has keys, and comments of tables, in its schema (EDIT-42)', async () => {
    const schema = await vertica.getSchema?.({ config: vertica.config.parse(options()), signal: never })
    expect(schema?.filter(({ name }) => !name.startsWith('conformance_'))).toEqual([
      {
        name: '"My Orders"',
        columns: [
          { name: 'id', type: 'int', primary: true },
          { name: 'total', type: 'numeric(10,2)' },
        ],
      },
      {
        name: 'audit.log',
        description: 'What happened',
        columns: [{ name: 'line', type: 'varchar(80)' }],
        foreign_keys: [{ columns: ['line'], table: '"My Orders"', references: ['id'] }],
      },
    ])
  })

  it("does not change how PostgreSQL's driver reads values", async () => {
    await import('vertica-nodejs')
    expect(pg.types.getTypeParser(pg.types.builtins.BOOL, 'text')('t')).toBe(true)
  })

  it('reports columns with types that it cannot read', async () => {
    expect((await failureOf(run('SELECT parts'))).message).toMatch(
      /^The answer has arrays or rows as values\. Cast them to VARCHAR/,
    )
    expect(await run(first)).toEqual([[1n, 'x']])
  })

  it('enforces the read timeout, and stops the query on the server', async () => {
    const failure = await failureOf(run('SELECT SLEEP(600)', { read_timeout: 0.1 }))
    expect(failure.message).toBe('The server did not respond within 0.1 seconds, the Read Timeout of the data source.')
    expect(stub.working.size).toBe(0)
  })
})
