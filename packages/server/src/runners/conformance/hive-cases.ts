import { NO_DATA } from '../runner.ts'
import { type ConformanceSetup, notApplicable, type Options } from './setup.ts'

// Cases that servers of Hive and of Spark answer alike.

type SharedCases = Pick<
  ConformanceSetup,
  'options' | 'proxied' | 'columns' | 'noRows' | 'noResultSet' | 'writing' | 'stoppable'
> & {
  refused: Omit<ConformanceSetup['refused'], 'database'>
  values: Pick<ConformanceSetup['values'], keyof typeof values>
}

const values = {
  nulls: {
    text: 'SELECT CAST(NULL AS bigint), CAST(NULL AS string), CAST(NULL AS timestamp), NULL, CAST(NULL AS decimal(5, 1)), CAST(NULL AS date)',
    rows: [[null, null, null, null, null, null]],
  },
  integers: {
    text: `SELECT stack(2, -9223372036854775807L, CAST(-128 AS tinyint), CAST(-32768 AS smallint), CAST(-2147483648 AS int), 9223372036854775807L, 127Y, 32767S, 2147483647)
      AS (a, b, c, d)`,
    rows: [
      [-(2n ** 63n) + 1n, -128n, -32768n, -(2n ** 31n)],
      [2n ** 63n - 1n, 127n, 32767n, 2n ** 31n - 1n],
    ],
    storage: ['int64', 'int64', 'int64', 'int64'],
  },
  decimals: {
    text: `SELECT CAST('-1.50' AS decimal(5, 2)), CAST('12345678901234567890123456789012345678' AS decimal(38, 0)),
      CAST('0.000001' AS decimal(38, 6))`,
    rows: [['-1.50', '12345678901234567890123456789012345678', '0.000001']],
    storage: ['decimal', 'decimal', 'decimal'],
  },
  floats: {
    text: "SELECT -1.5e-300D, CAST('0.1' AS float), 0.1D, CAST('NaN' AS double), CAST('Infinity' AS double), CAST('-Infinity' AS float)",
    rows: [[-1.5e-300, 0.1, 0.1, Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]],
    storage: ['double', 'double', 'double', 'double', 'double', 'double'],
  },
  booleans: { text: 'SELECT true, false', rows: [[true, false]], storage: ['boolean', 'boolean'] },
  emptyTexts: { text: "SELECT '', CAST(NULL AS string)", rows: [['', null]] },
  dates: {
    text: "SELECT DATE '2024-02-29', DATE '0001-01-01', DATE '9999-12-31'",
    rows: [['2024-02-29', '0001-01-01', '9999-12-31']],
    storage: ['date', 'date', 'date'],
  },
  binary: { text: "SELECT unhex('00FFDE'), CAST('' AS binary)", rows: [['00ffde', '']] },
} satisfies Partial<ConformanceSetup['values']>

/** @param ports of the server in binary mode, and one at which nothing listens; called when a case runs */
export const sharedCases = (
  options: (changes?: Options) => Options,
  ports: { server(): number; closed(): number },
): SharedCases => ({
  options,
  proxied: { port: ports.server, options: (port) => options({ port }) },
  refused: {
    host: () => ({
      options: options({ port: ports.closed() }),
      message: /^could not connect to server at 127\.0\.0\.1:\d+: connection refused$/,
    }),
    password: notApplicable('this server takes any password'),
  },
  columns: { text: "SELECT 1 AS b, 'x' AS a", names: ['b', 'a'], rows: [[1n, 'x']] },
  noRows: { text: "SELECT 1 AS n, 'x' AS a WHERE false", names: ['n', 'a'] },
  noResultSet: { text: 'DROP TABLE IF EXISTS nothing', message: NO_DATA },
  values,
  writing: notApplicable('what a user may do is granted at the server'),
  stoppable: true,
})
