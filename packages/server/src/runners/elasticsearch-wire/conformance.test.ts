import { describe } from 'vitest'
import { AWS_KEYS, isSigned } from '../../testing/aws-stub.ts'
import {
  cannedAnswers,
  cannedStub,
  ENDLESS,
  FAILING,
  NOT_OVER_HTTP,
  pagesOf,
  RunningQueries,
  SLOW,
  UNREACHABLE,
} from '../../testing/canned-source.ts'
import type { StubAnswer, StubCall } from '../../testing/stub-server.ts'
import { basic, json } from '../../testing/stubbed-source.ts'
import awsEs from '../aws-es/index.ts'
import { type ConformanceSetup, notApplicable } from '../conformance/setup.ts'
import { describeConformance } from '../conformance.ts'
import firstElasticsearch from '../elasticsearch/index.ts'
import elasticsearch from '../elasticsearch2/index.ts'
import openDistro from '../elasticsearch2-open-distro-sql/index.ts'
import xpack from '../elasticsearch2-xpack-sql/index.ts'

// A stub of Elasticsearch (https://www.elastic.co/docs/api/doc/elasticsearch) and OpenSearch (https://docs.opensearch.org): searches,
// both kinds of SQL, and the management of tasks.

/** A search that carries a text, by which the stub finds the response. */
const search = (text: string) => JSON.stringify({ index: 'logs', query: { match: { message: text } } })

const values = {
  nulls: { types: ['long', 'keyword', 'datetime'], sent: [[null, null, null]], rows: [[null, null, null]] },
  integers: { types: ['long'], sent: [[-(2 ** 53)], [2 ** 53]], rows: [[-(2n ** 53n)], [2n ** 53n]] },
  decimals: notApplicable('numbers are those of JSON'),
  floats: { types: ['double'], sent: [[-1.5e-300], [0.1]], rows: [[-1.5e-300], [0.1]] },
  booleans: { types: ['boolean'], sent: [[true], [false]], rows: [[true], [false]] },
  texts: { types: ['text'], sent: [['naïve 🐘 漢字']], rows: [['naïve 🐘 漢字']] },
  emptyTexts: { types: ['keyword'], sent: [[''], [null]], rows: [[''], [null]] },
  dates: notApplicable('days are points in time'),
  wallClocks: notApplicable('all times are points in time'),
  instants: { types: ['datetime'], sent: [['2024-03-30T23:59:59.500Z']], rows: [['2024-03-30T23:59:59.500Z']] },
  binary: { types: ['binary'], sent: [['AP/e']], rows: [['AP/e']] },
  nested: notApplicable('objects are opened in searches, and refused by SQL'),
  strange: { types: ['ip', 'geo_shape'], sent: [['10.0.0.1', 'POINT (1 2)']], rows: [['10.0.0.1', 'POINT (1 2)']] },
} satisfies Parameters<typeof cannedAnswers<string>>[0]['values']

const sql = cannedAnswers({ integer: 'long', text: 'keyword', values })
const hits = cannedAnswers({ integer: 'long', text: 'keyword', values, phrase: search })

const work = new RunningQueries()
let mark = ''
const failure = (type: string, reason: string) =>
  json({ error: { root_cause: [{ type, reason }], type, reason }, status: 400 }, 400)

async function slow(headers: StubCall['headers'], closed: AbortSignal): Promise<StubAnswer> {
  mark = String(headers['x-opaque-id'])
  await work.until(SLOW, closed)
  return failure('task_cancelled_exception', 'task cancelled [by user request]')
}

function searched(body: string): StubAnswer {
  const { columns, rows } = hits.tableOf(JSON.parse(body).query.match.message) ?? { columns: [], rows: [] }
  const found = rows.map((row, at) => ({
    _index: 'logs',
    _id: String(at),
    _source: Object.fromEntries(columns.map(({ name }, index) => [name, row[index]])),
  }))
  return json({ took: 1, timed_out: false, hits: { total: { value: found.length, relation: 'eq' }, hits: found } })
}

/** The first or next page of an SQL result, with the property names of Elasticsearch or OpenSearch. */
function queried(body: string, names: { columns: 'columns' | 'schema'; rows: 'rows' | 'datarows' }): StubAnswer {
  const { query, cursor } = JSON.parse(body)
  const [page, text] = cursor === undefined ? [0, String(query)] : JSON.parse(cursor)
  const { columns, rows } = (text === ENDLESS ? null : sql.tableOf(text)) ?? {
    columns: [{ name: 'n', type: 'long' }],
    rows: [[1]],
  }
  const pages = pagesOf(rows)
  const isLast = text !== ENDLESS && page + 1 >= pages.length
  return json({
    ...(page === 0 ? { [names.columns]: columns } : {}),
    [names.rows]: pages[text === ENDLESS ? 0 : page],
    ...(isLast ? {} : { cursor: JSON.stringify([page + 1, text]) }),
  })
}

