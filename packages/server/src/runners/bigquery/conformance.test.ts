import { setImmediate } from 'node:timers/promises'
import {
  CHANGE,
  cannedAnswers,
  cannedStub,
  commonValues,
  ENDLESS,
  FAILING,
  NOT_OVER_HTTP,
  pagesOf,
  plainText,
  RunningQueries,
  SLOW,
  UNREACHABLE,
} from '../../testing/canned-source.ts'
import { googleError, googleService, keyFile } from '../../testing/google-stub.ts'
import type { StubAnswer, StubCall } from '../../testing/stub-server.ts'
import { json } from '../../testing/stubbed-source.ts'
import { notApplicable } from '../conformance/setup.ts'
import { describeConformance } from '../conformance.ts'
import { NO_DATA } from '../runner.ts'
import bigquery from './index.ts'

// A stub of the REST API (https://cloud.google.com/bigquery/docs/reference/rest).

const type = (name: string, more: object = {}) => ({ type: name, mode: 'NULLABLE', ...more })
const cells = (row: unknown[]) => ({ f: row.map((v) => ({ v })) })

const { tableOf, facts } = cannedAnswers({
  integer: type('INTEGER'),
  text: type('STRING'),
  write: String,
  values: {
    ...commonValues({ boolean: type('BOOLEAN'), text: type('STRING'), date: type('DATE') }, String),
    nulls: {
      types: [type('INTEGER'), type('STRING'), type('RECORD', { fields: [{ name: 'a', type: 'INTEGER' }] })],
      sent: [[null, null, null]],
      rows: [[null, null, null]],
    },
    integers: {
      types: [type('INTEGER')],
      sent: [['-9223372036854775808'], ['9223372036854775807']],
      rows: [[-(2n ** 63n)], [2n ** 63n - 1n]],
      storage: ['int64'],
    },
    decimals: {
      types: [type('NUMERIC'), type('BIGNUMERIC')],
      sent: [['-12345678901234567890123456789.123456789', '0.12345678901234567890123456789012345678']],
      rows: [['-12345678901234567890123456789.123456789', '0.12345678901234567890123456789012345678']],
      storage: ['decimal', 'number_text'],
    },
    floats: {
      types: [type('FLOAT')],
      sent: [['-1.5E-300'], ['NaN'], ['-Infinity']],
      rows: [[-1.5e-300], [Number.NaN], [Number.NEGATIVE_INFINITY]],
    },
    wallClocks: {
      types: [type('DATETIME')],
      sent: [['2024-03-31T01:59:59.123456']],
      rows: [['2024-03-31T01:59:59.123456']],
      storage: ['timestamp'],
    },
    instants: {
      types: [type('TIMESTAMP')],
      sent: [['1711843199500000'], ['-1']],
      rows: [['2024-03-30T23:59:59.500'], ['1969-12-31T23:59:59.999999']],
      storage: ['instant'],
    },
    binary: { types: [type('BYTES')], sent: [['AP/e']], rows: [['00ffde']] },
    nested: {
      types: [
        type('INTEGER', { mode: 'REPEATED' }),
        type('RECORD', { fields: [{ name: 'a', type: 'INTEGER', mode: 'NULLABLE' }] }),
        type('JSON'),
      ],
      sent: [[[{ v: '1' }], cells(['9007199254740993']), '{"k": 1}']],
      rows: [['[1]', '{"a":9007199254740993}', '{"k": 1}']],
      storage: ['json', 'json', 'json'],
    },
    strange: {
      types: [type('TIME'), type('GEOGRAPHY'), type('INTERVAL'), type('RANGE', { rangeElementType: { type: 'DATE' } })],
      sent: [['12:30:00', 'POINT(1 2)', '0-0 1 0:0:0', '[2024-01-01, 2024-12-31)']],
      rows: [['12:30:00', 'POINT(1 2)', '0-0 1 0:0:0', '[2024-01-01, 2024-12-31)']],
    },
  },
})

const ROOT = '/bigquery/v2/projects/acme'
const work = new RunningQueries()
const jobs = new Map<string, string>()

