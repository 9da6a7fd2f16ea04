import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { languages } from '../query-text/languages.ts'
import { DOLLAR, expectData, fill, fromRows, HOSTILE, places, refusal, several } from '../testing/filled-texts.ts'
import type { Definition } from './definition.ts'
import { fillIn, UnsafeValueError } from './fill-in.ts'

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

it('refuses sections that repeat too often, also if they write nothing (OPEN-849)', () => {
  const text = `select 1 ${'{{#a}}'.repeat(3)}${'{{b}}'.repeat(1000)}${'{{/a}}'.repeat(3)}`
  const values = { a: Array.from({ length: 100 }, (_, index) => index), b: '' }
  expect(() => fillIn(text, [], values, 'sql')).toThrow('The sections of the query repeat too often.')
})
