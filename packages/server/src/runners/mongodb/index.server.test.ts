import { Binary, type Document, Double, Long, MongoClient, ObjectId, Timestamp } from 'mongodb'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freePort } from '../../testing/free-port.ts'
import { rowsOf } from '../../testing/rows-of.ts'
import { ferretdbServer } from '../../testing/servers/ferretdb.ts'
import type { StartedServer } from '../../testing/servers/fetched-server.ts'
import { sqlSource } from '../../testing/sql-source.ts'
import { expectTrustOfMachine } from '../conformance/certificates.ts'
import { itReadsManyRows } from '../conformance/many-rows.ts'
import { itOutlivesRestarts } from '../conformance/restarts.ts'
import { failureOf } from '../conformance/runs.ts'
import { notApplicable } from '../conformance/setup.ts'
import { describeConformance } from '../conformance.ts'
import { StopUnconfirmed } from '../runner.ts'
import { severalAtATime } from '../several-at-a-time.ts'
import mongodb from './index.ts'

const DOCUMENTS = 100_000
const BATCH = 10_000

let server: StartedServer
let closedPort: number
let client: MongoClient
beforeAll(async () => {
  server = await ferretdbServer.start()
  closedPort = await freePort()
  client = new MongoClient(`mongodb://127.0.0.1:${server.port}/`)
  const shop = client.db('shop')
  await shop.collection('orders').insertOne({ total: new Double(1.5), place: { city: 'Ulm' } })
  await shop.collection<Document & { _id: number }>('values').insertMany([
    {
      _id: 1,
      ...{ big: Long.MIN_VALUE, small: -1, ratio: new Double(-1.5e-300), yes: true, text: 'naïve 🐘 漢字', empty: '' },
      ...{ seen: new Date('2024-03-30T23:59:59.500Z'), raw: new Binary(Buffer.from('00ffde', 'hex')), nothing: null },
      ...{ list: [1, null, { a: 1 }], key: new ObjectId('65e0a1b2c3d4e5f601234567'), at: new Timestamp({ t: 1, i: 2 }) },
      pattern: /^a/i,
    },
    {
      _id: 2,
      ...{ big: Long.MAX_VALUE, small: 2 ** 31 - 1, ratio: new Double(0.1), yes: false },
      ...{ text: 'two\nlines', empty: null, seen: null, raw: new Binary(Buffer.alloc(0)) },
    },
  ])
  for (let start = 1; start < DOCUMENTS; start += BATCH)
    await shop
      .collection('numbers')
      .insertMany(Array.from({ length: BATCH }, (_, at) => ({ n: start + at, text: `row ${start + at}` })))
}, 600_000)
afterAll(async () => {
  await client?.close()
  await server?.stop()
})

const options = (changes: Record<string, unknown> = {}) => ({
  ...{ connectionString: `mongodb://127.0.0.1:${server.port}/?serverSelectionTimeoutMS=3000`, dbName: 'shop' },
  ...changes,
})
const { configOf, run, read, refusal } = sqlSource(mongodb, options)

const values = (...fields: string[]) =>
  JSON.stringify({
    collection: 'values',
    fields: Object.fromEntries([['_id', 0], ...fields.map((name, at) => [name, at + 1])]),
    sort: [{ name: '_id', direction: 1 }],
  })
const numbers = (query: object) => JSON.stringify({ collection: 'numbers', fields: { _id: 0, n: 1, text: 2 }, ...query })

