import { expect } from 'vitest'
import type { Definition } from '../parameters/definition.ts'
import { fillIn, UnsafeValueError } from '../parameters/fill-in.ts'

/** A parameter whose values come from the rows of a query. */
export const fromRows: Definition = { name: 'x', type: 'query', queryId: 1 }
/** The same with several values, each in these quotes. */
export const several = (quote: string): Definition => ({
  ...fromRows,
  multiValuesOptions: { prefix: quote, suffix: quote, separator: ',' },
})
/** Fills a value of the parameter `x` into a text of a language. */
export const fill = (type: string, text: string, x: unknown, definition: Definition = fromRows) =>
  fillIn(text, [definition], { x }, type)
/** Why a value cannot be filled in; the filled text if it can, so that a comparison shows it. */
export const refusal = (type: string, text: string, x: unknown, definition?: Definition): string => {
  try {
    return `filled in: ${fill(type, text, x, definition)}`
  } catch (error) {
    if (error instanceof UnsafeValueError) return error.message
    throw error
  }
}

/** Separate from the brace that follows, since together they would look like a JavaScript template. */
export const DOLLAR = '$'
/** Values that mean something in one language or another. */
export const HOSTILE = [
  "O'Brien",
  'say "hi"',
  'a`b',
  'ends with \\',
  "\\'",
  '\\"',
  "'",
  '"',
  "''",
  "'; drop table t; --",
  "x' union all select 1, 2 -- ",
  '" OR "1"="1',
  '/* x */',
  '*/',
  '# no',
  '//',
  '$$',
  '$tag$',
  'a]b',
  '‘x’ “y” ʼ',
  'line\nbreak',
  'line\r\nbreak',
  '{{ x }}',
  '\\u0027 or 1=1',
  `${DOLLAR}{x}`,
  '"""',
  "'''",
  '--',
  '%27 &a=b',
  '😀 é ß 漢字',
  ' ',
  '',
]

/**
 * Reads the characters between quotes as the documentation of each language describes.
 * @throws Error if a quote closes the literal too early
 */
export type Read = (body: string) => string
const walk = (quote: string, { isDoubled = false, letters = null as Record<string, string> | null } = {}): Read => {
  return (body) => {
    let read = ''
    for (let at = 0; at < body.length; at++) {
      const sign = body.charAt(at)
      if (letters && sign === '\\') {
        at++
        const letter = body.charAt(at)
        if (letter === '') throw new Error('The closing quote is escaped.')
        if (letter === 'x' || letter === 'u') {
          const length = letter === 'x' ? 2 : 4
          read += String.fromCharCode(Number.parseInt(body.slice(at + 1, at + 1 + length), 16))
          at += length
        } else read += letters[letter] ?? letter
      } else if (sign === quote) {
        if (!isDoubled || body.charAt(at + 1) !== quote) throw new Error('A quote closes too early.')
        read += quote
        at++
      } else read += sign
    }
    return read
  }
}
const doubled = (quote: string) => walk(quote, { isDoubled: true })
const both = (quote: string) => walk(quote, { isDoubled: true, letters: {} })
const LETTERS = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' }
const slashed = (quote: string) => walk(quote, { letters: LETTERS })
const json: Read = (body) => JSON.parse(`"${body}"`)
const asItIs: Read = (body) => body
const percent: Read = (body) => {
  if (/[^\w.~%-]/.test(body)) throw new Error('A sign of an address is not encoded.')
  return decodeURIComponent(body)
}

