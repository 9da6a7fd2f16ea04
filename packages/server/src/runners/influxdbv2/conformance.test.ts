import { cannedAnswers, cannedStub, FAILING, NOT_OVER_HTTP, UNREACHABLE } from '../../testing/canned-source.ts'
import type { StubAnswer, StubCall } from '../../testing/stub-server.ts'
import { json } from '../../testing/stubbed-source.ts'
import { notApplicable } from '../conformance/setup.ts'
import { describeConformance } from '../conformance.ts'
import { NO_DATA } from '../runner.ts'
import influxdb from './index.ts'

// A stub of the API for queries (https://docs.influxdata.com/influxdb/v2/api/), which responds with annotated CSV.

const { tableOf, facts } = cannedAnswers({
  integer: 'long',
  text: 'string',
  values: {
    nulls: { types: ['long', 'double', 'dateTime:RFC3339'], sent: [['', '', '']], rows: [[null, null, null]] },
    integers: {
      types: ['long', 'unsignedLong'],
      sent: [['-9223372036854775808', '18446744073709551615']],
      rows: [[-(2n ** 63n), '18446744073709551615']],
      storage: ['int64', 'number_text'],
    },
    decimals: notApplicable('numbers are integers and doubles'),
    floats: {
      types: ['double'],
      sent: [['-1.5e-300'], ['+Inf'], ['NaN']],
      rows: [[-1.5e-300], [Number.POSITIVE_INFINITY], [Number.NaN]],
      storage: ['double'],
    },
    booleans: { types: ['boolean'], sent: [['true'], ['false']], rows: [[true], [false]], storage: ['boolean'] },
    texts: { types: ['string'], sent: [['naïve 🐘 漢字'], ['a, "b"\nc']], rows: [['naïve 🐘 漢字'], ['a, "b"\nc']] },
    emptyTexts: notApplicable('no text and an empty one are written alike'),
    dates: notApplicable('days are points in time'),
    wallClocks: notApplicable('all times are points in time'),
    instants: {
      types: ['dateTime:RFC3339', 'dateTime:RFC3339Nano'],
      sent: [['2024-03-30T23:59:59.5Z', '2024-03-30T23:59:59.000000001Z']],
      rows: [['2024-03-30T23:59:59.5Z', '2024-03-30T23:59:59.000000001Z']],
    },
    binary: { types: ['base64Binary'], sent: [['AP/e']], rows: [['AP/e']] },
    nested: notApplicable('CSV has none'),
    strange: { types: ['duration'], sent: [['1h30m']], rows: [['1h30m']] },
  },
})

const quoted = (value: unknown): string =>
  /[",\n]/.test(String(value)) ? `"${String(value).replaceAll('"', '""')}"` : String(value)
const csv = (records: unknown[][]): StubAnswer => ({
  headers: { 'content-type': 'text/csv; charset=utf-8' },
  body: records.map((record) => `${['', ...record].map(quoted).join(',')}\r\n`).join(''),
})
const annotated = (columns: { name: string; type: string }[], rows: unknown[][]) =>
  csv([columns.map(({ type }) => type), columns.map(({ name }) => name), ...rows])

function answer({ headers, body }: StubCall): StubAnswer {
  if (headers.authorization !== 'Token a token') return json({ code: 'unauthorized', message: 'unauthorized access' }, 401)
  const { query } = JSON.parse(body)
  if (query === FAILING)
    return json({ code: 'invalid', message: 'compilation failed: error @2:3-2:9: undefined identifier colour' }, 400)
  const table = tableOf(query)
  const { body: records = '' } = table
    ? annotated(table.columns, table.rows)
    : query.startsWith('buckets()')
      ? annotated([{ name: 'name', type: 'string' }], [['shop']])
      : annotated(
          ['_measurement', '_field'].map((name) => ({ name, type: 'string' })),
          [
            ['orders', 'id'],
            ['orders', 'total'],
          ],
        )
  return { body: `#datatype${records}\r\n` }
}

const stub = cannedStub(answer)
const options = (changes: Record<string, unknown> = {}) => ({
  ...{ url: stub.url(), org: 'shop', token: 'a token' },
  ...changes,
})
const left = notApplicable('its connection is closed, which a test of its own sees')

describeConformance(influxdb, {
  ...NOT_OVER_HTTP,
  ...facts,
  options,
  refused: {
    host: () => ({ options: options({ url: UNREACHABLE.url }), message: UNREACHABLE.message }),
    password: () => ({ options: options({ token: 'another' }), message: /^unauthorized access$/ }),
    database: notApplicable('a bucket that is not there is an error of the text'),
  },
  repeatedNames: notApplicable('names in a table are unique'),
  noRows: notApplicable('rows tell the columns'),
  noResultSet: { text: facts.noRows.text, message: NO_DATA },
  slow: left,
  endless: left,
  isWorkingOn: left,
  failing: { text: FAILING, message: /undefined identifier colour$/, at: 'colour' },
  severalStatements: notApplicable('a script is one text, and all of its tables are shown'),
  schema: { tables: { 'shop.orders': ['id', 'total'] } },
  stoppable: false,
})
