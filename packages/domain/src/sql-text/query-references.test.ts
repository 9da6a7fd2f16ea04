import { describe, expect, it } from 'vitest'
import { QueryReferenceError, queryReferences, tableOf, withTables } from './query-references.ts'

const md5 = (text: string) => `<${text}>`
const tables = (text: string, dialect = 'duckdb') => queryReferences(text, dialect).map((reference) => tableOf(reference, md5))
const seen = (text: string) => queryReferences(text, 'duckdb').map(({ start, end }) => text.slice(start, end))

describe('the references to other queries in a query text', () => {
  it.each([
    ['SELECT * FROM query_5', ['query_5']],
    ['select * from\n\tQUERY_5 join Cached_Query_6 on true', ['query_5', 'cached_query_6']],
    [
      'SELECT * FROM query_5 a, query_6 AS b LEFT JOIN cached_query_7 c USING (x, y), query_8',
      ['query_5', 'query_6', 'cached_query_7', 'query_8'],
    ],
    ['FROM query_5 SELECT a, query_6', ['query_5']],
    ['SELECT a FROM query_5 WHERE a IN (SELECT b FROM query_6) ORDER BY query_7', ['query_5', 'query_6']],
    ['SELECT 1 FROM query_5 UNION ALL SELECT query_7 FROM query_6', ['query_5', 'query_6']],
    ['SELECT * FROM (query_5 a JOIN query_6 b ON a.x = b.x), query_7', ['query_5', 'query_6', 'query_7']],
    ['SELECT * FROM (VALUES (1, 2), (3, 4)) t(a, query_9), query_5', ['query_5']],
    ['SELECT * FROM a JOIN query_5 ON a.x IS DISTINCT FROM query_6.x, query_7', ['query_5', 'query_7']],
    ['SELECT * FROM range(1, 2) r, LATERAL (SELECT * FROM query_5), query_6', ['query_5', 'query_6']],
    ['SELECT * FROM "query_5", "Query_6" x', ['query_5', 'query_6']],
    ['FROM a : query_5, b : "query_6"', ['query_5', 'query_6']],
    [
      'SUMMARIZE query_5; DESCRIBE cached_query_6; TABLE query_7; PIVOT query_8 ON a USING count(*)',
      ['query_5', 'cached_query_6', 'query_7', 'query_8'],
    ],
    ['SELECT * FROM/* a remark */query_5--', ['query_5']],
    ['SELECT * FROM query_5 JOIN query_5 b USING (id)', ['query_5', 'query_5']],
    ['SELECT extract(year FROM (SELECT max(day) FROM query_5)) FROM query_6', ['query_5', 'query_6']],
    ['SELECT a.limit FROM a JOIN b ON a.limit = b.offset, query_5', ['query_5']],
    ["SELECT timestamp with time zone '2024-01-01' FROM query_5, query_6", ['query_5', 'query_6']],
    ['SELECT * FROM unnest([1]) WITH ORDINALITY AS t(a, b), query_5', ['query_5']],
    ['SELECT * FROM query_12345678901234567890', ['query_12345678901234567890']],
  ])('are found in %j', (text, expected) => {
    expect(tables(text)).toEqual(expected)
  })

  it.each([
    "SELECT 'FROM query_5', E'\\' FROM query_5', $$ FROM query_5 $$, $x$ FROM query_5 $x$",
    '-- FROM query_5\nSELECT 1 /* FROM query_5 /* nested */ FROM query_5 */',
    'SELECT query_5, query_5.a AS query_6 FROM t',
    'SELECT * FROM main.query_5, memory.main.query_6, query_7.a, "main"."query_8"',
    "SELECT * FROM query_5('x'), query_6 ()",
    'SELECT * FROM query_05, query_, query_5a, my_query_5, query_0, xquery_5, query_5_6, cached_query_',
    "SELECT * FROM 'query_5'",
    'SELECT extract(year FROM query_5), trim(both FROM query_6), substring(query_7 FROM 2) FROM t',
    'SELECT * FROM t WHERE x = query_5 GROUP BY a, query_6',
    'SELECT a, query_5 FROM t',
    'SELECT * FROM t JOIN u USING (a, query_5)',
    'SELECT * FROM "a "" FROM query_5"',
    '',
  ])('are not found in %j', (text) => {
    expect(tables(text)).toEqual([])
  })

  it.each([
    ['WITH query_5 AS (SELECT 1) SELECT * FROM query_5 JOIN query_6 ON true', ['query_6']],
    ['with "Query_5"(a, b) as not materialized (select 1, 2), t as (select * from query_5) select * from t, query_5', []],
    ['WITH query_5 AS (SELECT * FROM query_5) SELECT * FROM query_5', ['query_5']],
    ['WITH RECURSIVE query_5 AS (SELECT 1 UNION ALL SELECT * FROM query_5) FROM query_5', []],
    ['SELECT * FROM (WITH query_5 AS (SELECT 1) SELECT * FROM query_5) JOIN query_5 ON true', ['query_5']],
    ['WITH query_5 AS (SELECT 1) SELECT (SELECT max(a) FROM query_5); SELECT * FROM query_5', ['query_5']],
    [
      'WITH a AS (SELECT * FROM query_5), b AS (SELECT * FROM a, query_6) SELECT * FROM b, query_7',
      ['query_5', 'query_6', 'query_7'],
    ],
  ])('are distinguished from common table expressions in %j', (text, expected) => {
    expect(tables(text)).toEqual(expected)
  })

  it.each([
    ['SELECT * FROM [query_5] JOIN `cached_query_6`', ['query_5', 'cached_query_6']],
    ['SELECT [FROM query_5] FROM query_6', ['query_6']],
    ['SELECT $$ FROM query_5 $$ FROM query_6', ['query_5', 'query_6']],
  ])('are found with the quotes of SQLite in %j', (text, expected) => {
    expect(tables(text, 'sqlite')).toEqual(expected)
  })

  it('have their offsets, with the quotes included', () => {
    const text = 'SELECT * FROM ü, query_5, "cached_query_6" JOIN param_query_7_{a=1&b=%27x y%27}x'
    expect(seen(text)).toEqual(['query_5', '"cached_query_6"', 'param_query_7_{a=1&b=%27x y%27}'])
  })

  it('contain the values between braces, which are never parsed as SQL', () => {
    const text = 'SELECT * FROM param_query_5_{a=1&b=x-y}, Param_Query_6_{} t, "param_query_7_{a=it\'s}"'
    expect(queryReferences(text, 'duckdb')).toMatchObject([
      { kind: 'param_query', id: '5', pairs: 'a=1&b=x-y' },
      { kind: 'param_query', id: '6', pairs: '' },
      { kind: 'param_query', id: '7', pairs: "a=it's" },
    ])
    expect(tables(text)).toEqual(['query_5_<query_5_a=1&b=x-y>', 'query_6_<query_6_>', "query_7_<query_7_a=it's>"])
  })

  it.each(["FROM param_query_5_{a='x'}", 'FROM param_query_5_{a=1', 'FROM param_query_5_{{a}}', 'FROM param_query_5_{a=--}'])(
    'are refused if their braces cannot be parsed: %s',
    (text) => {
      expect(() => queryReferences(text, 'duckdb')).toThrow(QueryReferenceError)
    },
  )

  it('are found in a text of any length and depth', () => {
    const depth = 20_000
    expect(tables(`SELECT * FROM ${'('.repeat(depth)}SELECT * FROM query_5${')'.repeat(depth)}, query_6`)).toEqual([
      'query_5',
      'query_6',
    ])
    expect(tables(`${')'.repeat(depth)} FROM ${'query_5, '.repeat(depth)}`)).toHaveLength(depth)
  })
})

describe('replacing references by table names', () => {
  const text = 'SELECT a FROM param_query_5_{a=1}, "query_6" WHERE b'
  const places = queryReferences(text, 'duckdb').map((reference) => ({ ...reference, table: tableOf(reference, () => 'hash') }))
  const replaced = withTables(text, places)

  it('writes the names of the tables without quotes and braces', () => {
    expect(replaced.text).toBe('SELECT a FROM query_5_hash, query_6 WHERE b')
    expect(withTables('SELECT 1', []).text).toBe('SELECT 1')
  })

  it('maps positions of the new text back to the original text', () => {
    const back = (part: string) => replaced.placeIn(replaced.text.indexOf(part) + 1) - 1
    expect(back('a FROM')).toBe(text.indexOf('a FROM'))
    expect(back('query_5')).toBe(text.indexOf('param_query_5'))
    expect(back('hash')).toBe(text.indexOf('param_query_5'))
    expect(back(', ')).toBe(text.indexOf(', '))
    expect(back('query_6')).toBe(text.indexOf('"query_6"'))
    expect(back('b')).toBe(text.lastIndexOf('b'))
  })
})
