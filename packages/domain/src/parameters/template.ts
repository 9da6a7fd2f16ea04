import Mustache from 'mustache'
import type { Values } from './definition.ts'

/** A text whose `{{ tags }}` do not fit together; the message says which. */
export class TemplateError extends Error {
  constructor(message: string, options: { cause?: unknown } = {}) {
    super(message, options)
    this.name = 'TemplateError'
  }
}

type Token =
  | { kind: 'text'; text: string }
  | { kind: 'value'; name: string; isRequired: boolean }
  | { kind: 'section'; name: string; isInverted: boolean; tokens: Token[] }

/**
 * The names a text asks for, in order of appearance: plain tags and sections, dotted names as they stand (`range.start`).
 * Triple and ampersand tags are filled in too, but nobody has to give their values.
 * @returns no names for a text whose tags do not fit together
 */
export function usedNames(text: string): string[] {
  try {
    return [...new Set(namesIn(parse(text)))]
  } catch (error) {
    if (error instanceof TemplateError) return []
    throw error
  }
}

/** The used names for which no value is given. An object gives `name.key` for each of its keys; null counts as given. */
export function missingNames(text: string, values: Values): string[] {
  const given = new Set(Object.entries(values).flatMap(([name, value]) => givenNames(name, value)))
  return usedNames(text).filter((name) => !given.has(name))
}

function givenNames(name: string, value: unknown): string[] {
  return isRecord(value) ? Object.keys(value).map((key) => `${name}.${key}`) : [name]
}

/**
 * Fills values into a text, without escaping and in one pass, so a value that looks like a tag stays a value.
 * @throws TemplateError when the tags of the text do not fit together
 */
export function render(text: string, values: Values): string {
  return renderTokens(parse(text), [values])
}

/** The spelling of a value in a text: null is empty, a list is joined by commas. */
export function valueText(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (Array.isArray(value)) return value.map(valueText).join(',')
  return isRecord(value) ? JSON.stringify(value) : String(value)
}

function renderTokens(tokens: readonly Token[], scopes: readonly unknown[]): string {
  return tokens.map((token) => renderToken(token, scopes)).join('')
}

function renderToken(token: Token, scopes: readonly unknown[]): string {
  if (token.kind === 'text') return token.text
  const value = lookUp(token.name, scopes)
  if (token.kind === 'value') return valueText(value)
  const isEmpty = !value || (Array.isArray(value) && value.length === 0)
  if (token.isInverted) return isEmpty ? renderTokens(token.tokens, scopes) : ''
  if (isEmpty) return ''
  const items = Array.isArray(value) ? value : [value]
  return items.map((item) => renderTokens(token.tokens, [item, ...scopes])).join('')
}

/** Finds a name in the nearest scope that has it. Own properties only: `{{ constructor }}` is a name like any other. */
function lookUp(name: string, scopes: readonly unknown[]): unknown {
  if (name === '.') return scopes[0]
  const [first = '', ...rest] = name.split('.')
  for (const scope of scopes) {
    if (!isRecord(scope)) continue
    if (Object.hasOwn(scope, name)) return scope[name]
    if (Object.hasOwn(scope, first)) return rest.reduce(ownValue, scope[first])
  }
  return undefined
}

const ownValue = (value: unknown, key: string): unknown =>
  isRecord(value) && Object.hasOwn(value, key) ? value[key] : undefined

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function namesIn(tokens: readonly Token[]): string[] {
  return tokens.flatMap((token) => {
    if (token.kind === 'text') return []
    if (token.kind === 'value') return token.isRequired ? [token.name] : []
    return [token.name, ...namesIn(token.tokens)]
  })
}

function parse(text: string): Token[] {
  if (!text.includes('{{')) return [{ kind: 'text', text }]
  try {
    // A writer of its own: the shared one keeps every text it has ever parsed.
    return new Mustache.Writer().parse(text).map(tokenOf)
  } catch (error) {
    throw new TemplateError(`The {{ }} tags of the text do not fit together. ${(error as Error).message}`, { cause: error })
  }
}

/** Mustache's parser answers arrays: [type, value, start, end, tokens inside]. */
function tokenOf(span: readonly unknown[]): Token {
  const [type, value, , , inner] = span
  const name = String(value)
  switch (type) {
    case 'name':
      return { kind: 'value', name, isRequired: true }
    case '&':
      return { kind: 'value', name, isRequired: false }
    case '#':
    case '^':
      return { kind: 'section', name, isInverted: type === '^', tokens: Array.isArray(inner) ? inner.map(tokenOf) : [] }
    case 'text':
      return { kind: 'text', text: name }
    default:
      // Comments, partials (there are none to include) and changes of the tag characters leave nothing behind.
      return { kind: 'text', text: '' }
  }
}
