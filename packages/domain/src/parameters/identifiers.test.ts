import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { languages, lexicalRulesOf } from '../query-text/languages.ts'
import type { Definition } from './definition.ts'
import { fillIn, UnsafeValueError } from './fill-in.ts'

const column: Definition = { name: 'x', type: 'identifier' }
const columns: Definition = { ...column, multiValuesOptions: { separator: ', ' } }
const fill = (language: string | null, text: string, x: unknown, definition = column) =>
  fillIn(text, [definition], { x }, language)

/** The reason for a refusal; a text that was filled in fails the test. */
function refusal(language: string | null, text: string, x: unknown, definition = column): string {
  try {
    return `filled in: ${fill(language, text, x, definition)}`
  } catch (error) {
    if (error instanceof UnsafeValueError) return error.message
    throw error
  }
}

/** The usual quotes of names, and how a name between them is read, as the documentation of each language says. */
interface Quotes {
  opening: string
  closing: string
  /** The characters that no name can have. */
  refused: RegExp
  read(body: string): string
}
const doubled = (opening: string, closing = opening, refused = /(?!)/): Quotes => ({
  opening,
  closing,
  refused,
  read: (body) => body.replaceAll(closing + closing, closing),
})
const withoutEscapes = (quote: string, refused: RegExp): Quotes => ({
  opening: quote,
  closing: quote,
  refused,
  read: (body) => body,
})
const doubleQuotes = doubled('"')

