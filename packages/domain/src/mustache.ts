import { i18n } from './language/i18n.ts'
import { isRecord } from './parameters/definition.ts'

/** A part of a template. Comments, partials and delimiter changes are not included. */
export type Token = { kind: 'text'; text: string } | Tag
export type Tag =
  /** `start` and `end` are offsets into the template; the end is exclusive. */
  | { kind: 'value'; name: string; isRequired: boolean; start: number; end: number }
  | { kind: 'section'; name: string; isInverted: boolean; tokens: Token[] }

type Section = Extract<Tag, { kind: 'section' }>
type Text = Extract<Token, { kind: 'text' }>

/** Maximum depth of nested sections, because the tree is walked recursively. */
const MAX_DEPTH = 100
const TYPES = '#^/>{&=!'

/**
 * Parses a Mustache template (https://mustache.github.io/mustache.5.html) in linear time, because any user who may run a query
 * can send megabytes of text.
 * @returns the parts of the template; sections have their own parts
 * @throws Error with the message of the Mustache library, in the language of the reader, if the tags do not fit together
 */
export function parseMustache(template: string): Token[] {
  const root: Token[] = []
  const open: Section[] = []
  let delimiters = { open: '{{', close: '}}' }
  const line = createLine()
  let at = 0
  /** Offset of the next line break, cached so that a long line is not searched again for every tag. */
  let newline = -1

  const indexOrEnd = (text: string, from: number) => {
    const found = template.indexOf(text, from)
    return found === -1 ? template.length : found
  }
  const into = () => open.at(-1)?.tokens ?? root

  while (at < template.length) {
    const start = indexOrEnd(delimiters.open, at)
    addText(start)
    if (start < template.length) readTag(start)
  }
  line.end()
  const unclosed = open.pop()
  if (unclosed) throw unclosedSection(unclosed.name, template.length)
  return merged(root)

  /** Adds the text up to an offset: the end of a line, whole lines, and the beginning of a line. */
  function addText(end: number): void {
    if (newline < at) newline = indexOrEnd('\n', at)
    if (newline < end) {
      addPiece(newline + 1)
      line.end()
      const last = template.lastIndexOf('\n', end - 1)
      if (last >= at) {
        into().push({ kind: 'text', text: template.slice(at, last + 1) })
        at = last + 1
      }
    }
    addPiece(end)
  }

  function addPiece(end: number): void {
    if (end === at) return
    const piece: Text = { kind: 'text', text: template.slice(at, end) }
    into().push(piece)
    line.addText(piece)
    at = end
  }

  function readTag(start: number): void {
    at = afterSpace(template, start + delimiters.open.length)
    const character = template.charAt(at)
    const type = character !== '' && TYPES.includes(character) ? character : 'name'
    if (type !== 'name') at = afterSpace(template, at + 1)
    const name = readName(type)
    const close = template.indexOf(delimiters.close, at)
    if (close === -1) throw new Error(i18n._('Unclosed tag at {place}', { place: template.length }))
    at = close + delimiters.close.length
    line.addTag(type === 'name' || type === '{' || type === '&')
    if (type === 'name' || type === '{' || type === '&')
      into().push({ kind: 'value', name, isRequired: type === 'name', start, end: at })
    if (type === '#' || type === '^') openSection(name, type === '^')
    if (type === '/') closeSection(name, start)
    if (type === '=') delimiters = readDelimiters(name)
  }

  /** Reads the name of a tag and moves to the position where its end is searched. */
  function readName(type: string): string {
    const end = type === '=' ? '=' : type === '{' ? `}${delimiters.close}` : delimiters.close
    const found = template.indexOf(end, at)
    if (found === -1) throw new Error(i18n._('Unclosed tag at {place}', { place: template.length }))
    const name = template.slice(at, found).trimEnd()
    at = type === '=' || type === '{' ? found + 1 : found
    return name
  }

  function openSection(name: string, isInverted: boolean): void {
    const section: Section = { kind: 'section', name, isInverted, tokens: [] }
    into().push(section)
    open.push(section)
    if (open.length > MAX_DEPTH)
      throw new Error(i18n._('Sections are nested more than {most} levels deep.', { most: MAX_DEPTH }))
  }

  function closeSection(name: string, start: number): void {
    const section = open.pop()
    if (!section) throw new Error(i18n._('Unopened section "{name}" at {place}', { name, place: start }))
    if (section.name !== name) throw unclosedSection(section.name, start)
  }
}

