import { expect } from 'vitest'
import { rowsOf } from '../../../testing/rows-of.ts'
import type { RunnerResult } from '../../runner.ts'

// Queries whose rows are compared: by columns, and as texts.

/** Expects that the rows of a query are the same by columns and as texts, and so are its columns. */
export async function expectSameRows(run: (text: string) => Promise<RunnerResult>, text: string): Promise<void> {
  const asTexts = await run(`${text}\nFORMAT TabSeparatedWithNamesAndTypes`)
  const expected = await rowsOf(asTexts)
  const byColumns = await run(text)
  expect(byColumns.columns).toEqual(asTexts.columns)
  expect(await rowsOf(byColumns)).toEqual(expected)
}

/** Types of which the server makes random values up. */
export const RANDOM_TYPES = [
  ...['Int8', 'UInt8', 'Int16', 'UInt16', 'Int32', 'UInt32', 'Int64', 'UInt64', 'Int128', 'UInt128', 'Int256', 'UInt256'],
  ...['Float32', 'Float64', 'Decimal32(3)', 'Decimal64(0)', 'Decimal128(10)', 'Decimal256(40)', 'Decimal(9, 9)', 'Bool'],
  ...['String', 'FixedString(5)', 'UUID', 'IPv4', 'IPv6', "Enum8('a' = 1, 'b\\'c' = -2, 'd,)' = 3)", "Enum16('ü' = -1000)"],
  ...['Date', 'Date32', 'DateTime', "DateTime('Asia/Kolkata')", "DateTime('America/New_York')", "DateTime64(0, 'UTC')"],
  ...["DateTime64(3, 'Europe/Zurich')", 'DateTime64(6)', "DateTime64(9, 'America/Sao_Paulo')"],
  ...['Nullable(Int32)', 'Nullable(String)', 'Nullable(Date)', "Nullable(DateTime('Asia/Tokyo'))", 'Nullable(Decimal64(4))'],
  ...['Nullable(UInt64)', 'Nullable(Bool)', 'Nullable(FixedString(3))', 'Nullable(Tuple(Int8, String))'],
  ...['LowCardinality(String)', 'LowCardinality(Nullable(String))', 'LowCardinality(FixedString(3))', 'LowCardinality(UInt64)'],
  ...['LowCardinality(Date)', 'LowCardinality(Nullable(DateTime))'],
  ...['Array(Int64)', 'Array(Nullable(String))', 'Array(Array(UInt64))', 'Array(LowCardinality(String))', 'Array(Bool)'],
  ...['Array(LowCardinality(Nullable(String)))', 'Array(FixedString(4))', `Array(Enum8('a' = 1, 'q"' = 2))`],
  ...["Array(DateTime('Asia/Kolkata'))", "Array(Tuple(Date, DateTime64(3, 'UTC'), UUID, IPv6, Decimal64(2), Float32))"],
  ...['Map(String, Int32)', 'Map(LowCardinality(String), Array(Nullable(Float64)))', 'Map(UInt64, String)', 'Map(Date, Int8)'],
  ...[
    'Map(String, Map(String, Int8))',
    'Tuple(Int8, String)',
    'Tuple(a Int64, `b c` Nullable(Date), d LowCardinality(String))',
  ],
  ...['Point', 'Ring', 'LineString', 'Polygon', 'MultiLineString', 'MultiPolygon', 'Array(Point)', 'Tuple()'],
  'SimpleAggregateFunction(sum, UInt64)',
]

/** A query of random values of a type, the same each time. */
export const randomRows = (type: string): string =>
  `SELECT * FROM generateRandom('v ${type.replace(/['\\]/g, '\\$&')}', 7, 8, 3) LIMIT 300
    SETTINGS allow_suspicious_low_cardinality_types = 1, allow_experimental_nullable_tuple_type = 1`

/** Queries of every server. */
export const PLAIN_QUERIES = [
  'SELECT number AS v, toString(number), number / 3, toDecimal64(number, 3), toDate(number % 40000) FROM system.numbers LIMIT 70000',
  "SELECT unhex('ff'), unhex('c3'), unhex('61e2'), [unhex('c328')], unhex('80'), arrayJoin([concat('a', unhex('c3')), unhex('85')])",
  "SELECT toDateTime(number * 3600 + 100000000, 'America/New_York') AS v, toDateTime(number * 3600) AS w FROM system.numbers LIMIT 50000",
  "SELECT [toDateTime('2024-07-01 12:00:00', 'Asia/Tokyo')], toNullable(toDateTime('2024-07-01 12:00:00', 'Asia/Tokyo'))",
  'SELECT number, number FROM system.numbers WHERE 0 LIMIT 0',
  "SELECT toDateTime('2024-01-01 00:00:00', 'Asia/Tokyo') AS d, 1 AS `a b`, 'x' FROM system.one WHERE dummy = 1",
  'SELECT nan, inf, -inf, [nan, -inf, 1e21, 1e-7, 0.1, 123456789012345680000.], toFloat32(0.1), [toFloat32(1e10)], 1e300',
  "SELECT (1, ('x', [NULL, 'y'])) AS v, [] AS w, NULL AS x, [[], []] AS y, CAST('b' AS Enum8('a' = 1, 'b' = 2)) AS z",
  'WITH 1 AS x SELECT x /* c */ -- end',
  // The format of this type is not known here.
  'SELECT number, sumState(number) AS v FROM (SELECT number FROM system.numbers LIMIT 100000) GROUP BY number ORDER BY number',
]

