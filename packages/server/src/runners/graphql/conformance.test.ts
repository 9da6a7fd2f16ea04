import { cannedAnswers, cannedStub, JSON_VALUES, NOT_OVER_HTTP, UNREACHABLE } from '../../testing/canned-source.ts'
import type { StubAnswer, StubCall } from '../../testing/stub-server.ts'
import { basic, json } from '../../testing/stubbed-source.ts'
import { notApplicable } from '../conformance/setup.ts'
import { describeConformance } from '../conformance.ts'
import graphql from './index.ts'

// A stub of GraphQL over HTTP (https://graphql.github.io/graphql-over-http/), with one field, whose argument is a query text.

const phrase = (text: string) => `{ table(text: ${JSON.stringify(text)}) { any } }`

const { tableOf, facts } = cannedAnswers({
  integer: null,
  text: null,
  phrase,
  values: JSON_VALUES,
})

const ORDER = {
  kind: 'OBJECT',
  name: 'Order',
  fields: [
    { name: 'id', type: { kind: 'NON_NULL', name: null, ofType: { kind: 'SCALAR', name: 'ID' } } },
    { name: 'total', type: { kind: 'SCALAR', name: 'Float' } },
  ],
}

function answer({ headers, body }: StubCall): StubAnswer {
  if (headers.authorization !== basic('ada', 'a secret')) return json({ errors: [{ message: 'Unauthenticated' }] }, 401)
  const { query } = JSON.parse(body)
  if (query.includes('colour'))
    return json(
      { errors: [{ message: 'Cannot query field "colour" on type "Query".', locations: [{ line: 2, column: 3 }] }] },
      400,
    )
  const [, text = '""'] = /text: ("(?:[^"\\]|\\.)*")/.exec(query) ?? []
  const { columns, rows } = tableOf(JSON.parse(text)) ?? { columns: [], rows: [] }
  const table = rows.map((row) => Object.fromEntries(columns.map(({ name }, at) => [name, row[at]])))
  return json({ data: query.includes('__schema') ? { __schema: { types: [ORDER] } } : { table } })
}

const stub = cannedStub(answer)
const options = (changes: Record<string, unknown> = {}) => ({
  ...{ url: stub.url(), username: 'ada', password: 'a secret' },
  ...changes,
})
const left = notApplicable('its connection is closed: the protocol has no other way')

describeConformance(graphql, {
  ...NOT_OVER_HTTP,
  ...facts,
  options,
  refused: {
    host: () => ({ options: options({ url: UNREACHABLE.url }), message: UNREACHABLE.message }),
    password: () => ({ options: options({ password: 'a wrong one' }), message: /^Unauthenticated$/ }),
    database: notApplicable('there is one'),
  },
  repeatedNames: notApplicable('names of fields are unique'),
  noRows: notApplicable('objects tell the columns'),
  noResultSet: notApplicable('an answer without objects is an empty one'),
  slow: left,
  endless: left,
  isWorkingOn: left,
  failing: { text: '{\n  colour\n}', message: /^Cannot query field "colour"/, at: 'colour' },
  severalStatements: notApplicable('a text is one document'),
  writing: { text: 'mutation { remove(id: 1) }', message: /^Only queries are run/ },
  schema: { tables: { Order: ['id', 'total'] } },
  stoppable: false,
})
