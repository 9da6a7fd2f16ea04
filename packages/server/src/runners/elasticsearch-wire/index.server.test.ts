import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { AWS_KEYS } from '../../testing/aws-stub.ts'
import type { StartedServer } from '../../testing/servers/fetched-server.ts'
import { opensearchServer } from '../../testing/servers/opensearch.ts'
import { sqlSource } from '../../testing/sql-source.ts'
import awsEs from '../aws-es/index.ts'
import { expectTrustOfMachine } from '../conformance/certificates.ts'
import { itReadsManyRows, MILLION } from '../conformance/many-rows.ts'
import { itOutlivesRestarts } from '../conformance/restarts.ts'
import { type ConformanceSetup, notApplicable } from '../conformance/setup.ts'
import { describeConformance } from '../conformance.ts'
import firstElasticsearch from '../elasticsearch/index.ts'
import elasticsearch from '../elasticsearch2/index.ts'
import kibana from '../kibana/index.ts'
import { severalAtATime } from '../several-at-a-time.ts'

let server: StartedServer
const url = () => `http://127.0.0.1:${server.port}`

/** Sends a request to the server itself. */
async function send(method: string, path: string, body?: string): Promise<Record<string, unknown>> {
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(`${url()}${path}`, { method, headers, ...(body === undefined ? {} : { body }) })
  const text = await response.text()
  if (!response.ok) throw new Error(text)
  return JSON.parse(text)
}

/** Stores documents with the numbers from 1 on. */
async function storeNumbers(index: string, count: number): Promise<void> {
  for (let start = 0; start < count; start += BATCH) {
    const numbers = Array.from({ length: BATCH }, (_, at) => start + at)
    const lines = numbers.map((at) => `{"index": {}}\n{"n": ${at + 1}, "group": "g${at % 3}"}\n`)
    await send('POST', `/${index}/_bulk`, lines.join(''))
  }
  await send('POST', `/${index}/_refresh`)
}

const DOCUMENTS = 100_000
const BATCH = 10_000
/** The limit of the server for the buckets of a search. */
const MOST_BUCKETS = 65_535
const VALUES = [
  `{"n": -9223372036854775808, "ratio": -1.5e-300, "yes": true, "text": "naïve 🐘 漢字", "word": "", "seen": "2024-03-30T23:59:59.500Z",
    "raw": "AP/e", "ip": "10.0.0.1", "place": {"city": "Ulm", "at": {"lat": 1.5, "lon": 2}}, "list": [1, null, 3], "nothing": null}`,
  `{"n": 9223372036854775807, "ratio": 0.1, "yes": false, "text": "two\\nlines", "word": null, "seen": "2024-02-29"}`,
]
const MAPPING = `{"mappings": {"properties": {"n": {"type": "long"}, "ratio": {"type": "double"}, "yes": {"type": "boolean"},
  "text": {"type": "text"}, "word": {"type": "keyword"}, "seen": {"type": "date"}, "raw": {"type": "binary"}, "ip": {"type": "ip"},
  "place": {"properties": {"city": {"type": "keyword"}}}}}}`

beforeAll(async () => {
  server = await opensearchServer.start()
  await send('PUT', '/values', MAPPING)
  for (const [at, document] of VALUES.entries()) await send('PUT', `/values/_doc/${at}?refresh=true`, document)
  // A search looks for a cancel before each shard, but only after thousands of documents within one.
  await send('PUT', '/numbers', '{"settings": {"number_of_shards": 100, "number_of_replicas": 0}}')
  await storeNumbers('numbers', DOCUMENTS)
})
afterAll(() => server?.stop())

const options = (changes: Record<string, unknown> = {}) => ({ url: url(), ...changes })
const { read, run, refusal } = sqlSource(elasticsearch, options)

const fields = (...names: string[]) => JSON.stringify({ index: 'values', result_fields: names, sort: [{ _id: 'asc' }] })
/** A script that takes a tenth of a millisecond or more for each document. */
const script = 'long x = 0; for (int i = 0; i < 100000; i++) { x += i % 7 } return x > 0'
const SLOW = JSON.stringify({ index: 'numbers', query: { script: { script: { source: script } } } })

async function isWorkingOn(): Promise<boolean> {
  const { nodes } = await send('GET', '/_tasks?actions=*search*&detailed=true')
  return JSON.stringify(nodes).includes('x += i % 7')
}

const TABLES = { tables: { numbers: ['group', 'n'] } }