const SQL_DOUBLED = [
  'athena',
  'calcite',
  'cockroach',
  'cql',
  'elasticsearch-sql',
  'firebird',
  'oracle',
  'partiql',
  'postgresql',
  'query-results/duckdb',
  'query-results/sqlite',
  'sql',
  'sqlite',
  'transactsql',
  'trino',
]
const SQL_WITH_BACKSLASHES = ['clickhouse', 'mysql', 'opensearch-sql', 'redshift', 'snowflake']
const SLASHED = ['bigquery', 'cypher', 'influxql', 'n1ql', 'promql']
const slashedWithCodes =
  (quote: string): Read =>
  (body) => {
    // A bare dollar sign would begin the name of a setting.
    expect(body).not.toContain('$')
    return slashed(quote)(body.replaceAll('\\u0024', '$'))
  }
const JSON_LANGUAGES = ['elasticsearch', 'jql', 'json', 'lucene', 'mongodb']

/** Language, query text with `@` in place of the value, and a function that reads the written value back. */
export const places: [type: string, text: string, read: Read][] = [
  ...SQL_DOUBLED.map((type): [string, string, Read] => [type, "select * from t where a = '@' and b = 1", doubled("'")]),
  ...SQL_WITH_BACKSLASHES.map((type): [string, string, Read] => [type, "select * from t where a = '@' and b = 1", both("'")]),
  ...SLASHED.map((type): [string, string, Read] => [type, "select * from t where a = '@' and b = 1", slashed("'")]),
  ...SLASHED.map((type): [string, string, Read] => [type, 'x = "@" + 1', slashed('"')]),
  ...JSON_LANGUAGES.map((type): [string, string, Read] => [type, '{"a": {"b": ["@", 1]}}', json]),
  ['postgresql', `select "@" from t`, doubled('"')],
  ['postgresql', `select E'@', 1`, both("'")],
  ['postgresql', `select $$ @ $$, $tag$ ' $tag$`, asItIs],
  ['cockroach', `select b'@', 1`, both("'")],
  ['mysql', 'select "@" from `t`', both('"')],
  ['mysql', 'select 1 from `@`', doubled('`')],
  ['sqlite', 'select [@] from t', asItIs],
  ['transactsql', 'select [@] from t', doubled(']')],
  ['oracle', "select q'[@]' from dual", asItIs],
  ['oracle', 'select "@" from dual', asItIs],
  ['firebird', "select q'<@>' from t", asItIs],
  ['clickhouse', 'select ‘@’, 1', asItIs],
  ['clickhouse', 'select `@` from t', both('`')],
  ['snowflake', 'select $$@$$', asItIs],
  ['bigquery', 'select """@"""', slashed('"')],
  ['bigquery', "select '''@'''", slashed("'")],
  ['bigquery', "select r'@', 1", asItIs],
  ['bigquery', 'select * from `@`', asItIs],
  ['databricks', "select * from t where a = '@' and b = 1", slashedWithCodes("'")],
  ['databricks', "select r'@', 1", asItIs],
  ['databricks', 'select "@", 1', slashedWithCodes('"')],
  ['hive', "select * from t where a = '@' and b = 1", slashedWithCodes("'")],
  ['hive', "select r'@', 1", asItIs],
  ['spark', "select * from t where a = '@' and b = 1", slashedWithCodes("'")],
  ['spark', 'select "@", 1', slashedWithCodes('"')],
  ['cql', 'select * from t where a = $$@$$', asItIs],
  ['partiql', 'select * from "@" where a = 1', doubled('"')],
  ['flux', 'from(bucket: "b") |> filter(fn: (r) => r.a == "@")', slashed('"')],
  ['influxql', 'select "@" from t', slashed('"')],
  ['cypher', 'match (n:`@`) return n', doubled('`')],
  ['promql', 'up{a=`@`}', asItIs],
  ['promql', 'query=up{a="@"}&step=5', (body) => slashed('"')(decodeURIComponent(body))],
  ['graphite', "target=alias(a.b, '@')\nfrom=-1d", (body) => decodeURIComponent(body)],
  ['graphql', '{ user(name: "@") { id } }', json],
  ['graphql', '{ user(name: """@""") { id } }', asItIs],
  ['graphql', 'variables: {name: "@"}\nquery: "{ a }"', json],
  ['redis', 'GET "@"', slashed('"')],
  ['sheets', 'key|"@"', asItIs],
  ['yaml', 'url: https://a.b/\nparams:\n  q: "@"', json],
  ['yaml', "url: https://a.b/\nparams:\n  q: '@'", doubled("'")],
  ['yaml', 'url: https://a.b/?q=@&limit=1', percent],
  ['yaml', 'url: "https://a.b/@/c"', percent],
  ['yaml', '{"url": "https://a.b/@", "params": {}}', percent],
  ['yaml', '{"url": "https://a.b/", "params": {"q": "@"}}', json],
  ['yaml', "url: 'https://a.b/@.csv'", percent],
  ['yaml', 'url: https://a.b/@.xlsx\nsheet: 1', percent],
  ['url', 'reports/@?q=1', percent],
  ['query-results/duckdb', 'select * from param_query_5_{a=@&b=1}', percent],
  ['query-results/sqlite', 'select * from param_query_5_{a=@&b=1}', percent],
  ['jql', '{"jql": "project = \\"@\\" order by id"}', (body) => slashed('"')(json(body))],
  ['lucene', '{"index": "i", "query": "name:\\"@\\" AND b:1"}', (body) => walk('"', { letters: {} })(json(body))],
  ['elasticsearch', '{"query": {"query_string": {"query": "a:\\"@\\""}}}', (body) => walk('"', { letters: {} })(json(body))],
  ['mongodb', `{"collection": "c", "query": {"$where": "this.a == '@'"}}`, (body) => slashed("'")(json(body))],
]

