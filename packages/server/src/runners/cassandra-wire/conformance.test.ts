import { once } from 'node:events'
import { createServer } from 'node:net'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import {
  bytes,
  type CassandraStub,
  type CqlAnswer,
  type CqlRow,
  int32,
  PEER,
  shortText,
  startCassandraStub,
  typeOf,
} from '../../testing/cassandra-stub.ts'
import { freePort } from '../../testing/free-port.ts'
import { never } from '../../testing/never.ts'
import { rowsOf } from '../../testing/rows-of.ts'
import cassandra from '../cassandra/index.ts'
import { failureOf } from '../conformance/runs.ts'
import { type ConformanceSetup, manyTables, notApplicable } from '../conformance/setup.ts'
import { describeConformance } from '../conformance.ts'
import { CANCELLED, STILL_RUNNING } from '../runner.ts'
import scylla from '../scylla/index.ts'

// No real Cassandra is available here: a stub speaks its protocol and knows these queries.

/** Integers of the protocol, big-endian. */
const whole = (value: bigint | number, length: number): Buffer =>
  Buffer.from(
    BigInt.asUintN(8 * length, BigInt(value))
      .toString(16)
      .padStart(2 * length, '0'),
    'hex',
  )
const text = (value: string) => Buffer.from(value)
const double = (value: number) => {
  const content = Buffer.alloc(8)
  content.writeDoubleBE(value)
  return content
}
const several = (...parts: Buffer[]) => Buffer.concat([int32(parts.length), ...parts.map(bytes)])

const Types = {
  bigint: typeOf(0x02),
  blob: typeOf(0x03),
  boolean: typeOf(0x04),
  counter: typeOf(0x05),
  decimal: typeOf(0x06),
  double: typeOf(0x07),
  int: typeOf(0x09),
  timestamp: typeOf(0x0b),
  uuid: typeOf(0x0c),
  varchar: typeOf(0x0d),
  varint: typeOf(0x0e),
  inet: typeOf(0x10),
  date: typeOf(0x11),
  time: typeOf(0x12),
  smallint: typeOf(0x13),
  duration: typeOf(0x00, shortText('org.apache.cassandra.db.marshal.DurationType')),
  vector: typeOf(0x00, shortText('org.apache.cassandra.db.marshal.VectorType(org.apache.cassandra.db.marshal.FloatType, 2)')),
} as const
const list = (of: Buffer) => typeOf(0x20, of)
const map = (key: Buffer, value: Buffer) => typeOf(0x21, key, value)
const set = (of: Buffer) => typeOf(0x22, of)
const tuple = (...of: Buffer[]) => typeOf(0x31, whole(of.length, 2), ...of)
const udt = (name: string, fields: Record<string, Buffer>) =>
  typeOf(
    0x30,
    ...[shortText('shop'), shortText(name), whole(Object.keys(fields).length, 2)],
    ...Object.entries(fields).flatMap(([field, type]) => [shortText(field), type]),
  )

const one = (columns: Record<string, Buffer>, ...rows: CqlRow[]): CqlAnswer => ({
  columns: Object.entries(columns).map(([name, type]) => ({ name, type })),
  pages: [rows],
})
const singles = (numbers: number[]) => {
  const content = Buffer.alloc(4 * numbers.length)
  for (const [index, number] of numbers.entries()) content.writeFloatBE(number, 4 * index)
  return content
}

