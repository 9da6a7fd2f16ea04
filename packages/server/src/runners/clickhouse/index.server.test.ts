import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chdbServer } from '../../testing/servers/chdb.ts'
import type { StartedServer } from '../../testing/servers/fetched-server.ts'
import { sqlSource } from '../../testing/sql-source.ts'
import { BY_BYTES, boundRuns, itMatchesWords, wordConditions, wordRows } from '../conformance/bound-words.ts'
import { notApplicable } from '../conformance/setup.ts'
import { describeConformance } from '../conformance.ts'
import { NO_DATA } from '../runner.ts'
import clickhouse from './index.ts'
import { quoted } from './server.ts'
import { expectSameRows, LATER_QUERIES, PLAIN_QUERIES, RANDOM_TYPES, randomRows } from './testing/column-cases.ts'

// Values and errors of a current ClickHouse. Connections and cancels are tested with a real, older server in `npm test`.

let server: StartedServer
beforeAll(async () => {
  server = await chdbServer.start()
  for (const statement of [
    'CREATE TABLE words (id UInt32, word String) ENGINE = Memory',
    `INSERT INTO words VALUES ${wordRows(quoted)}`,
  ])
    expect((await refusal(statement)).message).toBe(NO_DATA)
})
afterAll(() => server?.stop())

const options = (changes: Record<string, unknown> = {}) => ({
  ...{ url: `http://127.0.0.1:${server.port}`, user: 'default', password: '', dbname: 'default' },
  ...changes,
})
const { read, run, refusal } = sqlSource(clickhouse, options)
const notHttp = notApplicable('the HTTP of this server is ours')

describeConformance(clickhouse, {
  options,
  proxied: notHttp,
  refused: { host: notHttp, password: notHttp, database: notHttp },
  columns: { text: "SELECT 1 AS b, 'x' AS a", names: ['b', 'a'], rows: [[1n, 'x']] },
  repeatedNames: { text: 'SELECT 1 AS n, 2 AS m, n', names: ['n', 'm', 'n1'] },
  noRows: { text: 'SELECT number AS n FROM numbers(3) WHERE 0', names: ['n'] },
  noResultSet: { text: 'CREATE TABLE nothing (id UInt8) ENGINE = Memory', message: NO_DATA },
  values: {
    nulls: { text: 'SELECT NULL, CAST(NULL AS Nullable(Int8)), CAST(NULL AS Nullable(Date32))', rows: [[null, null, null]] },
    integers: {
      text: `SELECT toInt64('-9223372036854775808'), toUInt64('18446744073709551615'), toUInt128(1),
        toInt256('-57896044618658097711785492504343953926634992332820282019728792003956564819968')`,
      rows: [
        [
          ...[-(2n ** 63n), '18446744073709551615', '1'],
          '-57896044618658097711785492504343953926634992332820282019728792003956564819968',
        ],
      ],
      storage: ['int64', 'decimal', 'number_text', 'number_text'],
    },
    decimals: {
      text: "SELECT toDecimal128('-1.50', 2), toDecimal256('1.5', 40)",
      rows: [['-1.50', '1.5']],
      storage: ['decimal', 'number_text'],
    },
    floats: {
      text: 'SELECT 0.1, toFloat32(0.1), toBFloat16(1.5), nan, inf, -inf',
      rows: [[0.1, 0.1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]],
      storage: ['double', 'double', 'double', 'double', 'double', 'double'],
    },
    booleans: { text: 'SELECT true, toBool(0)', rows: [[true, false]], storage: ['boolean', 'boolean'] },
    texts: {
      text: String.raw`SELECT 'Grüße, 世界 🎉', 'tab\tline\nback\\slash \'quoted\'', toFixedString('ab', 4)`,
      rows: [['Grüße, 世界 🎉', "tab\tline\nback\\slash 'quoted'", 'ab']],
    },
    emptyTexts: { text: "SELECT '' AS a UNION ALL SELECT ''", rows: [[''], ['']] },
    dates: {
      text: "SELECT toDate('2024-02-29'), toDate32('1900-01-01'), toDate32('2299-12-31')",
      rows: [['2024-02-29', '1900-01-01', '2299-12-31']],
      storage: ['date', 'date', 'date'],
    },
    wallClocks: {
      text: `SELECT toDateTime('2024-03-31 01:59:59', 'Asia/Kolkata'), toDateTime64('2024-03-31 01:59:59.123456', 6, 'UTC'),
        toDateTime64('2024-03-31 01:59:59.123456789', 9, 'UTC')`,
      rows: [['2024-03-31T01:59:59.000', '2024-03-31T01:59:59.123456', '2024-03-31 01:59:59.123456789']],
      storage: ['timestamp', 'timestamp', 'text'],
    },
    instants: notApplicable('times are written on the clock of their column'),
    binary: notApplicable('binary text needs hex'),
    nested: {
      text: `SELECT map('k', [1.5, nan]), CAST((1, 'x') AS Tuple(a Int64, b String)), [[toInt64('9223372036854775807')]],
        [toDate('2024-02-29')], ['it\\'s', 'tab\\t', '"q"'], '{"a": {"b": 1.5, "c": [1, 2]}}'::JSON`,
      rows: [
        [
          ...['{"k":[1.5,"nan"]}', '[1,"x"]', '[[9223372036854775807]]', '["2024-02-29"]', '["it\'s","tab\\t","\\"q\\""]'],
          '{"a":{"b":1.5,"c":[1,2]}}',
        ],
      ],
      storage: ['json', 'json', 'json', 'json', 'json', 'json'],
    },
    strange: {
      text: `SELECT toIPv6('::1'), toUUID('12151fd2-7586-11e9-8f9e-2a86e4085a59'), CAST('a' AS Enum8('a' = 1)),
        CAST('b' AS LowCardinality(Nullable(String))), 42::Variant(UInt64, String), 'x'::Dynamic, toTime64('10:20:30.5', 3),
        (1.5, 2.5)::Point`,
      rows: [['::1', '12151fd2-7586-11e9-8f9e-2a86e4085a59', 'a', 'b', '42', 'x', '10:20:30.500', '(1.5,2.5)']],
    },
  },
  many: { text: 'SELECT number + 1 AS n FROM numbers(5000)', count: 5000 },
  slow: notHttp,
  endless: notHttp,
  isWorkingOn: notHttp,
  failing: { text: 'SELECT 1 AS x,\n  nothing FROM system.one', message: /^Unknown expression identifier `nothing`/ },
  failingMidway: notHttp,
  severalStatements: notApplicable('sessions are kept by the server, whose HTTP is ours'),
  writing: notHttp,
  schema: { tables: { words: ['id', 'word'] } },
  stoppable: false,
})

