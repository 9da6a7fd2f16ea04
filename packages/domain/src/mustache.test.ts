import fc from 'fast-check'
import Mustache from 'mustache'
import { describe, expect, it } from 'vitest'
import {
  isBlank,
  lookUp,
  parseMustache,
  parseTemplate,
  TemplateError,
  type Token,
  valueText,
  withoutLiterals,
} from './mustache.ts'

/** What the reference implementation answers, in our own shape. */
function reference(template: string): Token[] {
  const tokenOf = ([type, value, , , inner]: readonly unknown[]): Token[] => {
    const name = String(value)
    const within = () => merged((inner as unknown[][]).flatMap(tokenOf))
    if (type === 'name' || type === '&') return [{ kind: 'value', name, isRequired: type === 'name' }]
    if (type === '#' || type === '^') return [{ kind: 'section', name, isInverted: type === '^', tokens: within() }]
    return type === 'text' ? [{ kind: 'text', text: name }] : []
  }
  return merged((new Mustache.Writer().parse(template) as unknown[][]).flatMap(tokenOf))
}

/** Texts on both sides of a comment are one text here, and two in the reference. */
function merged(tokens: readonly Token[]): Token[] {
  const all: Token[] = []
  for (const token of tokens) {
    const last = all.at(-1)
    if (token.kind === 'text' && last?.kind === 'text') last.text += token.text
    else all.push(token)
  }
  return all
}

const outcome = (parse: () => Token[]) => {
  try {
    return parse()
  } catch (error) {
    return (error as Error).message
  }
}

const pieces = fc.constantFrom(
  ...[
    '{{',
    '}}',
    '{{#',
    '{{/',
    '{{^',
    '{{!',
    '{{{',
    '}}}',
    '{{=',
    '=}}',
    '=',
    '{{>',
    '{{&',
    '<%',
    '%>',
    '{{=<% %>=}}',
    '<%={{ }}=%>',
  ],
  ...[
    '{{#a}}',
    '{{/a}}',
    '{{^a}}',
    '{{a}}',
    '{{! c }}',
    'a',
    'b',
    ' ',
    '\t',
    '.',
    '\n',
    '\r\n',
    '\n\n',
    '&',
    '\u00a0',
    '{',
    '}',
  ],
)

describe('a template', () => {
  it('is read as the reference implementation reads it, errors included', () => {
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 20 }), (parts) => {
        const template = parts.join('')
        expect(outcome(() => parseMustache(template))).toEqual(outcome(() => reference(template)))
      }),
      { numRuns: 20_000 },
    )
  })

  it('is refused where more than 100 sections lie within each other', () => {
    const nested = (depth: number) => `${'{{#a}}'.repeat(depth)}x${'{{/a}}'.repeat(depth)}`
    expect(outcome(() => parseMustache(nested(100)))).toHaveLength(1)
    expect(outcome(() => parseMustache(nested(101)))).toBe('More than 100 sections lie within each other.')
  })

  // Reading these step by step takes the square of their length: 10^12 steps and more, for which the time limit of a test is too short.
  it.each([
    ['an unclosed tag of white space', `{{a${' '.repeat(2_000_000)}`],
    ['long white space in many tags', `{{a ${' '.repeat(1_000)}b}}`.repeat(2_000)],
    ['many tags that are never closed', '{{a '.repeat(500_000)],
    ['many unclosed triple tags', '{{{a'.repeat(500_000)],
    ['many lines with tags', '{{a}}\n'.repeat(200_000)],
    ['many tags in one line', '{{a}} '.repeat(500_000)],
    ['long lines of white space', `{{#a}}${' '.repeat(1_000_000)}{{/a}}${' '.repeat(1_000_000)}\n`],
  ])('takes time in proportion to its length: %s', (_, template) => {
    expect(outcome(() => parseMustache(template))).toBeDefined()
  })
})

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