const DAY_ZERO = 2 ** 31
const first = `SELECT b, a FROM shop.orders`
const answers: Record<string, CqlAnswer> = {
  [first]: one({ b: Types.int, a: Types.varchar }, [whole(1, 4), text('x')]),
  'SELECT id FROM nothing': one({ id: Types.int }),
  'CREATE TABLE t (id int PRIMARY KEY)': 'void',
  nulls: one({ a: Types.int, b: Types.varchar, c: Types.timestamp, d: list(Types.int) }, [null, null, null, null]),
  integers: one({ a: Types.bigint, b: Types.varint, c: Types.counter, d: Types.smallint }, [
    whole(-(2n ** 63n), 8),
    whole(2n ** 70n, 9),
    whole(2n ** 63n - 1n, 8),
    whole(-5, 2),
  ]),
  decimals: one({ a: Types.decimal }, [Buffer.concat([int32(5), whole(-12345678901234567890123n, 12)])]),
  floats: one({ a: Types.double }, [double(-1.5e-300)], [double(0.1)]),
  booleans: one({ a: Types.boolean }, [whole(1, 1)], [whole(0, 1)]),
  'some texts': one({ a: Types.varchar }, [text('naïve 🐘 漢字')], [text('two\nlines')]),
  'empty texts': one({ a: Types.varchar }, [text('')], [null]),
  dates: one({ a: Types.date }, [whole(DAY_ZERO + 19_782, 4)], [whole(DAY_ZERO - 719_162, 4)]),
  instants: one({ a: Types.timestamp }, [whole(Date.parse('2024-03-30T23:59:59.500Z'), 8)]),
  binary: one({ a: Types.blob }, [Buffer.from('00ffde', 'hex')], [Buffer.alloc(0)]),
  nested: one(
    {
      a: list(Types.bigint),
      b: map(Types.varchar, Types.int),
      c: tuple(Types.int, Types.varchar),
      d: udt('place', { lat: Types.double }),
      e: set(Types.timestamp),
      f: Types.vector,
    },
    [
      several(whole(2n ** 60n, 8)),
      Buffer.concat([int32(1), bytes(text('k')), bytes(whole(7, 4))]),
      Buffer.concat([bytes(whole(1, 4)), bytes(text('x'))]),
      bytes(double(1.5)),
      several(whole(0, 8)),
      singles([0.5, 2]),
    ],
  ),
  strange: one({ a: Types.uuid, b: Types.inet, c: Types.time, d: Types.duration }, [
    Buffer.from('00112233445566778899aabbccddeeff', 'hex'),
    Buffer.from([192, 168, 1, 9]),
    whole(37_230_500_000_000n, 8),
    // Months, days and nanoseconds in zigzag encoding.
    Buffer.from([2, 4, 6]),
  ]),
  'SELECT n FROM numbers': {
    columns: [{ name: 'n', type: Types.int }],
    pages: Array.from({ length: 5 }, (_, page) => Array.from({ length: 1000 }, (_, row) => [whole(1000 * page + row + 1, 4)])),
  },
  'SELECT slow': 'hang',
  'SELECT * FROM endless': {
    columns: [{ name: 'n', type: Types.int }],
    endless: Array.from({ length: 1000 }, () => [whole(1, 4)]),
  },
  'SELECT 1,\n  colour FROM t': { error: "line 2:2 no viable alternative at input 'colour'", code: 0x2000 },
}

const listed = one(
  { table_name: Types.varchar, column_name: Types.varchar, type: Types.varchar },
  ...[
    ['MyOrders', 'id', 'int'],
    ['MyOrders', 'total', 'decimal'],
    ['log', 'line', 'text'],
  ].map((row) => row.map(text)),
  ...manyTables.map((name) => [name, 'id', 'int'].map(text)),
)

let stub: CassandraStub
let closedPort: number

beforeAll(async () => {
  closedPort = await freePort()
  stub = await startCassandraStub('open sesame', (asked) => {
    if (/FROM system_schema\.columns WHERE keyspace_name = 'shop'/.test(asked)) return listed
    const known = Object.keys(answers).find((answer) => asked.endsWith(answer))
    return answers[known ?? ''] ?? { error: `line 1:0 no viable alternative at input '${asked}'`, code: 0x2000 }
  })
})
afterAll(() => stub.close())

const options = (changes: Record<string, unknown> = {}) => ({
  ...{ host: '127.0.0.1', port: stub.port, keyspace: 'shop', username: 'ada', password: 'open sesame', useSsl: false },
  ...changes,
})

