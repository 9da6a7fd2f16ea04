import { lookUp, parseTemplate, type Tag, TemplateError, type Token, valueText, withoutLiterals } from '../mustache.ts'
import { isRecord, isUnset, type Values } from './definition.ts'

export { TemplateError, valueText }

/**
 * All names of a text in order of appearance, including those of triple and ampersand tags.
 * @returns null if the tags do not fit together
 */
export function allNames(text: string): string[] | null {
  return namesOf(text, (token) => [token.name])
}

/**
 * The parameters that a text has a block for, `{{#name}}` or `{{^name}}`: without a value, a part of the text is left out.
 * @returns null if the tags do not fit together
 */
export function blockNames(text: string): string[] | null {
  return namesOf(text, (token) => (token.kind === 'section' ? [baseName(token.name)] : []))
}

/**
 * The names in a text without a given value, in order of appearance: plain tags and sections, dotted names as they are
 * (`range.start`). Triple and ampersand tags are filled in too, but need no value. Empty if the tags do not fit together. An
 * object supplies `name.key` for each of its keys; null counts as given.
 * @param optional names that need no value; neither do the names that are only used in their dropped blocks
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

/** The name of the parameter: `range` for `range.start`. */
export const baseName = (name: string): string => name.split('.', 1)[0] ?? name

function givenNames(name: string, value: unknown): string[] {
  return isRecord(value) ? Object.keys(value).map((key) => `${name}.${key}`) : [name]
}

/** Receives the parts of a rendered text in order. */
export interface Sink {
  /** Text between tags. */
  write(text: string): void
  /** The value of a tag. */
  fill(value: unknown, name: string): void
  /** Whether the section of this value is left out. */
  isBlank(value: unknown): boolean
  /** Begins a section, once for each of its values. */
  enterSection(): void
}

/** Writes a number after a text. Two dashes would begin a comment, so `a -{{ n }}` with -1 becomes `a - -1`. */
export const afterDash = (number: string, written: string): string =>
  number.startsWith('-') && written.endsWith('-') ? ` ${number}` : number

/** Passes the tokens of a text to a sink and looks up their values in the innermost scope. */
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
 * Collects the names of the tags of a text, each once. `{{ . }}` is the current item of a section and has no name.
 * @param pick returns the names of a tag; null also skips the content of a section
 * @returns null if the tags do not fit together
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
