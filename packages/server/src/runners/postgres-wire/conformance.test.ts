import { afterAll, beforeAll } from 'vitest'
import { CHANGE, cannedAnswers, commonValues, FAILING, plainText, UNREACHABLE } from '../../testing/canned-source.ts'
import { type PostgresStub, type StubAnswer, type StubValue, startPostgresStub } from '../../testing/postgres-stub.ts'
import cockroach from '../cockroach/index.ts'
import { type ConformanceSetup, notApplicable } from '../conformance/setup.ts'
import { describeConformance } from '../conformance.ts'
import redshift from '../redshift/index.ts'
import risingwave from '../risingwave/index.ts'
import { NO_DATA } from '../runner.ts'

// These servers are not available here: a stub speaks their protocol, in text or binary formats.

const [BOOLEAN, INT8, TEXT, FLOAT8, DATE, TIMESTAMP, TIMESTAMPTZ, NUMERIC, BYTEA, JSONB, TIME, UUID] = [
  16, 20, 25, 701, 1082, 1114, 1184, 1700, 17, 3802, 1083, 2950,
]

const texts = cannedAnswers<number>({
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

const bytes = (length: number, write: (content: Buffer) => void): Buffer => {
  const content = Buffer.alloc(length)
  write(content)
  return content
}
const int8 = (value: bigint | number) => bytes(8, (content) => content.writeBigInt64BE(BigInt(value)))
const float8 = (value: number) => bytes(8, (content) => content.writeDoubleBE(value))
/** Days and microseconds since 2000. */
const days = (day: string) => bytes(4, (content) => content.writeInt32BE((Date.parse(day) - Date.UTC(2000)) / 86_400_000))
const micros = (instant: string, more = 0) => int8(BigInt(Date.parse(instant) - Date.UTC(2000)) * 1000n + BigInt(more))
/** Base-10000 digits, with the weight of the first, the sign and the display scale. */
const numeric = (weight: number, sign: number, decimals: number, ...groups: number[]) =>
  bytes(8 + 2 * groups.length, (content) => {
    for (const [index, value] of [groups.length, weight & 0xffff, sign, decimals, ...groups].entries())
      content.writeUInt16BE(value, 2 * index)
  })

const binary = cannedAnswers<number>({
  integer: INT8,
  text: TEXT,
  write: int8,
  values: {
    ...commonValues({ boolean: BOOLEAN, text: TEXT, date: DATE }, (value) => Buffer.from([value ? 1 : 0])),
    nulls: { types: [INT8, TEXT, TIMESTAMPTZ], sent: [[null, null, null]], rows: [[null, null, null]] },
    integers: {
      types: [INT8],
      sent: [[int8(-(2n ** 63n))], [int8(2n ** 63n - 1n)]],
      rows: [[-(2n ** 63n)], [2n ** 63n - 1n]],
      storage: ['int64'],
    },
    decimals: {
      types: [NUMERIC],
      sent: [[numeric(0, 0x4000, 2, 1, 5000)], [numeric(-5, 0, 20, 1)]],
      rows: [['-1.50'], ['0.00000000000000000001']],
    },
    floats: { types: [FLOAT8], sent: [[float8(-1.5e-300)], [float8(Number.NaN)]], rows: [[-1.5e-300], [Number.NaN]] },
    dates: {
      types: [DATE],
      sent: [[days('2024-02-29')], [days('0001-01-01')]],
      rows: [['2024-02-29'], ['0001-01-01']],
      storage: ['date'],
    },
    wallClocks: {
      types: [TIMESTAMP],
      sent: [[micros('2024-03-31T01:59:59.123Z', 456)]],
      rows: [['2024-03-31T01:59:59.123456']],
      storage: ['timestamp'],
    },
    instants: {
      types: [TIMESTAMPTZ],
      sent: [[micros('2024-03-31T01:59:59.5+02:00')]],
      rows: [['2024-03-30T23:59:59.500']],
      storage: ['instant'],
    },
    binary: { types: [BYTEA], sent: [[Buffer.from([0, 0xff, 0xde])]], rows: [['00ffde']] },
    nested: { types: [JSONB], sent: [['\x01{"a": [1, null]}']], rows: [['{"a": [1, null]}']], storage: ['json'] },
    strange: {
      types: [UUID, TIME],
      sent: [[Buffer.from('a0eebc999c0b4ef8bb6d6bb9bd380a11', 'hex'), '10:20:30.5']],
      rows: [['a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11', '10:20:30.5']],
    },
  },
})

const LISTED = ['schema', 'table', 'column', 'type']
const ROWS = [
  ['public', 'orders', 'id', 'integer'],
  ['public', 'orders', 'total', 'numeric(5,2)'],
]

/** Types that are always requested as text. */
const listing: StubAnswer = {
  columns: [...LISTED.map((name): [string, number] => [name, TEXT]), ['is_current', BOOLEAN]],
  rows: ROWS.map((row) => [...row, 't']),
}

function answerFrom({ tableOf }: typeof texts) {
  return (asked: string): StubAnswer => {
    const text = plainText(asked)
    if (text === FAILING) return { error: 'column "colour" does not exist', code: '42703' }
    if (/svv_columns|information_schema\.columns/.test(text)) return listing
    if (text === 'SELECT 1') return { columns: [['n', INT8]], rows: [['1']] }
    const table = tableOf(text)
    if (!table) return 'done'
    return { columns: table.columns.map(({ name, type }) => [name, type]), rows: table.rows as StubValue[][] }
  }
}
const ended = notApplicable('ending sessions has tests of its own')
const whole = notApplicable('the stub responds at once; long results are tested with PostgreSQL itself')

/** The facts of servers with canned answers; starts the stub. */
function setupOf(book: typeof texts): ConformanceSetup {
  let stub: PostgresStub
  beforeAll(async () => {
    stub = await startPostgresStub('open sesame', answerFrom(book))
  })
  afterAll(() => stub.close())
  const options = (changes: Record<string, unknown> = {}) => ({
    ...{ host: '127.0.0.1', port: stub.port, user: 'ada', password: 'open sesame', dbname: 'shop' },
    ...changes,
  })
  return {
    ...book.facts,
    options,
    proxied: whole,
    refused: {
      host: () => ({ options: options({ port: UNREACHABLE.port }), message: UNREACHABLE.message }),
      password: () => ({ options: options({ password: 'wrong password' }), message: /password/ }),
      database: notApplicable('the stub has one database'),
    },
    noResultSet: { text: CHANGE, message: NO_DATA },
    slow: ended,
    endless: whole,
    isWorkingOn: ended,
    failing: { text: FAILING, message: /^column "colour" does not exist/ },
    failingMidway: whole,
    severalStatements: notApplicable('the stub knows single statements; several are tested with PostgreSQL itself'),
    writing: notApplicable('the database decides what a user may change'),
    schema: { tables: { orders: ['id', 'total'] } },
    stoppable: false,
  }
}

const asTexts = setupOf(texts)
describeConformance(redshift, asTexts)
describeConformance(risingwave, asTexts)
describeConformance(cockroach, setupOf(binary))