const setup: ConformanceSetup = {
  options,
  proxied: notApplicable('the driver requests pages, and is idle between them'),
  refused: {
    host: () => ({
      options: options({ port: closedPort }),
      message: /^could not connect to server at .*: connection refused$/,
    }),
    password: () => ({
      options: options({ password: 'wrong password' }),
      message: /Provided username ada and\/or password are incorrect/,
    }),
    database: notApplicable('the stub has every keyspace'),
  },
  columns: { text: first, names: ['b', 'a'], rows: [[1n, 'x']] },
  repeatedNames: notApplicable('the driver keeps only one column per name'),
  noRows: { text: 'SELECT id FROM nothing', names: ['id'] },
  noResultSet: { text: 'CREATE TABLE t (id int PRIMARY KEY)', message: 'Query completed but it returned no data.' },
  values: {
    nulls: { text: 'nulls', rows: [[null, null, null, null]] },
    integers: {
      text: 'integers',
      rows: [[-(2n ** 63n), String(2n ** 70n), 2n ** 63n - 1n, -5n]],
      storage: ['int64', 'number_text', 'int64', 'int64'],
    },
    decimals: { text: 'decimals', rows: [['-123456789012345678.90123']] },
    floats: { text: 'floats', rows: [[-1.5e-300], [0.1]] },
    booleans: { text: 'booleans', rows: [[true], [false]], storage: ['boolean'] },
    texts: { text: 'some texts', rows: [['naïve 🐘 漢字'], ['two\nlines']] },
    emptyTexts: { text: 'empty texts', rows: [[''], [null]] },
    dates: { text: 'dates', rows: [['2024-02-29'], ['0001-01-01']], storage: ['date'] },
    wallClocks: notApplicable('timestamps are instants'),
    instants: { text: 'instants', rows: [['2024-03-30T23:59:59.500']], storage: ['instant'] },
    binary: { text: 'binary', rows: [['00ffde'], ['']] },
    nested: {
      text: 'nested',
      rows: [['[1152921504606846976]', '{"k":7}', '[1,"x"]', '{"lat":1.5}', '["1970-01-01T00:00:00.000Z"]', '[0.5,2]']],
      storage: ['json', 'json', 'json', 'json', 'json', 'json'],
    },
    strange: {
      text: 'strange',
      rows: [['00112233-4455-6677-8899-aabbccddeeff', '192.168.1.9', '10:20:30.5', '1mo2d3ns']],
    },
  },
  many: { text: 'SELECT n FROM numbers', count: 5000 },
  slow: notApplicable('the protocol cannot cancel a page; see below'),
  endless: 'SELECT * FROM endless',
  isWorkingOn: async (asked) => stub.working.has(asked),
  failing: {
    text: 'SELECT 1,\n  colour FROM t',
    message: /^line 2:2 no viable alternative at input 'colour'$/,
    at: 'colour',
  },
  failingMidway: notApplicable('each page is a response of its own'),
  severalStatements: notApplicable('the server accepts one at a time'),
  writing: notApplicable('the database decides what a user may change'),
  schema: { tables: { '"MyOrders"': ['id', 'total'], log: ['line'] }, create: async () => {} },
  stoppable: false,
}

describe('servers with the CQL protocol', () => {
  describeConformance(cassandra, setup)
  describeConformance(scylla, setup)
})

describe('Cassandra', () => {
  const run = (asked: string, signal = never, changes = {}) =>
    cassandra.run(asked, { config: cassandra.config.parse(options(changes)), signal, tempDir: '/nowhere' })

  it('types every column as string, as Redash does, and reports the type of the source', async () => {
    const { columns, batches } = await run('nested')
    for await (const _ of batches);
    expect(new Set(columns.map(({ type }) => type))).toEqual(new Set(['string']))
    expect(columns.map(({ sourceType }) => sourceType)).toEqual([
      ...['list<bigint>', 'map<varchar, int>', 'tuple<int, varchar>', 'place', 'set<timestamp>', 'VectorType(FloatType, 2)'],
    ])
  })

  it('requests pages one after the other, and no more than are read', async () => {
    stub.heard.length = 0
    const { batches } = await run('SELECT * FROM endless')
    let read = 0
    for await (const { rowCount } of batches) {
      read += rowCount
      if (read >= 3000) break
    }
    expect(stub.heard).toHaveLength(3)
  })

  it('connects only to the configured servers, whatever peers the cluster announces', async () => {
    let calls = 0
    const peer = createServer(() => calls++)
    peer.listen(stub.port, PEER)
    await once(peer, 'listening')
    onTestFinished(() => void peer.close())
    expect(await rowsOf(await run('SELECT n FROM numbers'))).toHaveLength(5000)
    expect(calls).toBe(0)
  })

  it('reports that the server may still be working after a cancel in the middle of a page', async () => {
    const stop = new AbortController()
    const outcome = failureOf(run('SELECT slow', stop.signal).then(rowsOf))
    while (!stub.working.has('SELECT slow')) await new Promise((resolve) => setImmediate(resolve))
    stop.abort()
    expect((await outcome).message).toBe(`${CANCELLED} ${STILL_RUNNING}`)
  })

  it('reports that a page takes too long', async () => {
    const failure = await failureOf(run('SELECT slow', undefined, { timeout: 0.2 }).then(rowsOf))
    expect(failure.message).toMatch(/^The server did not answer in time\./)
  })
})