const USUAL: Record<string, Quotes> = {
  athena: doubled('"', '"', /\\(?:"|$)/),
  'flight-sql': doubled('"', '"', /\\(?:"|$)/),
  bigquery: withoutEscapes('`', /[`\\\n\r]/),
  calcite: doubleQuotes,
  clickhouse: { ...doubleQuotes, read: (body) => body.replaceAll('""', '"').replaceAll('\\\\', '\\') },
  cockroach: doubleQuotes,
  cql: doubleQuotes,
  databricks: doubled('`', '`', /\$/),
  'elasticsearch-sql': doubleQuotes,
  firebird: doubleQuotes,
  hive: doubled('`', '`', /\$/),
  mysql: doubled('`'),
  n1ql: withoutEscapes('`', /[`\\]/),
  'opensearch-sql': doubled('`'),
  oracle: withoutEscapes('"', /"/),
  partiql: doubleQuotes,
  postgresql: doubleQuotes,
  'query-results/duckdb': doubleQuotes,
  'query-results/sqlite': doubleQuotes,
  redshift: doubleQuotes,
  snowflake: doubled('"', '"', /\\/),
  spark: doubled('`', '`', /\$/),
  sql: doubleQuotes,
  sqlite: doubleQuotes,
  transactsql: doubled('[', ']'),
  trino: doubleQuotes,
}
const SQL = Object.entries(USUAL)

const SIGNS = ["'", '"', '`', '[', ']', '\\', '$', '{', '}', ';', '-', '/', '*', '#', '\n', ' ', 'é', '“', '‘', '%', '(']
const anyName = fc.oneof(
  fc.string({ unit: fc.constantFrom(...SIGNS, '.', 'a'), maxLength: 12 }),
  fc.string({ unit: 'grapheme', minLength: 1 }),
)
const [before, after] = ['select ', ", 'b' from t where b = 1"]

/** Returns the text that is filled in for a name; null if the name is refused. */
function written(language: string, name: string): string | null {
  let filled: string
  try {
    filled = fill(language, `${before}{{ x }}${after}`, name)
  } catch (error) {
    if (error instanceof UnsafeValueError) return null
    throw error
  }
  expect(filled.startsWith(before) && filled.endsWith(after), filled).toBe(true)
  return filled.slice(before.length, filled.length - after.length)
}

/** Matches the whole text if it is one name in quotes after the other, with dots between. */
const NAMES =
  /^(?:"(?:[^"]|"")*"|`(?:[^`]|``)*`|\[(?:[^\]]|\]\])*\])(?:\.(?:"(?:[^"]|"")*"|`(?:[^`]|``)*`|\[(?:[^\]]|\]\])*\]|(?=\.)))*$/

describe('the name of a table or column', () => {
  it('is tested in every dialect of SQL', () => {
    expect(Object.keys(USUAL).sort()).toEqual(languages.filter((each) => lexicalRulesOf(each, '').isSql).sort())
  })

  it.each(SQL)('is one quoted name of %s, whatever it is (OPEN-203)', (language, { opening, closing, refused, read }) => {
    fc.assert(
      fc.property(anyName, (text) => {
        const name = `a${text.replaceAll('.', '').replaceAll('\0', '')}`
        const found = written(language, name)
        expect(found === null, name).toBe(refused.test(name))
        if (found === null) return
        expect([found.at(0), found.at(-1)]).toEqual([opening, closing])
        expect(read(found.slice(1, -1))).toBe(name)
        expect(found).toMatch(NAMES)
      }),
      { numRuns: 300 },
    )
  })

  it.each(SQL)('is nothing but quoted names of %s, however its own quotes are placed (OPEN-203)', (language) => {
    fc.assert(
      fc.property(anyName, (name) => {
        if (name.includes('\0') || name === '') return
        const found = written(language, name)
        if (found !== null) expect(found).toMatch(NAMES)
      }),
      { numRuns: 300 },
    )
  })

  it.each([
    ['postgresql', 'orders', '"orders"'],
    ['postgresql', 'public.orders', '"public"."orders"'],
    ['postgresql', 'sales."My orders"', '"sales"."My orders"'],
    ['postgresql', '"logs.2024".day', '"logs.2024"."day"'],
    ['postgresql', '"a""b".c', '"a""b"."c"'],
    ['postgresql', 'Größe in cm', '"Größe in cm"'],
    ['postgresql', 'a"b.c', '"a""b"."c"'],
    ['postgresql', '"a"b.c', '"""a""b.c"'],
    ['postgresql', '[a b]', '"[a b]"'],
    ['mysql', 'shop.orders', '`shop`.`orders`'],
    ['mysql', '`my orders`', '`my orders`'],
    ['mysql', '"total"', '`"total"`'],
    ['transactsql', 'dbo.orders', '[dbo].[orders]'],
    ['transactsql', 'shop..orders', '[shop]..[orders]'],
    ['transactsql', '[Order Details]', '[Order Details]'],
    ['transactsql', '"Order Details"', '"Order Details"'],
    ['transactsql', 'a]b', '[a]]b]'],
    ['sqlite', '[Order Details]', '[Order Details]'],
    ['clickhouse', '`a\\\\b`.c', '`a\\\\b`."c"'],
    ['bigquery', 'my-project.sales.orders', '`my-project`.`sales`.`orders`'],
  ])('in %s, %s is written as %s (OPEN-203)', (language, name, expected) => {
    expect(written(language, name)).toBe(expected)
  })

  it('is the content of the quotes around it, as one name (OPEN-203)', () => {
    expect(fill('postgresql', 'select "{{ x }}" from t', 'Total')).toBe('select "Total" from t')
    expect(fill('postgresql', 'select "{{ x }}" from t', 'a"b')).toBe('select "a""b" from t')
    expect(fill('postgresql', 'select "{{ x }}" from t', '"a b"')).toBe('select "a b" from t')
    expect(fill('transactsql', 'select [{{ x }}] from t', 'a]b')).toBe('select [a]]b] from t')
    expect(fill('bigquery', 'select 1 from `{{ x }}`', 'shop.orders')).toBe('select 1 from `shop.orders`')
    expect(refusal('bigquery', 'select `{{ x }}` from t', 'a`b')).toBe(
      'The value of parameter x cannot be written in the quotes around {{ x }}: use other quotes there in the query.',
    )
    expect(refusal('postgresql', 'select "{{ x }} from t', 'a b')).toBe(
      'The quotes around {{ x }} are not closed in the query.',
    )
  })

  it('is passed on to a query whose rows are read (OPEN-203)', () => {
    const text = 'select {{ x }} from param_query_5_{column={{ x }}}'
    expect(fill('query-results/duckdb', text, 'a b')).toBe('select "a b" from param_query_5_{column=a%20b}')
  })

  it.each([
    ['postgresql', "select '{{ x }}'"],
    ['postgresql', 'select $${{ x }}$$'],
    ['bigquery', 'select "{{ x }}"'],
    ['mysql', 'select "{{ x }}"'],
  ])('is refused in a text of %s: %s (OPEN-203)', (language, text) => {
    expect(refusal(language, text, 'a')).toBe(
      'Parameter x is the name of a table or column: take {{ x }} out of the quotes, or make it a dropdown list.',
    )
  })

  it('is refused in a comment (OPEN-203)', () => {
    for (const text of ['select 1 -- {{ x }}', 'select /* {{ x }} */ 1'])
      expect(refusal('postgresql', text, 'a')).toBe(
        'Parameter x is the name of a table or column: take {{ x }} out of the comment.',
      )
  })

  it('is refused in languages other than SQL, and without a data source (OPEN-203)', () => {
    for (const language of [...languages.filter((each) => !(each in USUAL)), null])
      expect(refusal(language, '{"a": "{{ x }}"}', 'a')).toBe(
        'Parameter x is the name of a table or column: only SQL has such names. Make it a dropdown list.',
      )
  })

  it('is refused if it has a character that no quoted name can have there (OPEN-203)', () => {
    expect(refusal('bigquery', 'select {{ x }}', 'a`b')).toBe(
      'The value of parameter x has a character that a quoted name cannot have here. Choose another name.',
    )
    expect(refusal('postgresql', 'select {{ x }}', 'a\0')).toBe(
      'The value of parameter x contains a NUL character, which a query cannot have.',
    )
  })

  it.each(['sales_{{ x }}', '{{ x }}_2024', '"a"{{ x }}', '{{ x }}"a"', "'a'{{ x }}", '{{ x }}{{ x }}', 'u&{{ x }}'])(
    'is refused where it would join what stands beside it: %s (OPEN-203)',
    (text) => {
      expect(refusal('postgresql', `select ${text}`, 'a')).toBe(
        'Parameter x is the name of a table or column: put a space between {{ x }} and the letters or quotes beside it.',
      )
    },
  )

  it('may stand beside signs (OPEN-203)', () => {
    const text = 'select -{{ x }}+t.{{ x }},({{ x }})/{{ x }}::int{{ y }} from t'
    expect(fill('postgresql', text, 'a')).toBe('select -"a"+t."a",("a")/"a"::int from t')
    expect(fill('postgresql', 'select a[{{ x }}]', 'i')).toBe('select a["i"]')
    expect(refusal('transactsql', 'select {{ x }}]', 'i')).toMatch(/put a space between/)
  })

  it('is refused with unusual signs where the end of a statement could be found within it (OPEN-203)', () => {
    const message = 'The value of parameter x cannot be inserted, because of a comment or of unusual quotes in the query.'
    expect(refusal('snowflake', "// don't\nselect {{ x }} from t", '; drop table t')).toBe(message)
    expect(refusal('mysql', 'select /*! 1, */ {{ x }} from t', 'a;b')).toBe(message)
    expect(fill('snowflake', "// don't\nselect {{ x }} from t", 'Order Date')).toBe('// don\'t\nselect "Order Date" from t')
  })

  it('leaves texts that are passed as values where they are (OPEN-203)', () => {
    const search: Definition = { name: 'y', type: 'text', passAsValue: true }
    const text = "select {{ x }} from t where {{ x }} = {{ y }} and b like '%{{ y }}%'"
    expect(fillIn(text, [column, search], { x: 'a"b', y: "it's" }, 'postgresql')).toBe(
      `select "a""b" from t where "a""b" = 'it''s' and b like '%it''s%'`,
    )
  })

  it('leaves its place empty if it is optional and has no value (OPEN-203)', () => {
    const text = 'select 1{{#x}}, {{ x }}{{/x}} from t{{^x}} limit 1{{/x}} {{ x }}'
    const optional = { ...column, optional: true }
    for (const x of [null, '', undefined]) expect(fill('postgresql', text, x, optional)).toBe('select 1 from t limit 1 ')
    expect(fill('postgresql', text, 'a', optional)).toBe('select 1, "a" from t "a"')
  })
})

describe('several names of columns', () => {
  it('are joined by the separator, each in the quotes of the language (OPEN-203)', () => {
    expect(fill('postgresql', 'select {{ x }} from t', ['a', 't.b c'], columns)).toBe('select "a", "t"."b c" from t')
    expect(fill('mysql', 'select {{ x }} from t', ['a', 'b'], { ...column, multiValuesOptions: {} })).toBe(
      'select `a`,`b` from t',
    )
  })

  it('take no other quotes, whatever is stored (OPEN-203)', () => {
    const quoted = { ...column, multiValuesOptions: { prefix: "'", suffix: "'", separator: ',' } }
    expect(fill('postgresql', 'select {{ x }} from t', ['a'], quoted)).toBe('select "a" from t')
  })
})
