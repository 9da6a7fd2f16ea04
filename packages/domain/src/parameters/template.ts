import { isBlank, lookUp, parseTemplate, type Tag, TemplateError, type Token, valueText, withoutLiterals } from '../mustache.ts'
import { isUnset, type Values } from './definition.ts'
import { isRecord } from './record.ts'

export { TemplateError, valueText }

/**
 * The names a text asks for, in order of appearance: plain tags and sections, dotted names as they stand (`range.start`).
 * Triple and ampersand tags are filled in too, but nobody has to give their values.
 * @returns no names for a text whose tags do not fit together
 */
export function usedNames(text: string): string[] {
  return namesOf(text, (token) => (token.kind === 'value' && !token.isRequired ? [] : [token.name])) ?? []
}

/**
 * Every name that is filled in or asked after, in order of appearance, triple and ampersand tags included.
 * @returns null for a text whose tags do not fit together
 */
export function allNames(text: string): string[] | null {
  return namesOf(text, (token) => [token.name])
}

/**
 * The used names for which no value is given. An object gives `name.key` for each of its keys; null counts as given.
 * @param optional names that need no value; what only a left out block of theirs asks for needs none either
 */
export function missingNames(text: string, values: Values, optional: ReadonlySet<string> = new Set()): string[] {
  const given = new Set(Object.entries(values).flatMap(([name, value]) => givenNames(name, value)))
  const used = namesOf(text, (token) => {
    if (token.kind === 'value' && !token.isRequired) return []
    const isOptional = optional.has(token.name) || optional.has(baseName(token.name))
    const isLeftOut = token.kind === 'section' && isOptional && isUnset(values[token.name]) !== token.isInverted
    if (isLeftOut) return null
    return isOptional ? [] : [token.name]
  })
  return (used ?? []).filter((name) => !given.has(name))
}

/** The name without the end of a range: `range` for `range.start`. */
export const baseName = (name: string): string => name.split('.', 1)[0] ?? name

function givenNames(name: string, value: unknown): string[] {
  return isRecord(value) ? Object.keys(value).map((key) => `${name}.${key}`) : [name]
}

/**
 * Fills values into a text, without escaping and in one pass, so a value that looks like a tag stays a value.
 * @param numbers names whose values are numbers, spelled as text
 * @throws TemplateError when the tags of the text do not fit together
 */
export function render(text: string, values: Values, numbers: ReadonlySet<string> = new Set()): string {
  return renderTokens(parseTemplate(text), [values], { written: '', numbers })
}

interface Rendering {
  /** What stands in front of the next token. */
  written: string
  numbers: ReadonlySet<string>
}

function renderTokens(tokens: readonly Token[], scopes: readonly unknown[], { written, numbers }: Rendering): string {
  let text = ''
  for (const token of tokens) text += renderToken(token, scopes, { written: text === '' ? written : text, numbers })
  return text
}

function renderToken(token: Token, scopes: readonly unknown[], rendering: Rendering): string {
  if (token.kind === 'text') return token.text
  const value = lookUp(token.name, scopes)
  if (token.kind === 'value') {
    const text = valueText(value)
    const isNumber = typeof value === 'number' || rendering.numbers.has(token.name)
    // Two dashes would begin a comment, and a number may hide nothing: `a -{{ n }}` with -1 is `a - -1`.
    return isNumber && text.startsWith('-') && rendering.written.endsWith('-') ? ` ${text}` : text
  }
  const isEmpty = isBlank(value)
  if (token.isInverted) return isEmpty ? renderTokens(token.tokens, scopes, rendering) : ''
  if (isEmpty) return ''
  const { numbers } = rendering
  let text = ''
  for (const item of Array.isArray(value) ? value : [value])
    text += renderTokens(token.tokens, [item, ...scopes], { written: text === '' ? rendering.written : text, numbers })
  return text
}

/**
 * Collects names from the tags of a text, each once. `{{ . }}` stands for what a section is about and is no name.
 * @param pick the names that a tag counts for; null also leaves out what is inside it
 * @returns null for a text whose tags do not fit together
 */
function namesOf(text: string, pick: (token: Tag) => string[] | null): string[] | null {
  try {
    return [...new Set(namesIn(parseTemplate(withoutLiterals(text)), pick))].filter((name) => name !== '.')
  } catch (error) {
    if (error instanceof TemplateError) return null
    throw error
  }
}

function namesIn(tokens: readonly Token[], pick: (token: Tag) => string[] | null): string[] {
  return tokens.flatMap((token) => {
    if (token.kind === 'text') return []
    const names = pick(token)
    if (names === null) return []
    return token.kind === 'section' ? [...names, ...namesIn(token.tokens, pick)] : names
  })
}
