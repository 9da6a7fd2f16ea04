import { describe, expect, it } from 'vitest'
import { scan, sqlTokens, withoutTags } from './scan.ts'

/** The quoted parts and comments of a text. */
const found = (text: string, dialect: string) =>
  scan(text, dialect)
    .filter(({ kind }) => kind !== 'code')
    .map(({ start, end }) => text.slice(start, end))
const tokens = (text: string, dialect = 'postgresql') =>
  [...sqlTokens(text, dialect)].map(({ kind, name }) => `${kind}:${name}`)

const EVERY = 'postgresql mysql sqlite snowflake databricks clickhouse transactsql oracle'.split(' ')
const WITH_BACKSLASHES = ['mysql', 'mariadb', 'bigquery', 'snowflake', 'databricks', 'hive', 'spark', 'clickhouse']
const WITHOUT_BACKSLASHES = ['postgresql', 'duckdb', 'vertica', 'sqlite', 'transactsql', 'oracle']

describe('a query text', () => {
  it.each(EVERY)('is divided in %s into pieces that cover it without gaps', (dialect) => {
    for (const text of [
      'a \'b\' -- c\n"d" /* e */ f',
      "'a''b'",
      "'open",
      '"open',
      '/* open',
      '-- open',
      '',
      "''",
      '-',
      '/',
      '$',
    ]) {
      const pieces = scan(text, dialect)
      expect(pieces.map(({ start, end }) => text.slice(start, end)).join('')).toBe(text)
      expect(pieces.every(({ start, end }) => start < end)).toBe(true)
      expect(pieces.every(({ start }, index) => start === (pieces[index - 1]?.end ?? 0))).toBe(true)
    }
  })

  it.each(EVERY)('ends a quoted part in %s at the first quote that is not doubled', (dialect) => {
    expect(found("a 'b''c' d 'e'", dialect)).toEqual(["'b''c'", "'e'"])
    expect(found("'''' x ''", dialect)).toEqual(["''''", "''"])
    expect(found('"a""b" c "d"', dialect)).toEqual(['"a""b"', '"d"'])
    expect(found("x 'open ; y", dialect)).toEqual(["'open ; y"])
    expect(found("'", dialect)).toEqual(["'"])
  })

  it.each(WITH_BACKSLASHES)('has quotes in %s that a backslash escapes', (dialect) => {
    expect(found(String.raw`'a\'b' c 'd\\' e`, dialect)).toEqual([String.raw`'a\'b'`, String.raw`'d\\'`])
    expect(found(String.raw`"a\"b" c`, dialect)).toEqual([String.raw`"a\"b"`])
    expect(found("'a\\", dialect)).toEqual(["'a\\"])
  })

  it.each(WITHOUT_BACKSLASHES)('has backslashes in %s like any other character', (dialect) => {
    expect(found(String.raw`'a\' b 'c'`, dialect)).toEqual([String.raw`'a\'`, "'c'"])
  })

  it('has escape strings in PostgreSQL, but not behind a longer word', () => {
    expect(found(String.raw`E'a\'b' c`, 'postgresql')).toEqual([String.raw`'a\'b'`])
    expect(found(String.raw`(e'a\'b') c`, 'postgresql')).toEqual([String.raw`'a\'b'`])
    expect(found(String.raw`type'a\' b`, 'postgresql')).toEqual([String.raw`'a\'`])
    expect(found(String.raw`$e'a\' b`, 'postgresql')).toEqual([String.raw`'a\'`])
    expect(found(String.raw`'a\' b`, 'postgresql')).toEqual([String.raw`'a\'`])
  })

  it.each(['postgresql', 'duckdb', 'snowflake', 'clickhouse'])(
    'has dollar quotes in %s, which end at the same tag',
    (dialect) => {
      expect(found("$$ ' ; $ $$ a", dialect)).toEqual(["$$ ' ; $ $$"])
      expect(found('$a$ $$ $b$ $a$ c', dialect)).toEqual(['$a$ $$ $b$ $a$'])
      expect(found('$ä_1$ x $ä_1$', dialect)).toEqual(['$ä_1$ x $ä_1$'])
      expect(found('$$ open', dialect)).toEqual(['$$ open'])
      expect(found('a$$ b', dialect)).toEqual([])
      expect(found('$1 + $2', dialect)).toEqual([])
      expect(found('$1$ x $1$', dialect)).toEqual([])
    },
  )

  it('has no dollar quotes elsewhere', () => {
    for (const dialect of ['mysql', 'sqlite', 'transactsql', 'oracle']) expect(found("$$ 'a' $$", dialect)).toEqual(["'a'"])
  })

  it('has names in backticks and brackets, as the dialect writes them', () => {
    expect(found('`a``b;` c', 'mysql')).toEqual(['`a``b;`'])
    expect(found('`a\\` b', 'mysql')).toEqual(['`a\\`'])
    expect(found('`a`', 'postgresql')).toEqual([])
    expect(found('[a]]b;] c', 'transactsql')).toEqual(['[a]]b;]'])
    expect(found('[a;] c', 'sqlite')).toEqual(['[a;]'])
    expect(found('a[1]', 'postgresql')).toEqual([])
  })

  it('has comments to the end of the line', () => {
    for (const dialect of EVERY) {
      expect(found("a -- it's\nb", dialect)).toEqual(["-- it's"])
      expect(found('a - b', dialect)).toEqual([])
      expect(found('a --', dialect)).toEqual(['--'])
    }
    expect(found('5--1', 'postgresql')).toEqual(['--1'])
    expect(found('5--1', 'mysql')).toEqual([])
    expect(found("a # it's\nb", 'mysql')).toEqual(["# it's"])
    expect(found('a #> b', 'postgresql')).toEqual([])
  })

  it('has block comments, which nest in some dialects', () => {
    for (const dialect of ['postgresql', 'transactsql']) {
      expect(found('/* a /* b */ c */ d', dialect)).toEqual(['/* a /* b */ c */'])
      expect(found('/* /* */ */ x /* y */', dialect)).toEqual(['/* /* */ */', '/* y */'])
      expect(found('/* a /* b */ c', dialect)).toEqual(['/* a /* b */ c'])
    }
    expect(found('/* a /* b */ c */ d', 'mysql')).toEqual(['/* a /* b */'])
    expect(found('a / b * c', 'postgresql')).toEqual([])
    expect(found("/* it's */ 'a'", 'postgresql')).toEqual(["/* it's */", "'a'"])
  })

  it('can hide its parameters, with all offsets unchanged', () => {
    expect(withoutTags('a {{ b#c }} d {{e}}')).toBe('a _________ d _____')
  })
})

describe('the tokens of a query text', () => {
  it('are words, quoted names without their quotes, strings and signs', () => {
    expect(tokens(`SELECT "a""b", 'c' FROM t -- d`)).toEqual([
      'word:SELECT',
      'quoted:a"b',
      'sign:,',
      'string:',
      'word:FROM',
      'word:t',
    ])
    expect(tokens('`a``b`', 'mysql')).toEqual(['quoted:a`b'])
    expect(tokens('[a]]b]', 'transactsql')).toEqual(['quoted:a]b'])
    expect(tokens('$$ a $$')).toEqual(['string:'])
  })

  it('have the values of a query with parameters as a part of its name', () => {
    expect(tokens('FROM param_query_5_{a=1&b=2} x')).toEqual(['word:FROM', 'word:param_query_5_{a=1&b=2}', 'word:x'])
  })

  it('have their offsets in the text', () => {
    expect([...sqlTokens("  ab 'c'", 'postgresql')]).toEqual([
      { kind: 'word', name: 'ab', start: 2, end: 4 },
      { kind: 'string', name: '', start: 5, end: 8 },
    ])
  })
})
