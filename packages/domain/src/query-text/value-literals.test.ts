import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { valueLiterals } from './value-literals.ts'

const found = (text: string, language = 'postgresql') => valueLiterals(text, language).map(({ value }) => value)

describe('the literals of values (OPEN-202)', () => {
  it('are those in conditions, selections, lists and rows, with doubled quotes as one', () => {
    expect(found(`select 'a', b from t where c = 'it''s' and d in ('e', 'f') and lower(g) like '%h%'`)).toEqual([
      'a',
      "it's",
      'e',
      'f',
      '%h%',
    ])
    expect(found("insert into t values ('a', 1), ('', 2)")).toEqual(['a', ''])
  })

  it('are read with the escapes of MySQL there (OPEN-212)', () => {
    expect(
      found(
        `select a from t where b in ('it''s', 'it\\'s', 'C:\\\\x', '\\n\\t\\0\\Z\\r\\b', '50\\%\\_', '\\q\\"', "c")`,
        'mysql',
      ),
    ).toEqual(["it's", "it's", 'C:\\x', '\n\t\0\u001a\r\b', '50\\%\\_', 'q"'])
    expect(found("select a from t where b = 'c' /*! and d = 'e' */", 'mysql')).toEqual([])
  })

  it.each([
    ['bigquery', String.raw`'it\'s', 'C:\\x\n'`, ["it's", 'C:\\x\n']],
    ['clickhouse', String.raw`'it''s', 'it\'s', 'C:\\x'`, ["it's", "it's", 'C:\\x']],
    ['databricks', String.raw`'it\'s', '5 \u0024'`, ["it's", '5 $']],
    ['hive', String.raw`'it\'s', '5 \u0024'`, ["it's", '5 $']],
    ['n1ql', String.raw`'it\'s', 'C:\\x'`, ["it's", 'C:\\x']],
    ['snowflake', String.raw`'it''s', 'C:\\x'`, ["it's", 'C:\\x']],
    ['spark', String.raw`'it\'s', '5 \u0024'`, ["it's", '5 $']],
  ])('are read with the escapes that are certain in %s (PARAM-73)', (language, list, values) => {
    expect(found(`select a from t where b in (${list})`, language)).toEqual(values)
    const uncertain = String.raw`select a from t where b in ('\x41', '50\%', '\101', 'c')`
    expect(found(uncertain, language)).toEqual(['c'])
  })

  it('are left out in Databricks where a setting could be put into them (PARAM-73)', () => {
    expect(found(`select a from t where b = '\${c}' and d = 'e'`, 'databricks')).toEqual(['e'])
  })

  it('say whether they are in a list of columns (OPEN-212)', () => {
    const text =
      "with a as (select 'b' from c where d = 'e') select f = 'g', (select 1 from h where i = 'j') from a where k = 'l'"
    const selected = valueLiterals(text, 'postgresql').map(({ value, isSelected }) => [value, isSelected])
    expect(selected).toEqual([
      ['b', true],
      ['e', false],
      ['g', true],
      ['j', true],
      ['l', false],
    ])
  })

  it('have offsets at their quotes', () => {
    const text = `select 1 -- 'no'\nwhere a = 'é🐘''x' limit 1`
    const [literal] = valueLiterals(text, 'postgresql')
    expect(literal && text.slice(literal.start, literal.end)).toBe(`'é🐘''x'`)
  })

  it.each([
    ['has a prefix', "select E'a', U&'b', b'01', x'ff', n'c'"],
    ['has a type before it', "select date '2026-01-31', interval '1 day', timestamp '2026-01-31 10:00'"],
    ['is a name, a tag or a comment', `select "a", $$b$$, $x$c$x$ -- 'd'\n/* 'e' */`],
    ['names an object or a file', "copy t from 'file'; set role 'a'; select * from t('b')"],
    ['is not closed', "select 'a"],
  ])('are none where a literal %s', (_, text) => {
    expect(found(text)).toEqual([])
  })

  it.each([
    ['a comment that MySQL runs', "select 'a' /*! 'b' */"],
    ['a line break that not every server knows', "select 'a' -- b\r'c'"],
    ['backslashes that may escape', "select 'a'", 'redshift'],
    ['no SQL', "up{a='b'}", 'promql'],
  ])('are none in a text with %s', (_, text, language = 'postgresql') => {
    expect(found(text, language)).toEqual([])
  })

  it('read back any text that is written into them', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'grapheme' }), { minLength: 1, maxLength: 4 }), (values) => {
        const usable = values.map((value) => value.replace(/[\0\r]|\/\*M?!/g, ''))
        const list = usable.map((value) => `'${value.replaceAll("'", "''")}'`)
        expect(found(`select a from t where b in (${list})`)).toEqual(usable)
      }),
      { numRuns: 500 },
    )
  })
})
