import { Binary, Decimal128, type Document, Double, Long, ObjectId, Timestamp } from 'mongodb'
import { afterAll, beforeAll } from 'vitest'
import {
  cannedAnswers,
  commonValues,
  ENDLESS,
  NOT_OVER_HTTP,
  pagesOf,
  RunningQueries,
  SLOW,
  UNREACHABLE,
} from '../../testing/canned-source.ts'
import { type MongoStub, mongoError, startMongo } from '../../testing/mongo-stub.ts'
import { never } from '../../testing/never.ts'
import { notApplicable } from '../conformance/setup.ts'
import { describeConformance } from '../conformance.ts'
import mongodb from './index.ts'

// MongoDB's own driver with a stub of the server, which has a collection for each query.

const find = (collection: string) => JSON.stringify({ collection })
const collectionIn = (text: string): string => JSON.parse(text).collection

const { tableOf, facts } = cannedAnswers({
  integer: null,
  text: null,
  phrase: find,
  values: {
    ...commonValues({ boolean: null, text: null, date: null }),
    nulls: { types: [null, null], sent: [[null, null]], rows: [[null, null]] },
    integers: {
      types: [null, null],
      sent: [
        [Long.MIN_VALUE, -1],
        [Long.MAX_VALUE, 2 ** 31 - 1],
      ],
      rows: [
        [-(2n ** 63n), -1n],
        [2n ** 63n - 1n, 2n ** 31n - 1n],
      ],
      storage: ['int64', 'int64'],
    },
    decimals: {
      types: [null],
      sent: [[Decimal128.fromString('-1234567890123456789012345678901.234')], [Decimal128.fromString('0.5')]],
      rows: [['-1234567890123456789012345678901.234'], ['0.5']],
      storage: ['number_text'],
    },
    floats: {
      types: [null],
      sent: [[new Double(-1.5e-300)], [new Double(Number.NaN)]],
      rows: [[-1.5e-300], [Number.NaN]],
      storage: ['double'],
    },
    dates: notApplicable('dates are instants'),
    wallClocks: notApplicable('all times are instants'),
    instants: {
      types: [null],
      sent: [[new Date('2024-03-30T23:59:59.500Z')]],
      rows: [['2024-03-30T23:59:59.500']],
      storage: ['instant'],
    },
    binary: { types: [null], sent: [[new Binary(Buffer.from('00ffde', 'hex'))]], rows: [['00ffde']] },
    nested: { types: [null], sent: [[[1, null, { a: 1 }]]], rows: [['[1,null,{"a":1}]']], storage: ['json'] },
    strange: {
      types: [null, null, null],
      sent: [[new ObjectId('65e0a1b2c3d4e5f601234567'), /^a/i, new Timestamp({ t: 1, i: 2 })]],
      rows: [['65e0a1b2c3d4e5f601234567', '/^a/i', '{"$timestamp":{"t":1,"i":2}}']],
    },
  },
})

const work = new RunningQueries()
const cursor = (ns: string, id: number, batch: { firstBatch: Document[] } | { nextBatch: Document[] }) => ({
  cursor: { id: Long.fromNumber(id), ns, ...batch },
})

function documentsIn(collection: string): Document[] {
  if (collection === 'orders') return [{ id: 1, total: new Double(1.5) }]
  const { columns, rows } = tableOf(collection) ?? { columns: [], rows: [] }
  return rows.map((row) => Object.fromEntries(columns.map(({ name }, at) => [name, row[at]])))
}

/** A batch of a collection; the cursor id is the number of the next batch. */
function batchOf(collection: string, number: number): Document {
  const ns = `shop.${collection}`
  const isEndless = collection === ENDLESS
  if (isEndless && number === 0) work.begin(ENDLESS)
  if (isEndless && !work.has(ENDLESS)) return mongoError(11601, 'operation was interrupted')
  const pages = pagesOf(isEndless ? [] : documentsIn(collection).map((document) => [document])).map(
    (page) => page.flat() as Document[],
  )
  const batch = isEndless ? Array(1000).fill({ n: 1 }) : (pages[number] ?? [])
  const next = isEndless || number + 1 < pages.length ? number + 1 : 0
  return cursor(ns, next, number === 0 ? { firstBatch: batch } : { nextBatch: batch })
}

async function answer(command: Document): Promise<Document> {
  if ('ping' in command) return {}
  if ('listCollections' in command)
    return cursor('shop.$cmd.listCollections', 0, { firstBatch: [{ name: 'orders', type: 'collection' }] })
  if ('killSessions' in command || 'killCursors' in command) {
    for (const text of [SLOW, ENDLESS]) work.end(text)
    return {}
  }
  if ('aggregate' in command) return cursor('admin.$cmd.aggregate', 0, { firstBatch: work.has(SLOW) ? [{ active: true }] : [] })
  if ('getMore' in command) return batchOf(command.collection, Number(command.getMore))
  if (command.find === SLOW) {
    await work.until(SLOW, never)
    return mongoError(11601, 'operation was interrupted')
  }
  if (command.find === 'colour') return mongoError(2, 'unknown operator: $colour')
  return batchOf(command.find, 0)
}

let stub: MongoStub
beforeAll(async () => {
  stub = await startMongo(answer)
})
afterAll(() => stub.close())

const options = (changes: Record<string, unknown> = {}) => ({
  ...{ connectionString: `mongodb://127.0.0.1:${stub.port}/?serverSelectionTimeoutMS=300`, dbName: 'shop' },
  ...changes,
})

describeConformance(mongodb, {
  ...NOT_OVER_HTTP,
  ...facts,
  proxied: notApplicable('its driver detects lost connections'),
  options,
  refused: {
    host: () => ({
      options: options({ connectionString: `mongodb://127.0.0.1:${UNREACHABLE.port}/?serverSelectionTimeoutMS=50` }),
      message: UNREACHABLE.message,
    }),
    password: notApplicable('the stub has no authentication'),
    database: notApplicable('a missing database is an empty one'),
  },
  repeatedNames: notApplicable('keys of documents are unique'),
  noRows: notApplicable('the documents determine the columns'),
  noResultSet: notApplicable('a result without documents is empty'),
  slow: find(SLOW),
  endless: find(ENDLESS),
  isWorkingOn: (text) => work.isWorkingOn(collectionIn(text)),
  failing: { text: find('colour'), message: /^unknown operator: \$colour$/ },
  severalStatements: notApplicable('a query text is one query'),
  writing: { text: JSON.stringify({ collection: 'orders', aggregate: [{ $out: 'copy' }] }), message: /\$out writes/ },
  schema: { tables: { orders: ['id', 'total'] } },
  stoppable: true,
})