function start(body: string): StubAnswer {
  const { jobReference, configuration } = JSON.parse(body)
  if (configuration.dryRun) return json({ statistics: { totalBytesProcessed: '0' } })
  const text = plainText(configuration.query.query)
  if (text === FAILING) return googleError(400, 'Unrecognized name: colour at [2:3]')
  jobs.set(jobReference.jobId, text)
  if (text === SLOW) work.begin(SLOW)
  return json({ jobReference: { ...jobReference, location: 'EU' }, status: { state: 'RUNNING' } })
}

async function resultsOf(text: string, page: number): Promise<StubAnswer> {
  if (text === SLOW) {
    await setImmediate()
    return work.has(SLOW)
      ? json({ jobComplete: false })
      : googleError(499, 'Job execution was cancelled: User requested cancellation')
  }
  if (text === CHANGE) return json({ jobComplete: true, totalBytesProcessed: '0' })
  const { columns, rows } = (text === ENDLESS ? null : tableOf(text)) ?? {
    columns: [{ name: 'n', type: type('INTEGER') }],
    rows: [['1']],
  }
  const pages = pagesOf(rows)
  const fields = columns.map(({ name, type: described }) => ({ name, ...described }))
  const isLast = text !== ENDLESS && page + 1 >= pages.length
  const found = (pages[text === ENDLESS ? 0 : page] ?? []).map(cells)
  // BigQuery omits an empty list of rows.
  const listed = found.length > 0 ? { rows: found } : {}
  return json({
    jobComplete: true,
    schema: { fields },
    totalRows: String(rows.length),
    ...listed,
    ...(isLast ? {} : { pageToken: String(page + 1) }),
  })
}

function answer({ method, path, query, body }: StubCall): StubAnswer | Promise<StubAnswer> {
  if (method === 'POST' && path === `${ROOT}/jobs`) return start(body)
  if (path === `${ROOT}/datasets`) return json({ datasets: [{ datasetReference: { datasetId: 'shop' } }] })
  if (path === `${ROOT}/datasets/shop/tables`) return json({ tables: [{ tableReference: { tableId: 'orders' } }] })
  if (path.startsWith(`${ROOT}/datasets/`))
    return json({ schema: { fields: ['id', 'total'].map((name) => ({ name, type: 'INTEGER' })) } })
  const [, kind, id = '', order] = /^\/bigquery\/v2\/projects\/acme\/(\w+)\/([^/]+)(?:\/(\w+))?$/.exec(path) ?? []
  const text = jobs.get(id) ?? ''
  if (order === 'cancel') {
    work.end(text)
    return json({ kind: 'bigquery#jobCancelResponse' })
  }
  if (kind === 'jobs') return json({ status: { state: work.has(text) ? 'RUNNING' : 'DONE' } })
  return resultsOf(text, Number(query.get('pageToken') ?? 0))
}

const stub = cannedStub(googleService(answer))
const options = (changes: Record<string, unknown> = {}) => ({
  ...{ projectId: 'acme', jsonKeyFile: keyFile(stub.url()), endpoint: stub.url(), loadSchema: true },
  ...changes,
})

describeConformance(bigquery, {
  ...NOT_OVER_HTTP,
  ...facts,
  options,
  refused: {
    host: () => ({ options: options({ endpoint: UNREACHABLE.url }), message: UNREACHABLE.message }),
    password: () => ({
      options: options({ jsonKeyFile: keyFile(stub.url(), { client_email: 'bob@x' }) }),
      message: /^Google refused the key: Invalid JWT/,
    }),
    database: notApplicable('a data set that is not there is an error of the text'),
  },
  noResultSet: { text: CHANGE, message: NO_DATA },
  slow: SLOW,
  endless: ENDLESS,
  isWorkingOn: work.isWorkingOn,
  failing: { text: FAILING, message: /^Unrecognized name: colour at \[2:3\]$/, at: 'colour' },
  severalStatements: notApplicable('BigQuery runs a script itself, and answers with its last result'),
  schema: { tables: { 'shop.orders': ['id', 'total'] } },
  stoppable: true,
})
