import {
  cannedAnswers,
  cannedStub,
  FAILING,
  JSON_VALUES,
  NOT_OVER_HTTP,
  RunningQueries,
  SLOW,
  UNREACHABLE,
} from '../../testing/canned-source.ts'
import type { StubAnswer, StubCall } from '../../testing/stub-server.ts'
import { basic, json } from '../../testing/stubbed-source.ts'
import { notApplicable } from '../conformance/setup.ts'
import { describeConformance } from '../conformance.ts'
import couchbase from './index.ts'

// A stub of the query service (https://docs.couchbase.com/server/current/n1ql-rest-query/) and its administration.

const { tableOf, facts } = cannedAnswers({
  integer: null,
  text: null,
  values: JSON_VALUES,
})

const work = new RunningQueries()
let running = ''

async function answer({ method, path, headers, body }: StubCall, closed: AbortSignal): Promise<StubAnswer> {
  const failed = (code: number, msg: string, status: number) =>
    json({ requestID: 'r', errors: [{ code, msg }], status: 'fatal' }, status)
  if (headers.authorization !== basic('ada', 'a secret'))
    return failed(13014, 'User does not have credentials to run the query', 401)
  if (method === 'DELETE') {
    work.end(SLOW)
    return json(true)
  }
  if (path === '/admin/active_requests')
    return json(work.has(SLOW) ? [{ requestId: 'r7', clientContextID: running, state: 'running' }] : [])
  const { statement, client_context_id: id } = JSON.parse(body)
  if (statement === SLOW) {
    running = id
    await work.until(SLOW, closed)
    return failed(1180, 'Request was stopped', 500)
  }
  if (statement === FAILING) return failed(3000, "syntax error - line 2, column 3, near 'SELECT 1,', at: colour", 400)
  if (statement.includes('system:keyspaces')) return json({ results: ['orders'], status: 'success' })
  const { columns, rows } = tableOf(statement) ?? { columns: [], rows: [] }
  const results = rows.map((row) => Object.fromEntries(columns.map(({ name }, at) => [name, row[at]])))
  return json({ requestID: 'r', clientContextID: id, results, status: 'success' })
}

const stub = cannedStub(answer)
const options = (changes: Record<string, unknown> = {}) => ({
  ...{ host: '127.0.0.1', port: String(stub.port()), user: 'ada', password: 'a secret' },
  ...changes,
})

describeConformance(couchbase, {
  ...NOT_OVER_HTTP,
  ...facts,
  options,
  refused: {
    host: () => ({ options: options({ port: String(UNREACHABLE.port) }), message: UNREACHABLE.message }),
    password: () => ({ options: options({ password: 'a wrong one' }), message: /^User does not have credentials/ }),
    database: notApplicable('a keyspace that is not there is an error of the text'),
  },
  repeatedNames: notApplicable('names of objects are unique'),
  noRows: notApplicable('documents tell the columns'),
  noResultSet: notApplicable('an answer without rows is an empty one'),
  slow: SLOW,
  endless: notApplicable('answers come as one document'),
  isWorkingOn: work.isWorkingOn,
  failing: { text: FAILING, message: /^syntax error - line 2, column 3/, at: 'colour' },
  severalStatements: notApplicable('one statement runs at a time'),
  schema: { tables: { orders: [] } },
  stoppable: true,
})
