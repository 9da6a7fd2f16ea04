import {
  CHANGE,
  cannedAnswers,
  cannedStub,
  FAILING,
  JSON_VALUES,
  NOT_OVER_HTTP,
  UNREACHABLE,
} from '../../testing/canned-source.ts'
import type { StubAnswer, StubCall } from '../../testing/stub-server.ts'
import { basic, json } from '../../testing/stubbed-source.ts'
import { notApplicable } from '../conformance/setup.ts'
import { describeConformance } from '../conformance.ts'
import { NO_DATA } from '../runner.ts'
import neo4j from './index.ts'

// A stub of the Query API (https://neo4j.com/docs/query-api/current/). It writes plain JSON, without types.

const node = { elementId: '4:x:0', labels: ['Person'], properties: { name: 'Ada' } }
const { tableOf, facts } = cannedAnswers({
  integer: null,
  text: null,
  values: {
    ...JSON_VALUES,
    floats: {
      types: [null],
      sent: [[-1.5e-300], ['NaN'], ['-Infinity']],
      rows: [[-1.5e-300], [Number.NaN], [Number.NEGATIVE_INFINITY]],
      storage: ['double'],
    },
    binary: { types: [null], sent: [['AP/e']], rows: [['AP/e']] },
    nested: {
      types: [null, null],
      sent: [[node, [1, null]]],
      rows: [[JSON.stringify(node), '[1,null]']],
      storage: ['json', 'json'],
    },
    strange: { types: [null, null], sent: [['P1DT2H', 'SRID=4326;POINT (1 2)']], rows: [['P1DT2H', 'SRID=4326;POINT (1 2)']] },
  },
})

function answer({ path, headers, body }: StubCall): StubAnswer {
  const failed = (status: number, code: string, message: string) => json({ errors: [{ code, message }] }, status)
  if (headers.authorization !== basic('neo4j', 'a secret'))
    return failed(401, 'Neo.ClientError.Security.Unauthorized', 'Invalid credential.')
  if (path !== '/db/neo4j/query/v2')
    return failed(404, 'Neo.ClientError.Database.DatabaseNotFound', 'Database does not exist. Database name: `nowhere`.')
  const { statement } = JSON.parse(body)
  if (statement === FAILING)
    return failed(400, 'Neo.ClientError.Statement.SyntaxError', 'Variable `colour` not defined (line 2, column 3 (offset: 12))')
  if (statement === 'CREATE (n)')
    return failed(
      400,
      'Neo.ClientError.Statement.AccessMode',
      'Writing in read access mode not allowed. Attempted write to neo4j',
    )
  const properties = {
    columns: [{ name: 'nodeLabels' }, { name: 'propertyName' }, { name: 'propertyTypes' }],
    rows: [
      [['Order'], 'id', ['Long']],
      [['Order'], 'total', ['Double']],
    ],
  }
  const { columns, rows } = statement === CHANGE ? { columns: [], rows: [] } : (tableOf(statement) ?? properties)
  return json({ data: { fields: columns.map(({ name }) => name), values: rows }, bookmarks: [] }, 202)
}

const stub = cannedStub(answer)
const options = (changes: Record<string, unknown> = {}) => ({ ...{ url: stub.url(), password: 'a secret' }, ...changes })
const unheard = notApplicable('its HTTP API does not tell whether a statement has stopped')

describeConformance(neo4j, {
  ...NOT_OVER_HTTP,
  ...facts,
  options,
  refused: {
    host: () => ({ options: options({ url: UNREACHABLE.url }), message: UNREACHABLE.message }),
    password: () => ({ options: options({ password: 'a wrong one' }), message: /^Invalid credential\.$/ }),
    database: () => ({ options: options({ database: 'nowhere' }), message: /^Database does not exist/ }),
  },
  noResultSet: { text: CHANGE, message: NO_DATA },
  slow: unheard,
  endless: unheard,
  isWorkingOn: unheard,
  failing: { text: FAILING, message: /^Variable `colour` not defined/, at: 'colour' },
  severalStatements: notApplicable('one statement runs at a time'),
  writing: { text: 'CREATE (n)', message: /^Writing in read access mode not allowed/ },
  schema: { tables: { Order: ['id', 'total'] } },
  stoppable: false,
})