/** Queries of current servers. */
export const LATER_QUERIES = [
  "SELECT repeat('ü', 200), arrayJoin([repeat('x', 127), repeat('x', 128), repeat('é', 70000), unhex('e2')])",
  'SELECT toBFloat16((cityHash64(number) % 1000003 - 500000) / pow(10, number % 30 - 10)) AS v FROM numbers(300)',
  'SELECT toTime(arrayJoin([0, 1, -1, 86399, 3599999, -3599999])) AS v, [toTime(5)] AS w',
  "SELECT toTime64(arrayJoin(['10:20:30.5', '-00:00:01.25', '999:59:59.999']), 3) AS v, [toTime64('01:02:03.4', 9)] AS w",
  'SELECT toIntervalDay(number - 5) AS v, [toIntervalMonth(number)] AS w FROM numbers(9)',
  "SELECT [NULL], tuple(NULL), map(), CAST([(1, 'x')] AS Nested(a Int8, b String)), CAST([], 'Nested(a Int8, b LowCardinality(String))')",
  `SELECT toLowCardinality(toString(number)) AS v, toLowCardinality(toNullable(toString(number % 300))) AS w,
    toLowCardinality(if(number % 3 = 0, NULL, toString(number))) AS x FROM numbers(150000)`,
  `SELECT toDateTime64(arrayJoin(['1900-01-01 00:00:01', '1950-06-07 08:09:10.123456', '2299-12-31 23:59:59.999999']), 6, 'UTC') AS v,
    toDate32(arrayJoin(['1900-01-01', '1969-12-31', '2299-12-31'])) AS w`,
  `SELECT toDateTime64(number * 604800 - 2208988800, 3, 'Europe/Zurich') AS v, toDateTime64(number * 604800, 6, 'Africa/Casablanca') AS w
    FROM numbers(20000)`,
  "SELECT toDateTime(number * 3600, 'Australia/Lord_Howe') AS v, [toDateTime(number * 3600, 'America/Caracas')] AS w FROM numbers(50000)",
  "SELECT toDateTime('2024-03-31 01:59:59') AS t SETTINGS session_timezone = 'Asia/Kolkata'",
  "SELECT -0., [-0.], [toFloat32(16777218), toFloat32('1e-45')], toFloat32('1918868.25'), toFloat32(1.5426884e33)",
  `SELECT toIPv6('::ffff:1.2.3.4'), toIPv6('::1.2.3.4'), toIPv6('::1'), toIPv6('::'), toIPv6('1::'), toIPv6('1:0:0:2::3'),
    toIPv6('fe80::1:0:0:1')`,
  `SELECT toDecimal32('-1.5', 4), [toDecimal128('-1.50', 5)], toDecimal256('-0.0001', 40), [toDecimal32('0', 3)],
    toDecimal128('-12345678901234567890123456789.1', 2), toInt128('-1'), [toInt256('-5'), 7]`,
  "SELECT map(1, 'a', 2, 'b'), map('it''s', [1]), map(toDate('2024-01-01'), tuple(1))",
  'SELECT number % 2 = 0 AS a, NULL::Nullable(Nothing) AS b, number::Nullable(UInt8) AS c FROM numbers(3)',
  // Other types whose format is not known here.
  `SELECT '{"a": {"b": 1.5, "c": [1, 2]}}'::JSON AS v, number FROM numbers(3)`,
  "SELECT 42::Variant(UInt64, String) AS v, 'x'::Dynamic AS w, [1::Dynamic] AS x",
  `SELECT CAST('{"a": {"b": 1, "n": null}, "s": "1/2", "t": "2024-01-01 10:00:00"}', 'JSON(a.b UInt64, max_dynamic_paths = 1)') AS v,
    v.a.b, v.s, v.t, v.nothing, CAST([v], 'Array(JSON)') AS w, CAST(('x', v), 'Tuple(k String, doc JSON)') AS x`,
  `SELECT arrayJoin([1::Dynamic, 'it''s'::Dynamic, [1, 2]::Dynamic, map('k', [NULL, 'v'])::Dynamic, toDateTime64('2024-01-01 10:00:00.5', 3, 'UTC')::Dynamic,
    NULL::Dynamic, toDecimal64('1.50', 2)::Dynamic, '{"a": 1}'::JSON::Dynamic]) AS v, dynamicType(v) AS w`,
  "SELECT arrayJoin([1, 'a', NULL, ['b', 'c''d']]::Array(Variant(UInt8, String, Array(String)))) AS v, variantType(v) AS w",
  "SELECT map('k', 1::Dynamic) AS v, (1., 2.)::Point::Geometry AS w, [(1, 'x')::Tuple(a UInt8, b Variant(String, UInt8))] AS x",
  'SELECT (number < 65000 ? number::Dynamic : toString(number)::Dynamic) AS v FROM numbers(70000)',
]