function aboutTasks({ method, path }: StubCall): StubAnswer {
  if (method === 'POST') work.end(SLOW)
  const own = { action: 'indices:data/read/search', cancellable: true, headers: { 'X-Opaque-Id': mark } }
  return json({ nodes: path === '/_tasks' && work.has(SLOW) ? { node: { tasks: { 'node:7': own } } } : {} })
}

async function answer(call: StubCall, closed: AbortSignal): Promise<StubAnswer> {
  const { path, headers, body } = call
  if (headers.authorization !== basic('ada', 'a secret') && !isSigned(call))
    return json({ error: { reason: 'missing authentication credentials' }, status: 401 }, 401)
  if (path === '/_cluster/health') return json({ status: 'green' })
  if (path.endsWith('/_mappings'))
    return json({ orders: { mappings: { properties: { id: { type: 'long' }, total: { type: 'scaled_float' } } } } })
  if (path.startsWith('/_tasks')) return aboutTasks(call)
  if (path.endsWith('/close')) return json({ succeeded: true })
  if (body.includes(SLOW)) return slow(headers, closed)
  if (body.includes('colour') && path === '/_sql')
    return failure('verification_exception', 'Found 1 problem\nline 2:3: Unknown column [colour]')
  if (body.includes('colour') && path === '/_plugins/_sql')
    return json(
      {
        error: { reason: 'Invalid SQL query', details: "can't resolve Symbol(name=colour)", type: 'SemanticCheckException' },
        status: 400,
      },
      400,
    )
  if (body.includes('colour')) return failure('parsing_exception', 'unknown query [colour]')
  if (path === '/_sql') return queried(body, { columns: 'columns', rows: 'rows' })
  return path === '/_plugins/_sql' ? queried(body, { columns: 'schema', rows: 'datarows' }) : searched(body)
}

const stub = cannedStub(answer)
const options = (changes: Record<string, unknown> = {}) => ({
  ...{ url: stub.url(), username: 'ada', password: 'a secret' },
  ...changes,
})

const common = {
  ...NOT_OVER_HTTP,
  options,
  refused: {
    host: () => ({ options: options({ url: UNREACHABLE.url }), message: UNREACHABLE.message }),
    password: () => ({
      options: options({ password: 'a wrong one' }),
      message: /^Failed to execute query\. 401: missing authentication credentials$/,
    }),
    database: notApplicable('an index that is not there is an error of the text'),
  },
  noResultSet: notApplicable('its languages only read'),
  isWorkingOn: work.isWorkingOn,
  severalStatements: notApplicable('one statement runs at a time'),
  schema: { tables: { orders: ['id', 'total'] } },
  stoppable: true,
} satisfies Partial<ConformanceSetup>

const searches: ConformanceSetup = {
  ...common,
  ...hits.facts,
  repeatedNames: notApplicable('names of objects are unique'),
  noRows: notApplicable('documents tell the columns'),
  slow: search(SLOW),
  endless: notApplicable('a search answers with one document'),
  isWorkingOn: () => work.isWorkingOn(SLOW),
  failing: { text: search('colour'), message: /^Failed to execute query\. 400: unknown query \[colour\]$/ },
}

/** The facts of the same server with the options of another form. */
const at = (optionsOf: (url: string, secret: string) => Record<string, unknown>) => ({
  options: () => optionsOf(stub.url(), 'a secret'),
  refused: {
    ...common.refused,
    host: () => ({ options: optionsOf(UNREACHABLE.url, 'a secret'), message: UNREACHABLE.message }),
    password: () => ({ ...common.refused.password(), options: optionsOf(stub.url(), 'a wrong one') }),
  },
})
const firstOptions = (server: string, secret: string) => ({ server, basic_auth_user: 'ada', basic_auth_password: secret })
const awsOptions = (server: string, secret: string) => ({
  server,
  region: 'eu-west-1',
  access_key: AWS_KEYS.accessKey,
  secret_key: secret === 'a secret' ? AWS_KEYS.secretKey : secret,
})

describe('Elasticsearch', () => {
  describeConformance(elasticsearch, searches)
  describe('its first type', () => describeConformance(firstElasticsearch, { ...searches, ...at(firstOptions) }))
  describeConformance(awsEs, { ...searches, ...at(awsOptions) })
  describeConformance(xpack, {
    ...common,
    ...sql.facts,
    slow: SLOW,
    endless: ENDLESS,
    failing: { text: FAILING, message: /Unknown column \[colour\]$/, at: 'colour' },
  })
  describeConformance(openDistro, {
    ...common,
    ...sql.facts,
    slow: SLOW,
    endless: ENDLESS,
    failing: { text: FAILING, message: /^Failed to execute query\. 400: Invalid SQL query: can't resolve Symbol/ },
  })
})
