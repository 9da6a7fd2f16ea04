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

/** The result of the reference implementation, in the form of our own. */
function reference(template: string): Token[] {
  const tokenOf = ([type, value, start, end, inner]: readonly unknown[]): Token[] => {
    const name = String(value)
    const offsets = { start: Number(start), end: Number(end) }
    const within = () => merged((inner as unknown[][]).flatMap(tokenOf))
    if (type === 'name' || type === '&') return [{ kind: 'value', name, isRequired: type === 'name', ...offsets }]
    if (type === '#' || type === '^') return [{ kind: 'section', name, isInverted: type === '^', tokens: within() }]
    return type === 'text' ? [{ kind: 'text', text: name }] : []
  }
  return merged((new Mustache.Writer().parse(template) as unknown[][]).flatMap(tokenOf))
}

/** A text with a comment in it is one text in our parser, and two in the reference implementation. */
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

describe('parsing a template', () => {
  it('gives the same result as the reference implementation, errors included', () => {
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 20 }), (parts) => {
        const template = parts.join('')
        expect(outcome(() => parseMustache(template))).toEqual(outcome(() => reference(template)))
      }),
      { numRuns: 20_000 },
    )
  })

  it('refuses more than 100 nested sections', () => {
    const nested = (depth: number) => `${'{{#a}}'.repeat(depth)}x${'{{/a}}'.repeat(depth)}`
    expect(outcome(() => parseMustache(nested(100)))).toHaveLength(1)
    expect(outcome(() => parseMustache(nested(101)))).toBe('Sections are nested more than 100 levels deep.')
  })

  // A quadratic parser would need 10^12 steps and more, and exceed the time limit of the test.
  it.each([
    ['an unclosed tag of white space', `{{a${' '.repeat(2_000_000)}`, 'Unclosed tag at 2000003'],
    ['long white space in many tags', `{{a ${' '.repeat(1_000)}b}}`.repeat(2_000), 2_000],
    ['many tags that are never closed', '{{a '.repeat(500_000), 'Unclosed tag at 2000000'],
    ['many unclosed triple tags', '{{{a'.repeat(500_000), 'Unclosed tag at 2000000'],
    ['many lines with tags', '{{a}}\n'.repeat(200_000), 400_000],
    ['many tags in one line', '{{a}} '.repeat(500_000), 1_000_000],
    ['long lines of white space', `{{#a}}${' '.repeat(1_000_000)}{{/a}}${' '.repeat(1_000_000)}\n`, 1],
  ])('takes time in proportion to the length: %s', (_, template, expected) => {
    const found = outcome(() => parseMustache(template))
    expect(typeof found === 'string' ? found : found.length).toBe(expected)
  })
})

describe('the text of a value', () => {
  it('is empty for null, joined for a list, and JSON for an object', () => {
    expect([null, undefined, '', 0, false].map(valueText)).toEqual(['', '', '', '0', 'false'])
    expect([valueText([1, [2, null], 'a']), valueText({ a: [1] })]).toEqual(['1,2,,a', '{"a":[1]}'])
  })

  it('is empty if its section is left out', () => {
    expect([[], '', 0, null, undefined, false].map(isBlank)).toEqual(Array(6).fill(true))
    expect([[0], 'x', 1, {}, true].map(isBlank)).toEqual(Array(5).fill(false))
  })
})

describe('looking up a name', () => {
  it('starts in the innermost scope', () => {
    const scopes = ['text', null, { a: { b: 1 } }, { a: 2, c: 3, 'a.b': 4 }]
    expect([lookUp('.', scopes), lookUp('a.b', scopes), lookUp('a', scopes), lookUp('c', scopes)]).toEqual([
      'text',
      1,
      { b: 1 },
      3,
    ])
    expect(lookUp('.', [])).toBeUndefined()
  })

  it('finds a key with dots before nested keys', () => {
    expect(lookUp('a.b', [{ a: { b: 1 }, 'a.b': 2 }])).toBe(2)
    expect(lookUp('a.b.c', [{ a: { b: null } }])).toBeUndefined()
  })

  it('ignores inherited properties', () => {
    expect([lookUp('constructor', [{}]), lookUp('a.toString', [{ a: {} }]), lookUp('length', ['text'])]).toEqual([
      undefined,
      undefined,
      undefined,
    ])
  })
})

describe('a template whose tags do not fit together', () => {
  it('causes an error message with the reason', () => {
    const failure = () => parseTemplate('{{#a}}')
    expect(failure).toThrow(TemplateError)
    expect(failure).toThrow(/^The \{\{ \}\} tags of the query do not match\. ./)
    expect(failure).toThrow(expect.objectContaining({ name: 'TemplateError', cause: expect.any(Error) }))
    expect(parseTemplate('no { tags }')).toEqual([{ kind: 'text', text: 'no { tags }' }])
  })
})

describe('a text without the characters between its tags', () => {
  it.each([
    ['a {{ b }} c {{{d}}} e', '{{ b }}{{{d}}}'],
    ['a {{ b', '{{ b'],
    ['x {{a}} y {{{ b }} z', '{{a}}{{{ b }} z'],
    ['no tags', ''],
    ['a {{=<% %>=}} b <% c %>', 'a {{=<% %>=}} b <% c %>'],
    ['{{a}} x {{ = b = }} y', '{{a}} x {{ = b = }} y'],
    ['a {{', '{{'],
  ])('has %j reduced to %j', (text, tags) => {
    expect(withoutLiterals(text)).toBe(tags)
  })
})
