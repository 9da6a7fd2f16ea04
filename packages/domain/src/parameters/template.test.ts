import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseTemplate, type Token, withoutLiterals } from '../mustache.ts'
import type { Values } from './definition.ts'
import { fillIn } from './fill-in.ts'
import { missingNames, TemplateError } from './template.ts'

/** Fills in values without definitions, which only need to be numbers, in a language without quotes. */
const render = (text: string, values: Values, numbers = new Set<string>()): string =>
  fillIn(
    text,
    Array.from(numbers, (name) => ({ name, type: 'number' })),
    values,
    null,
  )

/** Valid tags, and the characters that break them. */
const pieces = fc.constantFrom(
  '{{',
  '}}',
  '{{#',
  '{{/',
  '{{^',
  '{{!',
  '{{{',
  '}}}',
  '{{=',
  '=',
  '{{>',
  'a',
  ' ',
  '.',
  '\n',
  '&',
)

describe('the names in a query text', () => {
  it('are those in double braces, including sections (PARAM-03, OPEN-36)', () => {
    const text = 'SELECT {{ a }}, {{b}} {{# c }}{{ range.start }}{{ . }}{{/ c }} {{! not this }}'
    expect(missingNames(text, {})).toEqual(['a', 'b', 'c', 'range.start'])
  })

  it('do not include triple and ampersand tags, which are filled in all the same', () => {
    expect(missingNames('{{{ a }}} {{& b }}', {})).toEqual([])
    expect(render('{{{ a }}} {{& b }}', { a: 1, b: 2 })).toBe('1 2')
  })

  it('are empty for a text whose tags do not fit together, which cannot run', () => {
    expect(missingNames('SELECT {{ a', {})).toEqual([])
    expect(() => render('SELECT {{ a', { a: 1 })).toThrow(TemplateError)
  })
})

describe('a query text without the characters between its tags', () => {
  const names = (tokens: readonly Token[]): string[] =>
    tokens.flatMap((token) =>
      token.kind === 'text' ? [] : [token.name, ...(token.kind === 'section' ? names(token.tokens) : [])],
    )
  const namesOf = (text: string) => {
    try {
      return names(parseTemplate(text))
    } catch {
      return null
    }
  }

  it('contains only its tags', () => {
    expect(withoutLiterals('SELECT {{ a }}, {{{ b }}} FROM {{# c }}x{{/ c }} -- }}')).toBe('{{ a }}{{{ b }}}{{# c }}{{/ c }}')
    expect(withoutLiterals('SELECT 1')).toBe('')
  })

  it('has the same names as the whole text, or the same error (PARAM-01)', () => {
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 16 }), (parts) => {
        const text = parts.join('')
        expect(namesOf(withoutLiterals(text))).toEqual(namesOf(text))
      }),
      { numRuns: 2000 },
    )
  })
})

describe('finding missing values', () => {
  it('searches by name, and a range by its two ends (PARAM-29)', () => {
    const text = '{{ a }} {{ r.start }} {{ r.end }}'
    expect(missingNames(text, { a: null, r: { start: '2024-01-01' } })).toEqual(['r.end'])
    expect(missingNames(text, {})).toEqual(['a', 'r.start', 'r.end'])
  })

  it('ignores optional names and the names that only their dropped blocks use', () => {
    const text = '{{# a }} {{ a }} {{ b }} {{/ a }} {{^ a }}{{ c }}{{/ a }} {{ r.end }}'
    const optional = new Set(['a', 'r'])
    expect(missingNames(text, {}, optional)).toEqual(['c'])
    expect(missingNames(text, { a: [] }, optional)).toEqual(['c'])
    expect(missingNames(text, { a: 'x' }, optional)).toEqual(['b'])
  })
})

describe('filling in values', () => {
  it('escapes nothing by itself (OPEN-36)', () => {
    expect(render("{{ a }} '{{ b }}'", { a: 'x < "y" & z', b: null })).toBe(`x < "y" & z ''`)
  })

  it('never inserts a value into another value (OPEN-35)', () => {
    expect(render('{{ a }}', { a: '{{ b }}', b: 'secret' })).toBe('{{ b }}')
  })

  it('reads own properties only', () => {
    expect(render('[{{ constructor }}][{{ a.length }}][{{ toString }}]', { a: 'text' })).toBe('[][][]')
  })

  it('writes numbers and booleans as plain text and repeats sections', () => {
    const values = { n: 1.5, yes: true, list: [1, 2], none: [] }
    expect(render('{{ n }} {{ yes }} {{# list }}<{{ . }}>{{/ list }}{{^ none }}-{{/ none }}', values)).toBe('1.5 true <1><2>-')
  })

  it('never turns a dash and a negative number into a comment', () => {
    expect(render('1 -{{ n }}', { n: -1 })).toBe('1 - -1')
    expect(render('1 -{{# on }}{{ n }}{{/ on }}', { n: '-1', on: 'x' }, new Set(['n']))).toBe('1 - -1')
    expect(render('{{ a }}{{ n }}', { a: '-', n: -1 })).toBe('- -1')
    expect(render("'{{ n }}' {{ n }}", { n: -1 })).toBe("'-1' -1")
    expect(render('-{{ text }}', { text: '-x' })).toBe('--x')
  })

  it('leaves the text outside of tags unchanged, whatever the values are', () => {
    const plain = fc.string({ unit: 'grapheme' }).map((text) => text.replaceAll(/[{}]/g, ''))
    fc.assert(
      fc.property(fc.array(plain, { minLength: 1, maxLength: 8 }), fc.array(fc.string(), { maxLength: 8 }), (texts, values) => {
        const named = Object.fromEntries(texts.map((_, index) => [`v${index}`, values[index] ?? '']))
        const template = texts.map((text, index) => `${text}{{ v${index} }}`).join('')
        const expected = texts.map((text, index) => text + (values[index] ?? '')).join('')
        expect(render(template, named)).toBe(expected)
      }),
    )
  })

  it('refuses nested sections that repeat too often', () => {
    const list = Array.from({ length: 1000 }, (_, index) => index)
    const nested = (depth: number) => `${'{{# list }}'.repeat(depth)}x${'{{/ list }}'.repeat(depth)}`
    expect(render(nested(1), { list })).toHaveLength(1000)
    expect(() => render(nested(6), { list })).toThrow('The sections of the query repeat too often.')
    expect(() => render(nested(6).replace('x', ''), { list })).toThrow('The sections of the query repeat too often.')
    expect(() => render('{{# list }}{{ long }}{{/ list }}', { list, long: 'x'.repeat(100_000) })).toThrow(TemplateError)
  })

  it('either returns a text or reports that the tags do not fit together, for any text', () => {
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 12 }), (parts) => {
        try {
          expect(render(parts.join(''), { a: 'x' })).toEqual(expect.any(String))
        } catch (error) {
          expect(error).toBeInstanceOf(TemplateError)
        }
      }),
    )
  })
})
