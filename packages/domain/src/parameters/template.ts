import { lookUp, parseTemplate, type Tag, TemplateError, type Token, valueText, withoutLiterals } from '../mustache.ts'
import { isRecord, isUnset, type Values } from './definition.ts'

export { TemplateError, valueText }

/**
 * Every name that is filled in or asked after, in order of appearance, triple and ampersand tags included.
 * @returns null for a text whose tags do not fit together
 */
export function allNames(text: string): string[] | null {
  return namesOf(text, (token) => [token.name])
}

/**
 * The names a text asks for and for which no value is given, in order of appearance: plain tags and sections, dotted names as they stand
 * (`range.start`). Triple and ampersand tags are filled in too, but nobody has to give their values. A text whose tags do not fit together
 * asks for none. An object gives `name.key` for each of its keys; null counts as given.
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

/** Takes in what becomes of a text, in the order of the text. */
export interface Sink {
  /** What stands between tags. */
  write(text: string): void
  /** The value of a tag. */
  fill(value: unknown, name: string): void
  /** Whether a section about this value is left out. */
  isBlank(value: unknown): boolean
  /** Begins a section, once for each of its values. */
  enterSection(): void
}

/** A number behind a text. Two dashes would begin a comment, and a number may hide nothing: `a -{{ n }}` with -1 is `a - -1`. */
export const afterDash = (number: string, written: string): string =>
  number.startsWith('-') && written.endsWith('-') ? ` ${number}` : number

/** Hands the tokens of a text to a sink, with their values looked up in the nearest scope. */
export function renderTokens(tokens: readonly Token[], scopes: readonly unknown[], sink: Sink): void {
  for (const token of tokens) {
    if (token.kind === 'text') sink.write(token.text)
    else if (token.kind === 'value') sink.fill(lookUp(token.name, scopes), token.name)
    else renderSection(token, scopes, sink)
  }
}

function renderSection(section: Tag & { kind: 'section' }, scopes: readonly unknown[], sink: Sink): void {
  const value = lookUp(section.name, scopes)
  const isEmpty = sink.isBlank(value)
  if (section.isInverted && isEmpty) renderTokens(section.tokens, scopes, sink)
  if (section.isInverted || isEmpty) return
  for (const item of Array.isArray(value) ? value : [value]) {
    sink.enterSection()
    renderTokens(section.tokens, [item, ...scopes], sink)
  }
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