describeConformance(mongodb, {
  options,
  proxied: notApplicable('its driver detects lost connections'),
  refused: {
    host: () => ({
      options: options({ connectionString: `mongodb://127.0.0.1:${closedPort}/?serverSelectionTimeoutMS=50` }),
      message: /^could not connect to server at 127\.0\.0\.1:\d+: connection refused$/,
    }),
    password: notApplicable('this server has no authentication'),
    database: notApplicable('a missing database is an empty one'),
  },
  columns: {
    text: values('small', 'text'),
    names: ['small', 'text'],
    rows: [
      [-1n, 'naïve 🐘 漢字'],
      [2n ** 31n - 1n, 'two\nlines'],
    ],
  },
  repeatedNames: notApplicable('keys of documents are unique'),
  noRows: notApplicable('the documents determine the columns'),
  noResultSet: notApplicable('a result without documents is empty'),
  values: {
    nulls: {
      text: values('nothing', 'seen'),
      rows: [
        [null, '2024-03-30T23:59:59.500'],
        [null, null],
      ],
    },
    integers: {
      text: values('big', 'small'),
      rows: [
        [-(2n ** 63n), -1n],
        [2n ** 63n - 1n, 2n ** 31n - 1n],
      ],
      storage: ['int64', 'int64'],
    },
    decimals: notApplicable('this server has no decimals'),
    floats: { text: values('ratio'), rows: [[-1.5e-300], [0.1]], storage: ['double'] },
    booleans: { text: values('yes'), rows: [[true], [false]], storage: ['boolean'] },
    texts: { text: values('text'), rows: [['naïve 🐘 漢字'], ['two\nlines']] },
    emptyTexts: { text: values('empty'), rows: [[''], [null]] },
    dates: notApplicable('dates are instants'),
    wallClocks: notApplicable('all times are instants'),
    instants: { text: values('seen'), rows: [['2024-03-30T23:59:59.500'], [null]], storage: ['instant'] },
    binary: { text: values('raw'), rows: [['00ffde'], ['']] },
    nested: { text: values('list'), rows: [['[1,null,{"a":1}]'], [null]], storage: ['json'] },
    strange: {
      text: values('key', 'pattern', 'at'),
      rows: [
        ['65e0a1b2c3d4e5f601234567', '/^a/i', '{"$timestamp":{"t":1,"i":2}}'],
        [null, null, null],
      ],
    },
  },
  many: { text: numbers({ sort: [{ name: 'n', direction: 1 }], query: { n: { $lte: 5000 } } }), count: 5000 },
  slow: notApplicable('this server does not end sessions; see below'),
  endless: notApplicable('this server does not end sessions; see below'),
  isWorkingOn: notApplicable('this server does not list what it does'),
  failing: {
    text: JSON.stringify({ collection: 'orders', query: { total: { $colour: 1 } } }),
    message: /^unknown operator: \$colour$/,
  },
  failingMidway: notApplicable('values of documents make no query fail'),
  severalStatements: notApplicable('a query text is one query'),
  writing: { text: JSON.stringify({ collection: 'orders', aggregate: [{ $out: 'copy' }] }), message: /\$out writes/ },
  schema: {
    tables: { orders: ['_id', 'total', 'place.city'] },
    // A collection costs this server a tenth of a second, and the more the more there are.
    count: 1000,
    create: (names) => severalAtATime(names, 8, (name) => client.db('shop').collection(name).insertOne({ id: 1 })),
  },
  stoppable: false,
})

describe('a server with the protocol of MongoDB', () => {
  it('counts, groups and sorts', async () => {
    expect(await read(JSON.stringify({ collection: 'numbers', query: { n: { $gt: DOCUMENTS - 1000 } }, count: true }))).toEqual(
      [[1000n]],
    )
    const grouped = [{ $match: { n: { $lte: 10 } } }, { $group: { _id: null, sum: { $sum: '$n' } } }]
    expect(await read(JSON.stringify({ collection: 'numbers', aggregate: grouped }))).toEqual([[null, 55n]])
    const last = numbers({ sort: [{ name: 'n', direction: -1 }], limit: 2 })
    expect(await read(last)).toEqual([
      [100_000n, 'row 100000'],
      [99_999n, 'row 99999'],
    ])
  })

  it('returns nothing from a collection that does not exist', async () => {
    expect(await read('{"collection": "nowhere"}')).toEqual([])
    expect((await refusal('{"collection": ""}')).message).toBe("'collection' must have a value to run a query")
  })

  it('reports a cancel as not confirmed, as this server ends no sessions (OPEN-832)', async () => {
    const stop = new AbortController()
    const context = { config: configOf(), signal: stop.signal, tempDir: '/nowhere', onSession: () => stop.abort() }
    expect(await failureOf(mongodb.run(numbers({}), context).then(rowsOf))).toBeInstanceOf(StopUnconfirmed)
  })

  itReadsManyRows(() => run(numbers({})), DOCUMENTS)
})

describe('FerretDB behind TLS', () => {
  it('is trusted only with a certificate of a known authority for its name (OPEN-826)', async () => {
    const at = ({ host, port }: { host: string; port: number }, more = '') =>
      read('{"collection": "numbers", "query": {"n": 1}, "fields": {"n": 1, "_id": 0}}', {
        connectionString: `mongodb://${host}:${port}/?serverSelectionTimeoutMS=3000&tls=true${more}`,
      })
    await expectTrustOfMachine({
      ...{ port: server.port, rows: [[1n]], read: (place) => at(place) },
      readUnverified: (place) => at(place, '&tlsInsecure=true'),
    })
  })
})

// Last, since what a server has in memory is gone.
describe('a restart of FerretDB (OPEN-839)', () => {
  itOutlivesRestarts({
    server: () => server,
    read: () => read(numbers({ limit: 1 })),
    runLong: () => run(numbers({})),
  })
})
