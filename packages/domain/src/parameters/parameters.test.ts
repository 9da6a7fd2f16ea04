import { describe, expect, it } from 'vitest'
import { isSafe } from './definition.ts'
import { missingNames, render, TemplateError, usedNames } from './template.ts'
import { fillable, storedValues, unfitNames } from './values.ts'

describe('the names a text asks for', () => {
  it('PARAM-03 are those in double braces, including section blocks', () => {
    expect(usedNames('SELECT {{ a }}, {{b}} {{# c }}{{ range.start }}{{/ c }} {{! not this }}')).toEqual([
      'a',
      'b',
      'c',
      'range.start',
    ])
  })

  it('leave out triple and ampersand tags, which are filled in all the same', () => {
    expect(usedNames('{{{ a }}} {{& b }}')).toEqual([])
    expect(render('{{{ a }}} {{& b }}', { a: 1, b: 2 })).toBe('1 2')
  })

  it('are none in a text whose tags do not fit together, which cannot be run', () => {
    expect(usedNames('SELECT {{ a')).toEqual([])
    expect(() => render('SELECT {{ a', { a: 1 })).toThrow(TemplateError)
  })
})

describe('missing values', () => {
  it('PARAM-29 are looked for by name, ranges by their two ends', () => {
    const text = '{{ a }} {{ r.start }} {{ r.end }}'
    expect(missingNames(text, { a: null, r: { start: '2024-01-01' } })).toEqual(['r.end'])
    expect(missingNames(text, {})).toEqual(['a', 'r.start', 'r.end'])
  })
})

describe('filling in', () => {
  it('OPEN-36 escapes nothing', () => {
    expect(render("{{ a }} '{{ b }}'", { a: 'x < "y" & z', b: null })).toBe(`x < "y" & z ''`)
  })

  it('OPEN-35 never inserts a value into another value', () => {
    expect(render('{{ a }}', { a: '{{ b }}', b: 'secret' })).toBe('{{ b }}')
  })

  it('finds own values only', () => {
    expect(render('[{{ constructor }}][{{ a.length }}][{{ toString }}]', { a: 'text' })).toBe('[][][]')
  })

  it('writes numbers and booleans plainly and repeats sections', () => {
    expect(
      render('{{ n }} {{ yes }} {{# list }}<{{ . }}>{{/ list }}{{^ none }}-{{/ none }}', {
        n: 1.5,
        yes: true,
        list: [1, 2],
        none: [],
      }),
    ).toBe('1.5 true <1><2>-')
  })

  it('PARAM-22 PARAM-23 joins lists as their definition says', () => {
    const quoted = {
      name: 's',
      type: 'enum',
      enumOptions: 'a\nb',
      multiValuesOptions: { prefix: "'", suffix: "'", separator: ',' },
    }
    const plain = { name: 's', type: 'enum', enumOptions: 'a\nb', multiValuesOptions: {} }
    expect(fillable([quoted], { s: ['a', 'b'] })).toEqual({ s: "'a','b'" })
    expect(fillable([plain], { s: ['a', 'b'] })).toEqual({ s: 'a,b' })
  })
})

describe('values against their definitions', () => {
  const fits = (definition: object, value: unknown) => unfitNames([{ name: 'p', ...definition }], { p: value }).length === 0

  it('OPEN-35 refuses what is not declared, also when nothing is', () => {
    expect(unfitNames([], { x: '1; DROP TABLE t' })).toEqual(['x'])
    expect(unfitNames([{ name: 'a', type: 'number' }], { a: 1, b: 2 })).toEqual(['b'])
  })

  it('takes texts for text, also when the type is not given', () => {
    expect(fits({ type: 'text' }, 'a')).toBe(true)
    expect(fits({}, 'a')).toBe(true)
    expect(fits({ type: 'text' }, 1)).toBe(false)
    expect(fits({ type: 'text' }, { start: 'a' })).toBe(false)
  })

  it('takes finite numbers and their digits', () => {
    for (const good of [1, -1.5, '12', '1e3', ' 3 ', '12345678901234567890']) expect(fits({ type: 'number' }, good)).toBe(true)
    for (const bad of ['', 'nan', 'inf', Number.NaN, '1; DROP', '0x1', null, [1]])
      expect(fits({ type: 'number' }, bad)).toBe(false)
  })

  it('takes choices that are offered, several only where several may be chosen', () => {
    const one = { type: 'enum', enumOptions: 'a\nb\n' }
    expect(fits(one, 'a')).toBe(true)
    expect(fits(one, '')).toBe(false)
    expect(fits(one, ['a'])).toBe(false)
    const many = { ...one, multiValuesOptions: { separator: ',' } }
    expect(fits(many, ['a', 'b'])).toBe(true)
    expect(fits(many, ['a', 'c'])).toBe(false)
    expect(fits(many, [['a']])).toBe(false)
  })

  it('OPEN-35 takes ISO dates that exist', () => {
    for (const good of ['2024-02-29', '2024-01-01 12:30', '2024-01-01T12:30:59'])
      expect(fits({ type: 'date' }, good)).toBe(true)
    for (const bad of ['2023-02-29', '01/02/2024', '2024-1-1', "2024-01-01' OR 1=1", 'd_now', 5])
      expect(fits({ type: 'date' }, bad)).toBe(false)
  })

  it('takes ranges of exactly a start and an end', () => {
    expect(fits({ type: 'date-range' }, { start: '2024-01-01', end: '2024-01-31' })).toBe(true)
    expect(fits({ type: 'date-range' }, { start: '2024-01-01' })).toBe(false)
    expect(fits({ type: 'date-range' }, { start: '2024-01-01', end: '2024-01-31', x: 'DROP' })).toBe(false)
    expect(fits({ type: 'date-range' }, '2024-01-01')).toBe(false)
  })

  it('takes nothing for a type it does not know', () => {
    expect(fits({ type: 'colour' }, 'red')).toBe(false)
  })
})

describe('a query as a whole', () => {
  it('QPAGE-65 OPEN-34 is safe exactly when none of its parameters is free text', () => {
    expect(isSafe([])).toBe(true)
    expect(
      isSafe([
        { name: 'a', type: 'number' },
        { name: 'b', type: 'enum' },
      ]),
    ).toBe(true)
    expect(
      isSafe([
        { name: 'a', type: 'number' },
        { name: 'b', type: 'text' },
      ]),
    ).toBe(false)
    expect(isSafe([{ name: 'a' }])).toBe(false)
  })

  it('has stored values when each of them fits', () => {
    expect(storedValues([{ name: 'a', type: 'number', value: 3 }])).toEqual({ a: 3 })
    expect(storedValues([{ name: 'a', type: 'number', value: null }])).toBeNull()
  })
})
