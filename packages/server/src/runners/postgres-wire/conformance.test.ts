import { afterAll, beforeAll } from 'vitest'
import { CHANGE, cannedBook, commonValues, FAILING, NOBODY, plainText } from '../../testing/canned-source.ts'
import { type PostgresStub, type StubAnswer, startPostgresStub } from '../../testing/postgres-stub.ts'
import { type ConformanceSetup, describeConformance, notApplicable } from '../conformance.ts'
import redshift from '../redshift/index.ts'
import risingwave from '../risingwave/index.ts'
import { NO_DATA } from '../runner.ts'

// Servers that cannot be had here and that are asked for texts: a stub speaks their protocol.

const [BOOLEAN, INT8, TEXT, FLOAT8, DATE, TIMESTAMP, TIMESTAMPTZ, NUMERIC, BYTEA, JSONB, TIME, UUID] = [
  16, 20, 25, 701, 1082, 1114, 1184, 1700, 17, 3802, 1083, 2950,
]

const { tableOf, facts } = cannedBook<number>({
  integer: INT8,
  text: TEXT,
  write: String,
  values: {
    ...commonValues({ boolean: BOOLEAN, text: TEXT, date: DATE }, (value) => (value ? 't' : 'f')),
    nulls: { types: [INT8, TEXT, TIMESTAMPTZ], sent: [[null, null, null]], rows: [[null, null, null]] },
    integers: {
      types: [INT8],
      sent: [['-9223372036854775808'], ['9223372036854775807']],
      rows: [[-(2n ** 63n)], [2n ** 63n - 1n]],
      storage: ['int64'],
    },
    decimals: {
      types: [NUMERIC],
      sent: [['-1.50'], ['0.00000000000000000001']],
      rows: [['-1.50'], ['0.00000000000000000001']],
    },
    floats: { types: [FLOAT8], sent: [['-1.5e-300'], ['NaN']], rows: [[-1.5e-300], [Number.NaN]], storage: ['double'] },
    wallClocks: {
      types: [TIMESTAMP],
      sent: [['2024-03-31 01:59:59.123456']],
      rows: [['2024-03-31T01:59:59.123456']],
      storage: ['timestamp'],
    },
    instants: {
      types: [TIMESTAMPTZ],
      sent: [['2024-03-31 01:59:59.5+02']],
      rows: [['2024-03-30T23:59:59.500']],
      storage: ['instant'],
    },
    binary: { types: [BYTEA], sent: [['\\x00ffde']], rows: [['00ffde']] },
    nested: { types: [JSONB], sent: [['{"a": [1, null]}']], rows: [['{"a": [1, null]}']], storage: ['json'] },
    strange: {
      types: [TIME, UUID],
      sent: [['10:20:30.5', 'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11']],
      rows: [['10:20:30.5', 'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11']],
    },
  },
})

let stub: PostgresStub
const listing: StubAnswer = {
  columns: [
    ['schema', TEXT],
    ['table', TEXT],
    ['column', TEXT],
    ['type', TEXT],
    ['is_current', BOOLEAN],
  ],
  rows: [
    ['public', 'orders', 'id', 'integer', 't'],
    ['public', 'orders', 'total', 'numeric(5,2)', 't'],
  ],
}

function answer(asked: string): StubAnswer {
  const text = plainText(asked)
  if (text === FAILING) return { error: 'column "colour" does not exist', code: '42703' }
  if (/svv_columns|information_schema\.columns/.test(text)) return listing
  if (text === 'SELECT 1') return { columns: [['n', INT8]], rows: [['1']] }
  const table = tableOf(text)
  if (!table) return 'done'
  return { columns: table.columns.map(({ name, type }) => [name, type]), rows: table.rows as (string | null)[][] }
}

beforeAll(async () => {
  stub = await startPostgresStub('open sesame', answer)
})
afterAll(() => stub.close())

const options = (changes: Record<string, unknown> = {}) => ({
  ...{ host: '127.0.0.1', port: stub.port, user: 'ada', password: 'open sesame', dbname: 'shop' },
  ...changes,
})
const ended = notApplicable('how sessions are ended is seen in tests of their own')
const whole = notApplicable('the stub answers in one piece; long answers are read from PostgreSQL itself')

const setup: ConformanceSetup = {
  ...facts,
  options,
  proxied: whole,
  refused: {
    host: () => ({ options: options({ port: NOBODY.port }), message: NOBODY.message }),
    password: () => ({ options: options({ password: 'wrong password' }), message: /password/ }),
    database: notApplicable('the stub knows one database'),
  },
  noResultSet: { text: CHANGE, message: NO_DATA },
  slow: ended,
  endless: whole,
  isWorkingOn: ended,
  failing: { text: FAILING, message: /^column "colour" does not exist/ },
  failingMidway: whole,
  severalStatements: notApplicable('the stub knows single statements; several are run by PostgreSQL itself'),
  writing: notApplicable('what a user may change is up to the database'),
  schema: { tables: { orders: ['id', 'total'] } },
  stoppable: false,
}

describeConformance(redshift, setup)
describeConformance(risingwave, setup)
