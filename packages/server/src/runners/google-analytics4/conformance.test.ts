import { cannedAnswers, cannedStub, NOT_OVER_HTTP, UNREACHABLE, withoutValues } from '../../testing/canned-source.ts'
import { googleError, googleService, keyFile } from '../../testing/google-stub.ts'
import type { StubAnswer, StubCall } from '../../testing/stub-server.ts'
import { json } from '../../testing/stubbed-source.ts'
import { notApplicable } from '../conformance/setup.ts'
import { describeConformance } from '../conformance.ts'
import analytics from './index.ts'

// A stub of the Data API (https://developers.google.com/analytics/devguides/reporting/data/v1/rest). The currency of a report
// holds the text of a query; columns without a metric type are dimensions.

const report = (text: string) => JSON.stringify({ currencyCode: text })

const { tableOf, facts } = cannedAnswers({
  integer: 'TYPE_INTEGER',
  text: '',
  write: String,
  phrase: report,
  values: {
    ...withoutValues('Analytics has texts, dates and numbers'),
    integers: {
      types: ['TYPE_INTEGER'],
      sent: [['-1'], ['9007199254740993']],
      rows: [[-1n], [9007199254740993n]],
      storage: ['int64'],
    },
    floats: { types: ['TYPE_FLOAT', 'TYPE_CURRENCY', 'TYPE_SECONDS'], sent: [['0.1', '-1.5', '60']], rows: [[0.1, -1.5, 60]] },
    texts: { types: [''], sent: [['naïve 🐘 漢字'], ['(not set)']], rows: [['naïve 🐘 漢字'], ['(not set)']] },
    emptyTexts: { types: [''], sent: [['']], rows: [['']] },
  },
})

function reportOf({
  currencyCode,
  offset = 0,
  limit = 10_000,
}: {
  currencyCode: string
  offset?: number
  limit?: number
}): StubAnswer {
  const table = tableOf(currencyCode)
  if (!table) return googleError(400, `Field ${currencyCode} is not a valid currency.`)
  const part = table.rows.slice(Number(offset), Number(offset) + Math.min(Number(limit), 2000))
  const { columns } = table
  const valuesOf = (row: unknown[], isMetric: boolean) =>
    row.flatMap((value, at) => (Boolean(columns[at]?.type) === isMetric ? [{ value }] : []))
  return json({
    dimensionHeaders: columns.filter(({ type }) => !type).map(({ name }) => ({ name })),
    metricHeaders: columns.filter(({ type }) => type),
    // Google omits an empty list of rows.
    ...(part.length > 0
      ? { rows: part.map((row) => ({ dimensionValues: valuesOf(row, false), metricValues: valuesOf(row, true) })) }
      : {}),
    rowCount: table.rows.length,
    kind: 'analyticsData#runReport',
  })
}

function answer({ path, body }: StubCall): StubAnswer {
  if (path === '/v1beta/properties/42:runReport') return reportOf(JSON.parse(body))
  if (path === '/v1beta/properties/42/metadata')
    return json({ dimensions: [{ apiName: 'country' }], metrics: [{ apiName: 'activeUsers', type: 'TYPE_INTEGER' }] })
  return googleError(403, 'User does not have sufficient permissions for this property.')
}

const stub = cannedStub(googleService(answer))
const options = (changes: Record<string, unknown> = {}) => ({
  ...{ propertyId: 42, jsonKeyFile: keyFile(stub.url()), endpoint: stub.url() },
  ...changes,
})
const left = notApplicable('its connection is closed: the service has no other way')

describeConformance(analytics, {
  ...NOT_OVER_HTTP,
  ...facts,
  // Dimensions come first.
  columns: { ...facts.columns, names: ['a', 'b'], rows: [['x', 1n]] },
  options,
  refused: {
    host: () => ({ options: options({ endpoint: UNREACHABLE.url }), message: UNREACHABLE.message }),
    password: () => ({
      options: options({ jsonKeyFile: keyFile(stub.url(), { client_email: 'bob@x' }) }),
      message: /^Google refused the key: Invalid JWT/,
    }),
    database: () => ({ options: options({ propertyId: 43 }), message: /^User does not have sufficient permissions/ }),
  },
  repeatedNames: notApplicable('names of dimensions and metrics are unique'),
  noResultSet: notApplicable('a report always has columns'),
  slow: left,
  endless: left,
  isWorkingOn: left,
  failing: { text: report('colour'), message: /^Field colour is not a valid currency\.$/ },
  severalStatements: notApplicable('a text is one report'),
  schema: { tables: { dimensions: ['country'], metrics: ['activeUsers'] } },
  stoppable: false,
})