/** Some literals cannot hold these characters: they would close the literal, or mean something in the language. */
const unholdable: [text: string, of: RegExp][] = [
  ['$$ @ $$', /\$/],
  ['$$@$$', /\$/],
  ['[@] from t', /\]/],
  ["q'[@]'", /'|\]$/],
  ['"@" from dual', /"/],
  ["q'<@>'", /'|>$/],
  ['‘@’', /[^\p{L}\p{M}\p{N} _.,]/u],
  ["r'@'", /['"\\\n\r$]/],
  ['select * from `@`', /[`\\\n\r]/],
  ['{a=`@`}', /[`\r]/],
  ['"""@""") {', /["\\]/],
  ["alias(a.b, '@')", /['"\\\n\r]/],
  ['|"@"', /["\n\r]/],
  ["q: '@'", /[\p{Cc}\u2028\u2029\ufeff]/u],
]
/** Whether the literal of a text cannot hold a value, which is then refused. */
export const isUnholdable = (type: string, text: string, value: string): boolean =>
  unholdable.some(([part, of]) => text.includes(part) && of.test(value)) ||
  (/(reports\/|url"?: |param_query)/.test(text) && /@[^:\n]*$/m.test(text) && /^\.+$/.test(value) && !/q: ["']@/.test(text)) ||
  (type === 'influxql' && value.includes('\r')) ||
  (type === 'mongodb' && value.startsWith('$')) ||
  (type === 'athena' && /\\(?:'|$)/.test(value)) ||
  (type === 'transactsql' && /\\\r?\n/.test(value))

/** Expects that a value is read back from the filled text of `places` as it is, or refused where the literal cannot hold it. */
export function expectData(type: string, text: string, read: Read, value: string): void {
  const [before = '', after = ''] = text.split('@')
  const where = `${type}: ${text} with ${JSON.stringify(value)}`
  let filled: string
  try {
    filled = fill(type, `${before}{{ x }}${after}`, value)
  } catch (error) {
    if (!(error instanceof UnsafeValueError)) throw error
    expect(isUnholdable(type, text, value), where).toBe(true)
    return
  }
  expect(filled.startsWith(before) && filled.endsWith(after), where).toBe(true)
  expect(read(filled.slice(before.length, filled.length - after.length)), where).toBe(value)
}
