import { AWS_KEYS, awsError, awsService } from '../../testing/aws-stub.ts'
import {
  CHANGE,
  cannedAnswers,
  cannedStub,
  commonValues,
  ENDLESS,
  FAILING,
  idOf,
  NOT_OVER_HTTP,
  pagesOf,
  plainText,
  RunningQueries,
  SLOW,
  textOf,
  UNREACHABLE,
} from '../../testing/canned-source.ts'
import { notApplicable } from '../conformance/setup.ts'
import { describeConformance } from '../conformance.ts'
import { NO_DATA } from '../runner.ts'
import athena from './index.ts'

// A stub of the API (https://docs.aws.amazon.com/athena/latest/APIReference), where the id of an execution encodes its text.

const type = (Type: string, Precision = 0, Scale = 0) => ({ Type, Precision, Scale })
const varchar = type('varchar', 2147483647)

const { tableOf, facts } = cannedAnswers({
  integer: type('integer', 10),
  text: varchar,
  write: String,
  values: {
    ...commonValues({ boolean: type('boolean'), text: varchar, date: type('date') }, String),
    nulls: { types: [type('bigint'), varchar, type('unknown')], sent: [[null, null, null]], rows: [[null, null, null]] },
    integers: {
      types: [type('bigint', 19), type('tinyint', 3)],
      sent: [
        ['-9223372036854775808', '-128'],
        ['9223372036854775807', '127'],
      ],
      rows: [
        [-(2n ** 63n), -128n],
        [2n ** 63n - 1n, 127n],
      ],
      storage: ['int64', 'int64'],
    },
    decimals: {
      types: [type('decimal', 38, 2)],
      sent: [['-123456789012345678901234567890123456.78']],
      rows: [['-123456789012345678901234567890123456.78']],
      storage: ['decimal'],
    },
    floats: { types: [type('double', 17), type('float', 17)], sent: [['-1.5E-300', 'NaN']], rows: [[-1.5e-300, Number.NaN]] },
    wallClocks: {
      types: [type('timestamp', 3)],
      sent: [['2024-03-31 01:59:59.123']],
      rows: [['2024-03-31T01:59:59.123']],
      storage: ['timestamp'],
    },
    instants: {
      types: [type('timestamp with time zone', 3)],
      sent: [['2024-03-31 01:59:59.500 Europe/Oslo']],
      rows: [['2024-03-31 01:59:59.500 Europe/Oslo']],
      storage: ['text'],
    },
    binary: { types: [type('varbinary', 1073741824)], sent: [['00 ff de']], rows: [['00ffde']] },
    nested: {
      types: [type('array'), type('map'), type('row'), type('json')],
      sent: [['[1, null]', '{a=1}', '{a=1, b=x}', '{"a":1}']],
      rows: [['[1, null]', '{a=1}', '{a=1, b=x}', '{"a":1}']],
      storage: ['text', 'text', 'text', 'json'],
    },
    strange: {
      types: [type('time'), type('interval day to second')],
      sent: [['10:20:30.500', '1 00:00:00.000']],
      rows: [['10:20:30.500', '1 00:00:00.000']],
    },
  },
})

const work = new RunningQueries()
const datum = (value: unknown) => (value === null ? {} : { VarCharValue: value })

function stateOf(text: string): object {
  const succeeded = {
    StatementType: text === CHANGE ? 'DDL' : 'DML',
    Status: { State: 'SUCCEEDED' },
    Statistics: { DataScannedInBytes: 0 },
  }
  if (text === FAILING) {
    const StateChangeReason = "COLUMN_NOT_FOUND: line 2:3: Column 'colour' cannot be resolved"
    return {
      ...succeeded,
      Status: { State: 'FAILED', StateChangeReason, AthenaError: { ErrorCategory: 2, ErrorType: 1006, Retryable: false } },
    }
  }
  if (text === SLOW) return { ...succeeded, Status: { State: work.has(SLOW) ? 'RUNNING' : 'CANCELLED' } }
  return succeeded
}

function resultsOf(text: string, page: number): object {
  if (text === CHANGE) return { ResultSet: { Rows: [], ResultSetMetadata: { ColumnInfo: [] } } }
  const { columns, rows } = tableOf(text) ?? {
    columns: ['table_schema', 'table_name', 'column_name', 'data_type'].map((name) => ({ name, type: varchar })),
    rows: [
      ['shop', 'orders', 'id', 'int'],
      ['shop', 'orders', 'total', 'decimal(5,2)'],
    ],
  }
  const endless = { columns: [{ name: 'n', type: type('integer') }], rows: [] }
  const shown = text === ENDLESS ? endless.columns : columns
  // The names of the columns are the first row.
  const pages = text === ENDLESS ? [[['n'], ['1']]] : pagesOf([columns.map(({ name }) => name), ...rows])
  const Rows = (pages[page] ?? [['1']]).map((row) => ({ Data: row.map(datum) }))
  const ColumnInfo = shown.map(({ name, type: described }) => ({
    CatalogName: 'hive',
    Name: name,
    Label: name,
    Nullable: 'UNKNOWN',
    ...described,
  }))
  const isLast = text !== ENDLESS && page + 1 >= pages.length
  return { ResultSet: { Rows, ResultSetMetadata: { ColumnInfo } }, ...(isLast ? {} : { NextToken: String(page + 1) }) }
}

const stub = cannedStub(
  awsService(({ action, input }) => {
    const text = textOf(String(input.QueryExecutionId ?? ''))
    switch (action) {
      case 'AmazonAthena.StartQueryExecution': {
        const started = plainText(String(input.QueryString))
        if (started === SLOW) work.begin(SLOW)
        return { QueryExecutionId: idOf(started) }
      }
      case 'AmazonAthena.GetQueryExecution':
        return { QueryExecution: stateOf(text) }
      case 'AmazonAthena.GetQueryResults':
        return resultsOf(text, Number(input.NextToken ?? 0))
      case 'AmazonAthena.StopQueryExecution':
        work.end(text)
        return {}
      default:
        return awsError('UnknownOperationException', action)
    }
  }),
)
const options = (changes: Record<string, unknown> = {}) => ({
  ...{ region: 'eu-west-1', aws_access_key: AWS_KEYS.accessKey, aws_secret_key: AWS_KEYS.secretKey },
  ...{ s3_staging_dir: 's3://bucket/results/', endpoint: stub.url() },
  ...changes,
})

describeConformance(athena, {
  ...NOT_OVER_HTTP,
  ...facts,
  options,
  refused: {
    host: () => ({ options: options({ endpoint: UNREACHABLE.url }), message: UNREACHABLE.message }),
    password: () => ({
      options: options({ aws_secret_key: 'another secret' }),
      message: /^The request signature does not match\.$/,
    }),
    database: () => ({
      options: options({ endpoint: '', region: 'nowhere/' }),
      message: /^"nowhere\/" is not the name of a region\.$/,
    }),
  },
  noResultSet: { text: CHANGE, message: NO_DATA },
  slow: SLOW,
  endless: ENDLESS,
  isWorkingOn: work.isWorkingOn,
  failing: { text: FAILING, message: /Column 'colour' cannot be resolved$/, at: 'colour' },
  severalStatements: notApplicable('Athena runs one statement at a time, and says so'),
  schema: { tables: { 'shop.orders': ['id', 'total'] } },
  stoppable: true,
})
