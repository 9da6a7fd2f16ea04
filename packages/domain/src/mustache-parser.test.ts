import fc from 'fast-check'
import Mustache from 'mustache'
import { describe, expect, it } from 'vitest'
import { parseMustache, type Token } from './mustache-parser.ts'

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