describe('rows that are read by columns (OPEN-480)', () => {
  it.each(RANDOM_TYPES)('have the values that the server writes as text, of random values of %s', (type) =>
    expectSameRows(run, randomRows(type)),
  )

  it.each([...PLAIN_QUERIES, ...LATER_QUERIES])('have the values that the server writes as text: %s', (text) =>
    expectSameRows(run, text),
  )
})

describe('texts that are bound in ClickHouse (PARAM-73)', () => {
  itMatchesWords({
    runner: clickhouse,
    run: boundRuns({ runner: clickhouse, options, tempDir: () => '/nowhere' }),
    conditions: wordConditions(BY_BYTES),
    patternError: /^Invalid escape sequence at the end of LIKE pattern/,
  })
})

describe('a current ClickHouse', () => {
  it('reports the position of a syntax error in the whole text', async () => {
    const text = "SELECT 1;\nSELECT 'ü' AS a) "
    const failure = await refusal(text)
    expect(failure.message).toMatch(/^Syntax error: failed at position/)
    expect(failure.position).toBe(text.lastIndexOf(')') + 1)
  })

  it.each([
    ['a list', `['{"a": {"b": 1}, "s": "x, y: [z]"}'::JSON]`, '[{"a":{"b":1},"s":"x, y: [z]"}]'],
    [
      'a tuple, beside a text',
      `CAST(('{}', '{"a": [{"b": 9007199254740993}]}'), 'Tuple(k String, doc JSON)')`,
      '["{}",{"a":[{"b":9007199254740993}]}]',
    ],
    ['a map', `map('k', '{"a": "it''s"}'::JSON)`, '{"k":{"a":"it\'s"}}'],
    [
      'a list of tuples, or missing',
      `[(1, NULL::Nullable(JSON)), (2, '{"u": "é/\\\\n"}'::Nullable(JSON))]`,
      '[[1,null],[2,{"u":"é/\\n"}]]',
    ],
    ['a map of a tuple', `map('x', map('y', ('{"a": 1}'::JSON, '{"a": 1}')))`, '{"x":{"y":[{"a":1},"{\\"a\\": 1}"]}}'],
    ['itself, with its slashes', `'{"s": "1/2", "w": 18446744073709551615}'::JSON`, '{"s":"1/2","w":18446744073709551615}'],
  ])('shows a document as one within %s (OPEN-811)', async (_, value, shown) => {
    expect(await read(`SELECT ${value} AS v`)).toEqual([[shown]])
  })

  it('shows values of Variant and Dynamic as the server writes them, and nested tuples and maps exactly (OPEN-811)', async () => {
    const various = `[1, 'a', NULL, ['b'], '', 'x\\ty', 'NULL']::Array(Variant(UInt8, String, Array(String)))`
    expect(await read(`SELECT ${various} AS v`)).toEqual([['[1,"a",null,["b"],"","x\\ty","NULL"]']])
    const shown = [['1'], ['a'], [null], ["['b']"], [''], ['x\ty'], ['NULL']]
    expect(await read(`SELECT arrayJoin(${various}) AS v`)).toEqual(shown)
    expect(await read(`SELECT arrayJoin(${various})::Dynamic AS v`)).toEqual(shown)
    const nested = `CAST((1, (2.5, [map('k', (18446744073709551615, NULL))])),
      'Tuple(a UInt8, c Tuple(d Float64, e Array(Map(String, Tuple(x UInt64, y Nullable(String))))))')`
    expect(await read(`SELECT ${nested} AS v, map((1, 'a'), 2) AS w, map(toDate('2024-01-01'), [map(1, 'x')]) AS x`)).toEqual([
      ['[1,[2.5,[{"k":[18446744073709551615,null]}]]]', '{"[1,\\"a\\"]":2}', '{"2024-01-01":[{"1":"x"}]}'],
    ])
  })

  it('adds the row of totals to the others', async () => {
    const text = 'SELECT number % 2 AS parity, count() FROM numbers(5) GROUP BY parity WITH TOTALS ORDER BY parity'
    expect(await read(text)).toEqual([
      [0n, '3'],
      [1n, '2'],
      [0n, '5'],
    ])
  })
})
