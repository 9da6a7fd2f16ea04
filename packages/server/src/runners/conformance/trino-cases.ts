import type { StartedServer } from '../../testing/servers/fetched-server.ts'
import { type ConformanceSetup, notApplicable, type Options } from './setup.ts'

// Cases that servers of Trino and Presto answer alike. Both have the catalog `tpch`, which makes its rows up.

/** Compares 600 million rows with each other before it returns its only row. */
const SLOW = `SELECT count(*) AS slow FROM tpch.sf100.lineitem a, tpch.sf100.lineitem b WHERE a.comment || b.comment LIKE '%zz%'`
export const ENDLESS = 'SELECT orderkey, comment AS endless FROM tpch.sf100.lineitem'

type SharedCases = Omit<ConformanceSetup, 'noResultSet' | 'failingMidway' | 'severalStatements' | 'schema' | 'values'> & {
  values: Omit<ConformanceSetup['values'], 'wallClocks' | 'instants' | 'strange'>
}

/** @param userHeader name of the header with the user @param server called when a case runs */
export const sharedCases = (
  options: (changes?: Options) => Options,
  { userHeader, server }: { userHeader: string; server(): StartedServer },
): SharedCases => ({
  options,
  proxied: notApplicable('each page is a request of its own, on a new connection if the last one was lost'),
  refused: {
    host: () => ({
      options: options({ port: 1 }),
      message: /^could not connect to server at 127\.0\.0\.1:1: connection refused$/,
    }),
    password: notApplicable('this server has no passwords'),
    database: notApplicable('a statement that reads no table needs no catalog'),
  },
  columns: { text: "SELECT 1 AS b, 'x' AS a", names: ['b', 'a'], rows: [[1n, 'x']] },
  repeatedNames: { text: 'SELECT 1 AS id, 2 AS id, 3 AS id', names: ['id', 'id1', 'id2'] },
  noRows: { text: "SELECT 1 AS n, 'x' AS a WHERE false", names: ['n', 'a'] },
  values: {
    nulls: {
      text: 'SELECT CAST(NULL AS bigint), CAST(NULL AS varchar), CAST(NULL AS timestamp), NULL, CAST(NULL AS array(bigint))',
      rows: [[null, null, null, null, null]],
    },
    integers: {
      text: `SELECT * FROM (VALUES (-9223372036854775807 - 1, TINYINT '-128', SMALLINT '-32768', INTEGER '-2147483648'),
        (9223372036854775807, TINYINT '127', SMALLINT '32767', INTEGER '2147483647')) ORDER BY 1`,
      rows: [
        [-(2n ** 63n), -128n, -32768n, -(2n ** 31n)],
        [2n ** 63n - 1n, 127n, 32767n, 2n ** 31n - 1n],
      ],
      storage: ['int64', 'int64', 'int64', 'int64'],
    },
    decimals: {
      text: `SELECT DECIMAL '-1.50', DECIMAL '12345678901234567890123456789012345678', CAST('0.000001' AS decimal(38, 6))`,
      rows: [['-1.50', '12345678901234567890123456789012345678', '0.000001']],
      storage: ['decimal', 'decimal', 'decimal'],
    },
    floats: {
      text: "SELECT -1.5e-300, REAL '0.5', 0.1e0, nan(), infinity(), -infinity(), CAST(nan() AS real)",
      rows: [[-1.5e-300, 0.5, 0.1, Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, Number.NaN]],
    },
    booleans: { text: 'SELECT true, false', rows: [[true, false]], storage: ['boolean', 'boolean'] },
    texts: {
      text: "SELECT 'naïve 🐘 漢字', 'two\nlines \\ ''quoted''', CAST('a' AS char(5))",
      rows: [['naïve 🐘 漢字', "two\nlines \\ 'quoted'", 'a    ']],
    },
    emptyTexts: { text: "SELECT '', CAST(NULL AS varchar)", rows: [['', null]] },
    dates: {
      text: "SELECT DATE '2024-02-29', DATE '0001-01-01', DATE '9999-12-31'",
      rows: [['2024-02-29', '0001-01-01', '9999-12-31']],
      storage: ['date', 'date', 'date'],
    },
    binary: { text: "SELECT X'00FFDE', X''", rows: [['00ffde', '']] },
    nested: {
      text: `SELECT ARRAY[1, NULL], ARRAY[9223372036854775807], MAP(ARRAY['a'], ARRAY[1]), CAST(ROW(1, 'x') AS row(a bigint, b varchar)),
        JSON '{"a": 1.5}', ARRAY[DECIMAL '1.50'], CAST(ARRAY[] AS array(varchar))`,
      rows: [['[1,null]', '[9223372036854775807]', '{"a":1}', '[1,"x"]', '{"a":1.5}', '["1.50"]', '[]']],
      storage: ['json', 'json', 'json', 'json', 'json', 'json', 'json'],
    },
  },
  many: { text: 'SELECT n FROM UNNEST(sequence(1, 5000)) AS t (n) ORDER BY n', count: 5000 },
  slow: SLOW,
  endless: ENDLESS,
  async isWorkingOn(text) {
    const response = await fetch(`http://127.0.0.1:${server().port}/v1/query`, { headers: { [userHeader]: 'ada' } })
    const queries = (await response.json()) as { state: string; query: string }[]
    return queries.some(({ state, query }) => query.includes(text) && !['FINISHED', 'FAILED'].includes(state))
  },
  failing: {
    text: 'SELECT 1 AS x,\n  colour FROM tpch.tiny.nation',
    message: /^line 2:3: Column 'colour' cannot be resolved$/,
    at: 'colour',
  },
  writing: notApplicable('what a user may do is granted at the server'),
  stoppable: true,
})
