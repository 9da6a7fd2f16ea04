import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { languages, lexicalRulesOf } from '../query-text/languages.ts'
import type { Definition } from './definition.ts'
import { fillIn, UnsafeValueError } from './fill-in.ts'

const fromRows: Definition = { name: 'x', type: 'query', queryId: 1 }
const several = (quote: string): Definition => ({
  ...fromRows,
  multiValuesOptions: { prefix: quote, suffix: quote, separator: ',' },
})
const fill = (type: string, text: string, x: unknown, definition: Definition = fromRows) =>
  fillIn(text, [definition], { x }, type)
const refusal = (type: string, text: string, x: unknown, definition?: Definition): string => {
  try {
    return `filled in: ${fill(type, text, x, definition)}`
  } catch (error) {
    if (error instanceof UnsafeValueError) return error.message
    throw error
  }
}

/** Separate from the brace that follows, since together they would look like a JavaScript template. */
const DOLLAR = '$'
const HOSTILE = [
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
type Read = (body: string) => string
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
const places: [type: string, text: string, read: Read][] = [
  ...SQL_DOUBLED.map((type): [string, string, Read] => [type, "select * from t where a = '@' and b = 1", doubled("'")]),
  ...SQL_WITH_BACKSLASHES.map((type): [string, string, Read] => [type, "select * from t where a = '@' and b = 1", both("'")]),
  ...SLASHED.map((type): [string, string, Read] => [type, "select * from t where a = '@' and b = 1", slashed("'")]),
  ...SLASHED.filter((type) => type !== 'graphite').map((type): [string, string, Read] => [type, 'x = "@" + 1', slashed('"')]),
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
const isUnholdable = (type: string, text: string, value: string): boolean =>
  unholdable.some(([part, of]) => text.includes(part) && of.test(value)) ||
  (/(reports\/|url"?: |param_query)/.test(text) && /@[^:\n]*$/m.test(text) && /^\.+$/.test(value) && !/q: ["']@/.test(text)) ||
  (type === 'influxql' && value.includes('\r')) ||
  (type === 'mongodb' && value.startsWith('$')) ||
  (type === 'athena' && /\\(?:'|$)/.test(value)) ||
  (type === 'transactsql' && /\\\r?\n/.test(value))

function expectData(type: string, text: string, read: Read, value: string): void {
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

describe('a value from rows, within quotes', () => {
  it.each(places)('is read in %s as that value and as nothing else: %s (PARAM-43)', (type, text, read) => {
    for (const value of HOSTILE) expectData(type, text, read, value)
  })

  it('is read as that value in every language, whatever it is', () => {
    const sign = fc.constantFrom(
      "'",
      '"',
      '`',
      '\\',
      '$',
      '/',
      '*',
      '-',
      '#',
      '\n',
      ']',
      '}',
      ' ',
      'a',
      'é',
      '’',
      '%',
      '&',
      '{',
      '|',
    )
    const value = fc.oneof(fc.string({ unit: sign, maxLength: 12 }), fc.string({ unit: 'grapheme' }))
    fc.assert(
      fc.property(fc.constantFrom(...places), value, ([type, text, read], text2) => {
        if (!text2.includes('\0')) expectData(type, text, read, text2)
      }),
      { numRuns: 5_000 },
    )
  })

  it('may be only dots in a form, where they change no path', () => {
    for (const type of ['graphite', 'promql'])
      for (const [place, text] of places)
        if (place === type) expect(fill(type, text.replace('@', '{{ x }}'), '..')).toContain('..')
  })

  it('is tested within quotes for every supported language', () => {
    expect([...new Set(places.map(([type]) => type))].sort()).toEqual([...languages].sort())
  })

  it.each(places)('is refused in %s if it has a NUL character: %s', (type, text) => {
    expect(refusal(type, text.replace('@', '{{ x }}'), 'a\0b')).toMatch(/^The value of parameter x contains a NUL character/)
  })

  it('is refused after a backslash that would escape its first character', () => {
    expect(refusal('mysql', "select '\\{{ x }}'", "'")).toMatch(/^The value of parameter x /)
    expect(fill('postgresql', "select '\\{{ x }}'", "'")).toBe("select '\\'''")
  })

  it('is refused if the quotes are not closed, since they may not be real quotes', () => {
    expect(refusal('postgresql', "select '{{ x }}", "O'Brien")).toBe('The quotes around {{ x }} are not closed in the query.')
  })

  it('is refused if it would become a part of the closing tag', () => {
    expect(refusal('postgresql', `select $q$ ${DOLLAR}{{ x }}$ $q$`, 'q')).toMatch(
      /cannot be written in the quotes around {{ x }}/,
    )
  })

  it('is treated as code inside an interpolation of a string', () => {
    const text = `x = "${DOLLAR}{ {{ x }} } y"`
    expect(refusal('flux', text, '"a"')).toMatch(/is not a number, a date or a plain word/)
    expect(fill('flux', text, '5')).toBe(`x = "${DOLLAR}{ 5 } y"`)
    expect(fill('flux', `x = "${DOLLAR}{ f(a: "}") } {{ x }}"`, 'a"b')).toBe(`x = "${DOLLAR}{ f(a: "}") } a\\"b"`)
  })

  it('is escaped to match literally in a regular expression', () => {
    expect(fill('influxql', 'select * from t where a =~ /{{ x }}/', 'a.b/c')).toBe('select * from t where a =~ /a\\.b\\/c/')
    expect(refusal('influxql', "select * from t where a =~ /it's/ and b = {{ x }}", "' or 1=1")).toMatch(/put quotes around/)
    expect(fill('influxql', "select a / 2 from t where b = '{{ x }}'", "it's")).toBe("select a / 2 from t where b = 'it\\'s'")
  })
})

describe('a value from rows, outside of quotes', () => {
  const words = [
    '12',
    '-1.5',
    '1e3',
    '2024-02-29',
    'north',
    'north-east',
    'a.b_c',
    'Zürich',
    '東京',
    'Łódź',
    'हिन्दी',
    '-1d',
    '550e8400-e29b-41d4-a716-446655440000',
  ]
  const others = HOSTILE.filter((value) => value !== '').concat([
    'a b',
    'a--b',
    'a;b',
    '1 or 1=1',
    'f()',
    '.',
    '-',
    'ʼ',
    "N'x'",
    'a,b',
    'a:b',
    '*',
    'a\tb',
    '１ or',
  ])
  const BARE: Record<string, string> = {
    ...Object.fromEntries(languages.map((type) => [type, 'select {{ x }} , 1'])),
    redis: 'GET {{ x }}',
    url: 'https://{{ x }}',
  }

  it.each(languages.filter((type) => type !== 'url'))('must be a number, a date or a plain word in %s (PARAM-43)', (type) => {
    const text = BARE[type] ?? ''
    for (const word of words) expect(fill(type, text, word)).toBe(text.replace('{{ x }}', word))
    for (const value of others)
      expect(refusal(type, text, value), value).toBe(
        value.includes('\0')
          ? 'The value of parameter x contains a NUL character, which a query cannot have.'
          : 'The value of parameter x is not a number, a date or a plain word: put quotes around {{ x }} in the query.',
      )
  })

  it('may be a time, but not one with a space in Redis, where it would be two arguments', () => {
    for (const time of ['2024-02-29 10:20', '2024-02-29T10:20:30.5Z', '10:20'])
      expect(fill('postgresql', 'select {{ x }}', time)).toBe(`select ${time}`)
    expect(refusal('redis', 'GET {{ x }}', '2024-02-29 10:20')).toMatch(/put quotes around/)
  })

  it('never begins a comment together with the text around it', () => {
    expect(fill('postgresql', 'select 1 -{{ x }}', '-5')).toBe('select 1 - -5')
    expect(refusal('postgresql', 'select {{ x }}- 1', 'a-')).toMatch(/put quotes around/)
    expect(refusal('postgresql', 'select 1 -{{ x }}', '-a-')).toMatch(/put quotes around/)
    expect(fill('postgresql', 'select {{ x }}', 'a-b')).toBe('select a-b')
  })

  it('must be a plain word in a comment', () => {
    for (const [type, text] of [
      ['postgresql', '-- {{ x }}\nselect 1'],
      ['postgresql', '/* /* */ {{ x }} */ select 1'],
      ['mysql', '# {{ x }}\nselect 1'],
      ['mysql', "/*! select '{{ x }}' */"],
      ['clickhouse', '// {{ x }}\nselect 1'],
      ['redis', '# {{ x }}\nGET a'],
      ['yaml', 'note: a # {{ x }}'],
    ] as const) {
      expect(refusal(type, text, 'a\nb'), text).toBe(
        'The value of parameter x is not a number, a date or a plain word: take {{ x }} out of the comment.',
      )
      expect(fill(type, text, 'word')).toBe(text.replace('{{ x }}', 'word'))
    }
  })

  it('is still treated as unquoted after something that only looks like a comment or a quote', () => {
    for (const [type, text] of [
      ['postgresql', "select '--', {{ x }}"],
      ['postgresql', `select "a'b", {{ x }}`],
      ['postgresql', "select $$ ' $$, {{ x }}"],
      ['postgresql', "select 'it''s', {{ x }}"],
      ['postgresql', "-- it's\nselect {{ x }}"],
      ['mysql', "select 'it\\'s', {{ x }}"],
      ['mysql', "select 5--1, 'a', {{ x }}"],
      ['transact', 'select {{ x }}'],
      ['yaml', "url: a\nnote: it's {{ x }}"],
      ['yaml', "note: |\n  a: 'b {{ x }}\n"],
      ['redis', "SET it's {{ x }}"],
      ['url', 'https://{{ x }}/'],
    ] as const) {
      if (type === 'url') expect(fill(type, text, 'a/b')).toBe('https://a%2Fb/')
      else expect(refusal(type, text, 'a b'), text).toMatch(/put quotes around|use other quotes/)
    }
  })

  it('is refused if an encoding hides the quotes', () => {
    expect(refusal('promql', 'query=up{a=%22{{ x }}%22}', 'a b')).toMatch(/put quotes around/)
  })

  it('may be empty, unless the text around it would then join', () => {
    expect(fill('postgresql', "select '{{ x }}'", '')).toBe("select ''")
    expect(fill('bigquery', "select '{{ x }}'", '')).toBe("select ''")
    expect(fill('postgresql', '[{{ x }}]', '')).toBe('[]')
    expect(refusal('postgresql', 'select 1 -{{ x }}- 2', '')).toMatch(/put quotes around/)
    expect(refusal('postgresql', "select 'a'{{ x }}'b'", '')).toMatch(/put quotes around/)
  })
})

describe('several values from rows', () => {
  it('are each escaped for the quotes around them', () => {
    expect(fill('postgresql', 'a in ({{ x }})', ["O'Brien", 'b'], several("'"))).toBe("a in ('O''Brien','b')")
    expect(fill('mysql', 'a in ({{ x }})', ['\\', '"'], several('"'))).toBe('a in ("\\\\","""")')
    expect(fill('bigquery', 'a in ({{ x }})', ["O'Brien"], several("'"))).toBe("a in ('O\\'Brien')")
    expect(fill('mongodb', '{"a": [{{ x }}]}', ['a"b', 'c'], several('"'))).toBe('{"a": ["a\\"b","c"]}')
  })

  it('must be numbers or plain words without quotes', () => {
    expect(fill('postgresql', 'a in ({{ x }})', ['1', '2'], several(''))).toBe('a in (1,2)')
    expect(refusal('postgresql', 'a in ({{ x }})', ['1', '2) or (1=1'], several(''))).toMatch(/put quotes around/)
  })

  it('are escaped for the actual literal if the tag is in quotes as well', () => {
    expect(fill('postgresql', "a in ('{{ x }}')", ['b', 'c'], several("'"))).toBe("a in (''b','c'')")
    expect(refusal('postgresql', "a in ('{{ x }}')", [') or (1=1'], several("'"))).toMatch(/^The value of parameter x /)
    expect(fill('postgresql', "a = '{{ x }}'", ["O'Brien", 'c'], several(''))).toBe("a = 'O''Brien,c'")
  })

  it('are filled into blocks like a single value', () => {
    const text = '{{# x }}a in ({{ . }}){{/ x }}{{^ x }}true{{/ x }} {{{ x }}} {{& x }}'
    expect(fill('postgresql', text, ["O'Brien"], several("'"))).toBe("a in ('O''Brien') 'O''Brien' 'O''Brien'")
    expect(fill('postgresql', text, [], { ...several("'"), optional: true })).toBe('true  ')
    expect(fill('postgresql', '[{{ x.name }}{{ x.texts }}{{ x.parts }}{{# x }}{{ name }}{{/ x }}]', ['a'], several("'"))).toBe(
      '[]',
    )
  })
})

describe('a value typed by the author', () => {
  const typed: Definition[] = [
    { name: 'text' },
    { name: 'option', type: 'enum', enumOptions: "O'Brien" },
    { name: 'many', type: 'enum', multiValuesOptions: { prefix: "'", suffix: "'", separator: ',' } },
  ]
  const filled = (text: string, values: object, type = 'postgresql') => fillIn(text, typed, { ...values }, type)

  it('is unchanged outside of quotes', () => {
    expect(filled('select {{ text }}', { text: "a, 'b" })).toBe("select a, 'b")
  })

  it('is escaped if it would leave quotes open (PARAM-44)', () => {
    expect(filled("a = '{{ text }}'", { text: "O'Brien" })).toBe("a = 'O''Brien'")
    expect(filled("a = '{{ option }}'", { option: "O'Brien" })).toBe("a = 'O''Brien'")
    expect(filled('a in ({{ many }})', { many: ["O'Brien", 'b'] })).toBe("a in ('O''Brien','b')")
    expect(filled("a = '{{ text }}'", { text: 'C:\\' }, 'mysql')).toBe("a = 'C:\\\\'")
    expect(filled('{"a": "{{ text }}"}', { text: 'a"b' }, 'mongodb')).toBe('{"a": "a\\"b"}')
  })

  it('is unchanged if it leaves the quotes closed (PARAM-44)', () => {
    for (const text of ["O''Brien", "a','b", "x' or '1'='1", 'a"b', 'C:\\', "x') --"])
      expect(filled("a = '{{ text }}'", { text })).toBe(`a = '${text}'`)
    expect(filled("a = '{{ text }}'", { text: "O\\'Brien" }, 'mysql')).toBe("a = 'O\\'Brien'")
  })

  it('can put the values after it into quotes', () => {
    const definitions = [...typed, fromRows]
    const both = (text: string) => fillIn("select {{ text }}{{ x }}'", definitions, { text, x: "O'Brien" }, 'postgresql')
    expect(both("'")).toBe("select 'O''Brien'")
    expect(() => both(',')).toThrow(UnsafeValueError)
  })

  it('is filled in byte for byte in every language if no value is from rows and no quotes are left open', () => {
    const part = fc.string({ unit: fc.constantFrom("'", '"', 'a', ' ', '\\', '-', '\n', '/', '*', '$', '{'), maxLength: 8 })
    const value = fc.string({ unit: fc.constantFrom('a', ' ', '-', '\n', '/', '*', '$', "''", '""', 'é', '1'), maxLength: 8 })
    fc.assert(
      fc.property(fc.constantFrom(...languages), part, value, part, (type, before, text, after) => {
        if (/\{$|\{\{/.test(before) || /^[{}]|\{\{/.test(after)) return
        const isInQuotes = text.includes("'") || text.includes('"')
        if (isInQuotes && !/^[^'"\\]*$/.test(before)) return
        expect(filled(`${before}{{ text }}${after}`, { text }, type)).toBe(before + text + after)
      }),
      { numRuns: 3_000 },
    )
  })
})

it('reads a long text with many tags only once', () => {
  const tags = 20_000
  const text = `select '${'x{{ x }}'.repeat(tags)}'`
  expect(fill('postgresql', text, "O'Brien")).toHaveLength("select ''".length + tags * "xO''Brien".length)
})

const SQL = languages.filter((language) => lexicalRulesOf(language, '').isSql)
const asValue: Definition = { name: 'x', type: 'text', passAsValue: true }

/** Reads a string literal of a language; the reader checks that it ends where it should. */
const readerOf = (type: string): Read => {
  const [, , read] = places.find(([language, text]) => language === type && text.includes("'@'")) ?? []
  if (!read) throw new Error(`No string literal of ${type} is known.`)
  return (literal) => read(literal.slice(1, -1))
}

describe('a text that is passed as a value', () => {
  const [before, after] = ['select * from t where a = ', ' and b = 1']

  it.each(SQL)('is a string literal of %s, whatever it is, where it has no quotes (OPEN-191)', (type) => {
    fc.assert(
      fc.property(fc.oneof(fc.constantFrom(...HOSTILE), fc.string({ unit: 'grapheme' })), (value) => {
        if (value.includes('\0')) return
        let filled: string
        try {
          filled = fill(type, `${before}{{ x }}${after}`, value, asValue)
        } catch (error) {
          if (!(error instanceof UnsafeValueError)) throw error
          expect(isUnholdable(type, "'@'", value), value).toBe(true)
          return
        }
        expect(filled.startsWith(before) && filled.endsWith(after)).toBe(true)
        expect(readerOf(type)(filled.slice(before.length, filled.length - after.length))).toBe(value)
      }),
    )
  })

  it('is escaped within quotes, and within a pattern (OPEN-191)', () => {
    expect(fill('postgresql', "select 1 where a like '%{{ x }}%'", "O'Brien", asValue)).toBe(
      "select 1 where a like '%O''Brien%'",
    )
    expect(fill('bigquery', 'select 1 where a = "{{ x }}"', 'say "hi" \\', asValue)).toBe(
      String.raw`select 1 where a = "say \"hi\" \\"`,
    )
  })

  it.each([
    ['a table', 'select * from {{ x }}'],
    ['a file', "select * from '{{ x }}'"],
    ['a quoted name', 'select "{{ x }}" from t'],
    ['the order', 'select * from t order by {{ x }}'],
    ['an operator', 'select * from t where a {{ x }} 1'],
    ['a comment', 'select 1 -- {{ x }}'],
  ])('cannot be %s, not even as a plain word (OPEN-191)', (_, text) => {
    const message = 'Parameter x is passed as a value, but {{ x }} does not stand where the query expects one.'
    for (const value of ['salary', '1', "'; drop table t"]) expect(refusal('postgresql', text, value, asValue)).toBe(message)
  })

  it('is refused in languages other than SQL (OPEN-191)', () => {
    for (const type of languages.filter((language) => !SQL.includes(language)))
      expect(refusal(type, '{"a": "{{ x }}"}', 'b', asValue)).toBe(
        'Parameter x is passed as a value, which only SQL queries can do.',
      )
  })

  it('is NULL if it has no value, and an empty text if it is one (OPEN-191)', () => {
    const text = "select {{ x }}, '{{ x }}'"
    expect(fill('postgresql', text, '', asValue)).toBe("select '', ''")
    expect(fill('postgresql', text, null, asValue)).toBe("select  NULL, ''")
    expect(fill('postgresql', text, '', { ...asValue, optional: true })).toBe("select  NULL, ''")
  })

  it('decides about sections like any other text (OPEN-191)', () => {
    const text = 'select 1 where {{#x}}a = {{ x }}{{/x}}{{^x}}true{{/x}}'
    expect(fill('postgresql', text, 'b', asValue)).toBe("select 1 where a = 'b'")
    expect(fill('postgresql', text, '', asValue)).toBe('select 1 where true')
  })

  it.each([
    ['snowflake', "// don't\nselect * from t where a <> {{ x }} and tenant = 5 and b <> '{{ y }}'"],
    ['clickhouse', "#! don't\nselect * from t where a <> {{ x }} and tenant = 5 and b <> '{{ y }}'"],
    ['clickhouse', "select ‘it's’ from t where a <> {{ x }} and tenant = 5 and b <> '{{ y }}'"],
    ['bigquery', "--don't\nselect * from t where a <> {{ x }} and tenant = 5 and b <> '{{ y }}'"],
    ['databricks', "select * from t where p = r'C:\\' and a = {{ x }} and b <> '{{ y }}'"],
    ['oracle', "select q'[it's]' from t where a = {{ x }} and b <> '{{ y }}'"],
  ])('is refused in %s where the end of a statement could be found within it: %s (OPEN-191)', (type, text) => {
    const definitions = ['x', 'y'].map((name) => ({ ...asValue, name }))
    const filled = (x: string, y: string) => fillIn(text, definitions, { x, y }, type)
    for (const [x, y] of [
      ['/*', '*/;'],
      ['; drop table t; --', 'a'],
      ["it's", "it's"],
    ] as const)
      expect(() => filled(x, y), x).toThrow('because of a comment or of unusual quotes in the query')
    expect(filled('Miller', '5')).toContain('Miller')
  })

  it.each([
    ['databricks', "select * from t -- from C:\\\nwhere a = '{{ x }}'"],
    ['mysql', 'select /*! 1 + */ {{ x }}'],
    ['mysql', 'select /*T! 1 + */ {{ x }}'],
    ['transactsql', 'select 1 -- a\r + {{ x }}'],
  ])('is refused in %s where a comment may end elsewhere: %s (OPEN-191)', (type, text) => {
    expect(refusal(type, text, 'a', asValue)).toMatch(/^Parameter x is passed as a value, but/)
  })

  it('is left to the check of the server in a single statement of MySQL, where a setting for backslashes decides which quotes it is in (OPEN-212)', () => {
    const path = "select * from t where dir = 'C:\\' and id = {{ x }} and name <> 'a'"
    expect(fill('mysql', path, 'user() -- ', asValue)).toBe(path.replace('{{ x }}', 'user() -- '))
    const usual = "select * from t where name = 'it\\'s' and id = {{ x }}"
    expect(fill('mysql', usual, "it's \\", asValue)).toBe(usual.replace('{{ x }}', "'it''s \\\\'"))
  })

  it('is refused in MySQL where an earlier statement could change that setting, and with a name (OPEN-191, OPEN-203)', () => {
    const message = / cannot be inserted, because of a comment or of unusual quotes in the query\.$/
    const texts = [
      "select * from t where dir = 'C:\\' and id = {{ x }} and name <> 'a'",
      "select * from t where name like 'm%' escape '\\' and id = {{ x }} and name <> 'a'",
    ]
    for (const text of texts) {
      const script = `set sql_mode = 'NO_BACKSLASH_ESCAPES'; ${text}`
      expect(refusal('mysql', script, '1 union select user() -- ', asValue)).toMatch(message)
    }
    const named = "select '\\'', {{ x }}, '' from t"
    expect(refusal('mysql', named, '`, user()', { name: 'x', type: 'identifier' })).toMatch(message)
    const usual = "select * from t where dir = 'C:\\\\' and id = {{ x }}"
    expect(fill('mysql', usual, "it's \\", asValue)).toBe("select * from t where dir = 'C:\\\\' and id = 'it''s \\\\'")
  })

  it('does not join a quote that follows (OPEN-191)', () => {
    expect(fill('postgresql', "select {{ x }}'b'", 'a', asValue)).toBe("select 'a' 'b'")
  })

  it('is a piece of the query unless the author has chosen otherwise (OPEN-191)', () => {
    expect(fill('postgresql', 'select * from {{ x }}', 'a join b', { name: 'x', type: 'text' })).toBe('select * from a join b')
  })
})