const unclosedSection = (name: string, place: number) =>
  new Error(i18n._('Unclosed section "{name}" at {place}', { name, place }))

/** A line with only white space and tags without values leaves no output. */
function createLine() {
  let texts: Text[] = []
  let hasTag = false
  let hasContent = false
  return {
    addText(piece: Text): void {
      texts.push(piece)
      if (/\S/.test(piece.text)) hasContent = true
    },
    addTag(isValue: boolean): void {
      hasTag = true
      if (isValue) hasContent = true
    },
    end(): void {
      if (hasTag && !hasContent) for (const piece of texts) piece.text = ''
      texts = []
      hasTag = false
      hasContent = false
    },
  }
}

/** Merges adjacent texts and drops empty ones. */
function merged(tokens: readonly Token[]): Token[] {
  const all: Token[] = []
  for (const token of tokens) {
    const last = all.at(-1)
    if (token.kind === 'section') all.push({ ...token, tokens: merged(token.tokens) })
    else if (token.kind === 'value') all.push(token)
    else if (last?.kind === 'text') last.text += token.text
    else if (token.text !== '') all.push(token)
  }
  return all
}

function readDelimiters(text: string): { open: string; close: string } {
  const [open, close] = text.split(/\s+/, 2)
  if (!open || !close) throw new Error(i18n._('Invalid tags: {text}', { text }))
  return { open, close }
}

const SPACE = /\s*/y

function afterSpace(text: string, from: number): number {
  SPACE.lastIndex = from
  SPACE.test(text)
  return SPACE.lastIndex
}

/** The `{{ tags }}` of a text do not fit together; the message names the tag. */
export class TemplateError extends Error {
  constructor(message: string, options: { cause?: unknown } = {}) {
    super(message, options)
    this.name = 'TemplateError'
  }
}

/** The text of a value: empty for null; a list is joined by commas. */
export function valueText(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (Array.isArray(value)) return value.map(valueText).join(',')
  return isRecord(value) ? JSON.stringify(value) : String(value)
}

/** Whether the section of this value is left out. */
export const isBlank = (value: unknown): boolean => !value || (Array.isArray(value) && value.length === 0)

/** Finds a name in the innermost scope that has it. Only own properties count, so `{{ constructor }}` is an ordinary name. */
export function lookUp(name: string, scopes: readonly unknown[]): unknown {
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

/**
 * Parses the tags of a text.
 * @throws TemplateError if the tags do not fit together
 */
export function parseTemplate(text: string): Token[] {
  if (!text.includes('{{')) return [{ kind: 'text', text }]
  try {
    return parseMustache(text)
  } catch (error) {
    const values = { tags: '{{ }}', problem: (error as Error).message }
    throw new TemplateError(i18n._('The {tags} tags of the query do not match. {problem}', values), { cause: error })
  }
}

/**
 * Removes the text between the tags of a query text. That is enough to find names and much faster, since the parser reads a text
 * character by character.
 * @returns the unchanged text if it redefines the delimiters
 */
export function withoutLiterals(text: string): string {
  let tags = ''
  let open = text.indexOf('{{')
  while (open !== -1) {
    const sign = /\S/.exec(text.slice(open + 2))?.[0]
    if (sign === '=') return text
    const end = sign === '{' ? '}}}' : '}}'
    const close = text.indexOf(end, open + 2)
    if (close === -1) return tags + text.slice(open)
    tags += text.slice(open, close + end.length)
    open = text.indexOf('{{', close + end.length)
  }
  return tags
}
