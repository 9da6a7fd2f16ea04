import { describe, expect, it } from 'vitest'
import { isBlank, lookUp, parseTemplate, TemplateError, valueText, withoutLiterals } from './mustache.ts'

describe('the spelling of a value', () => {
  it('is empty for nothing, joined for a list, JSON for an object', () => {
    expect([null, undefined, '', 0, false].map(valueText)).toEqual(['', '', '', '0', 'false'])
    expect([valueText([1, [2, null], 'a']), valueText({ a: [1] })]).toEqual(['1,2,,a', '{"a":[1]}'])
  })

  it('is blank where a section about it is left out', () => {
    expect([[], '', 0, null, undefined, false].map(isBlank)).toEqual(Array(6).fill(true))
    expect([[0], 'x', 1, {}, true].map(isBlank)).toEqual(Array(5).fill(false))
  })
})

describe('a name', () => {
  it('is looked for from the nearest scope outwards', () => {
    const scopes = ['text', null, { a: { b: 1 } }, { a: 2, c: 3, 'a.b': 4 }]
    expect([lookUp('.', scopes), lookUp('a.b', scopes), lookUp('a', scopes), lookUp('c', scopes)]).toEqual([
      'text',
      1,
      { b: 1 },
      3,
    ])
    expect(lookUp('.', [])).toBeUndefined()
  })

  it('may have dots itself, which come before parts', () => {
    expect(lookUp('a.b', [{ a: { b: 1 }, 'a.b': 2 }])).toBe(2)
    expect(lookUp('a.b.c', [{ a: { b: null } }])).toBeUndefined()
  })

  it('is no property that every object has', () => {
    expect([lookUp('constructor', [{}]), lookUp('a.toString', [{ a: {} }]), lookUp('length', ['text'])]).toEqual([
      undefined,
      undefined,
      undefined,
    ])
  })
})

describe('tags that do not fit together', () => {
  it('are told in words, with the reason behind them', () => {
    const failure = () => parseTemplate('{{#a}}')
    expect(failure).toThrow(TemplateError)
    expect(failure).toThrow(/^The \{\{ \}\} tags of the text do not fit together\. ./)
    expect(failure).toThrow(expect.objectContaining({ name: 'TemplateError', cause: expect.any(Error) }))
    expect(parseTemplate('no { tags }')).toEqual([{ kind: 'text', text: 'no { tags }' }])
  })
})

describe('a text without what stands between its tags', () => {
  it.each([
    ['a {{ b }} c {{{d}}} e', '{{ b }}{{{d}}}'],
    ['a {{ b', '{{ b'],
    ['x {{a}} y {{{ b }} z', '{{a}}{{{ b }} z'],
    ['no tags', ''],
    ['a {{=<% %>=}} b <% c %>', 'a {{=<% %>=}} b <% c %>'],
    ['{{a}} x {{ = b = }} y', '{{a}} x {{ = b = }} y'],
    ['a {{', '{{'],
  ])('%j is %j', (text, tags) => {
    expect(withoutLiterals(text)).toBe(tags)
  })
})