const setup: ConformanceSetup = {
  options,
  proxied: notApplicable('a search is one short response'),
  refused: {
    host: () => ({
      options: options({ url: 'http://127.0.0.1:1' }),
      message: /^could not connect to server at 127\.0\.0\.1:1: connection refused$/,
    }),
    password: notApplicable('this server has no security'),
    database: notApplicable('an index that is not there is an error of the text'),
  },
  columns: {
    text: fields('yes', 'text'),
    names: ['yes', 'text'],
    rows: [
      [true, 'naïve 🐘 漢字'],
      [false, 'two\nlines'],
    ],
  },
  repeatedNames: notApplicable('names of objects are unique'),
  noRows: notApplicable('documents tell the columns'),
  noResultSet: notApplicable('its language only reads'),
  values: {
    nulls: {
      text: fields('nothing', 'ip'),
      rows: [
        [null, '10.0.0.1'],
        [null, null],
      ],
    },
    integers: { text: fields('n'), rows: [[-(2n ** 63n)], [2n ** 63n - 1n]], storage: ['int64'] },
    decimals: notApplicable('numbers are those of JSON'),
    floats: { text: fields('ratio'), rows: [[-1.5e-300], [0.1]], storage: ['double'] },
    booleans: { text: fields('yes'), rows: [[true], [false]], storage: ['boolean'] },
    texts: { text: fields('text'), rows: [['naïve 🐘 漢字'], ['two\nlines']] },
    emptyTexts: { text: fields('word'), rows: [[''], [null]] },
    dates: notApplicable('days are points in time'),
    wallClocks: notApplicable('all times are points in time'),
    instants: notApplicable('times stay in the format of the document'),
    binary: { text: fields('raw'), rows: [['AP/e'], [null]] },
    nested: {
      text: fields('place.city', 'place.at.lat', 'list'),
      rows: [
        ['Ulm', 1.5, '[1,null,3]'],
        [null, null, null],
      ],
    },
    strange: { text: fields('ip'), rows: [['10.0.0.1'], [null]] },
  },
  many: {
    text: JSON.stringify({ index: 'numbers', size: 5000, sort: [{ n: 'asc' }], result_fields: ['n'] }),
    count: 5000,
  },
  slow: SLOW,
  endless: notApplicable('a search answers with one document'),
  isWorkingOn,
  failing: {
    text: JSON.stringify({ index: 'values', query: { colour: {} } }),
    message: /^Failed to execute query\. 400: unknown query \[colour\]/,
  },
  failingMidway: notApplicable('a search is one response'),
  severalStatements: notApplicable('a query text is one query'),
  writing: notApplicable('its language only reads'),
  schema: TABLES,
  stoppable: true,
}

describeConformance(elasticsearch, {
  ...setup,
  schema: {
    ...TABLES,
    // An index costs this server a tenth of a second.
    count: 400,
    create: (names) =>
      severalAtATime(names, 8, (name) =>
        send(
          'PUT',
          `/${name}`,
          '{"settings": {"number_of_replicas": 0}, "mappings": {"properties": {"id": {"type": "integer"}}}}',
        ),
      ),
  },
})
describe('the first type of Elasticsearch, with the older form (elasticsearch)', () => {
  const at = (address: string) => ({ server: address })
  const host = () => ({ options: at('http://127.0.0.1:1'), message: /connection refused$/ })
  describeConformance(firstElasticsearch, {
    ...setup,
    options: () => at(url()),
    refused: { ...setup.refused, host },
  })
})
describe('Amazon Elasticsearch Service, whose signatures this server ignores', () => {
  const at = (address: string) => ({
    ...{ server: address, region: 'eu-west-1', access_key: AWS_KEYS.accessKey, secret_key: AWS_KEYS.secretKey },
  })
  const host = () => ({ options: at('http://127.0.0.1:1'), message: /connection refused$/ })
  describeConformance(awsEs, { ...setup, options: () => at(url()), refused: { ...setup.refused, host } })
})

