import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { languages, lexicalRulesOf } from '../query-text/languages.ts'
import { fill, HOSTILE, isUnholdable, places, type Read, refusal } from '../testing/filled-texts.ts'
import type { Definition } from './definition.ts'
import { fillIn, UnsafeValueError } from './fill-in.ts'

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

  it.each(['postgresql', 'mysql', 'clickhouse', 'sqlite', 'trino', 'query-results/duckdb'])(
    'has only digits within the quotes of bytes in %s, whose literals have no escape (OPEN-191)',
    (type) => {
      const text = "select 1 where a = x'{{ x }}' and b = X'0{{ x }}'"
      expect(fill(type, text, '1fE0', asValue)).toBe("select 1 where a = x'1fE0' and b = X'01fE0'")
      for (const value of ["O'Brien", 'g', '1 ', '\\', "1' or '1"]) expect(refusal(type, text, value, asValue)).toContain('x')
    },
  )

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

  it('is NULL if it is optional and left out (OPEN-191)', () => {
    const optional = { ...asValue, optional: true }
    expect(fillIn("select {{ x }}, '{{ x }}'", [optional], {}, 'postgresql')).toBe("select  NULL, ''")
    expect(fillIn('select 1 {{#x}}, {{ x }}{{/x}}{{^x}}, 2{{/x}}', [optional], {}, 'postgresql')).toBe('select 1 , 2')
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