describe('OpenSearch, the server', () => {
  it('groups by several terms, with metrics', async () => {
    const aggs = { group: { terms: { field: 'group.keyword' }, aggs: { top: { max: { field: 'n' } } } } }
    const result = await run(JSON.stringify({ index: 'numbers', size: 0, aggs }))
    expect(result.columns.map(({ name }) => name)).toEqual(['group', 'group.doc_count', 'top.value'])
    expect(await read(JSON.stringify({ index: 'numbers', size: 0, aggs }))).toEqual([
      ['g0', 33_334n, 100_000n],
      ['g1', 33_333n, 99_998n],
      ['g2', 33_333n, 99_999n],
    ])
  })

  it('says which index does not exist', async () => {
    expect((await refusal('{"index": "nowhere"}')).message).toBe('Failed to execute query. 404: no such index [nowhere]')
  })

  it('says what a script has done wrong (OPEN-840)', async () => {
    const failureOf = async (source: string) =>
      (await refusal(JSON.stringify({ index: 'numbers', query: { script: { script: { source } } } }))).message
    expect(await failureOf('def list = [1]; list[5] > 0')).toBe(
      'Failed to execute query. 400: all shards failed: runtime error: Index 5 out of bounds for length 1',
    )
    expect(await failureOf('true)')).toMatch(/^Failed to execute query\. 400: all shards failed: compile error: .*'\)'/)
  })

  it('says how many hits it returns if a search asks for more (OPEN-830)', async () => {
    expect((await refusal('{"index": "numbers", "size": 10001}')).message).toMatch(
      /^Failed to execute query\. 400: .*Result window is too large, from \+ size must be less than or equal to: \[10000\]/,
    )
  })
})

describe('an index of OpenSearch whose searches may have a million hits', () => {
  beforeAll(async () => {
    await send('PUT', '/many', `{"settings": {"number_of_replicas": 0, "max_result_window": ${MILLION}}}`)
    await storeNumbers('many', MILLION)
  })
  const terms = { composite: { size: MOST_BUCKETS, sources: [{ n: { terms: { field: 'n' } } }] } }
  const search = (more: object) => JSON.stringify({ index: 'many', ...more })

  itReadsManyRows(() => run(search({ size: MILLION })))
  itReadsManyRows(() => run(search({ size: 0, aggs: { terms } })), MOST_BUCKETS)

  it('says how many buckets it returns if an aggregation has more (OPEN-830)', async () => {
    const aggs = { terms: { terms: { field: 'n', size: MOST_BUCKETS + 1 } } }
    expect((await refusal(search({ size: 0, aggs }))).message).toMatch(
      /^Failed to execute query\. 503: Trying to create too many buckets\. Must be less than or equal to: \[65535\]/,
    )
  })

  describe('for Kibana, in pages', () => {
    const hits = { index: 'many', query: '*', size: MILLION / 2, limit: MILLION, fields: ['n'] }
    const { run: runLucene } = sqlSource(kibana, () => ({ server: url() }))

    itReadsManyRows(() => runLucene(JSON.stringify(hits)))
  })
})

describe('Kibana, the type', () => {
  const source = sqlSource(kibana, () => ({ server: url() }))

  it('reads pages of hits in the order of a field', async () => {
    const text = JSON.stringify({ index: 'numbers', query: 'n:[1 TO 1200]', sort: 'n:asc', limit: 1100, fields: ['n'] })
    const rows = await source.read(text)
    expect(rows.map(([n]) => Number(n))).toEqual(Array.from({ length: 1100 }, (_, at) => at + 1))
  })

  it('reports a query that Lucene cannot read', async () => {
    const failure = await source.refusal(JSON.stringify({ index: 'numbers', query: 'n:[1 TO' }))
    expect(failure.message).toMatch(/^Failed to execute query\. 400: .*Failed to parse query \[n:\[1 TO\]/)
  })
})

describe('OpenSearch behind TLS', () => {
  it('is trusted only with a certificate of a known authority for its name (OPEN-826)', async () => {
    const first = JSON.stringify({ index: 'numbers', query: { term: { n: 1 } }, result_fields: ['n'] })
    await expectTrustOfMachine({ port: server.port, rows: await read(first), read: ({ url }) => read(first, { url }) })
    const { read: search } = sqlSource(kibana, () => ({ server: url() }))
    const text = JSON.stringify({ index: 'numbers', query: 'n:1', fields: ['n'] })
    const rows = await search(text)
    await expectTrustOfMachine({ port: server.port, rows, read: ({ url }) => search(text, { server: url }) })
  })
})

// Last, since what a server has in memory is gone.
describe('a restart of OpenSearch (OPEN-839)', () => {
  itOutlivesRestarts({
    server: () => ({
      kill: server.kill,
      // It answers a while before it can search.
      restart: async () => {
        await server.restart()
        await send('GET', '/_cluster/health?wait_for_status=yellow')
      },
    }),
    read: () => read(JSON.stringify({ index: 'values' })),
    runLong: () => run(SLOW),
    isWorking: isWorkingOn,
  })
})
