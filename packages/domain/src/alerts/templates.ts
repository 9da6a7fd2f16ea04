import type { AlertCondition, AlertOptions, AlertState } from '@sightline/contract/alerts.ts'
import type { Cell } from '@sightline/contract/results.ts'
import { isBlank, lookUp, parseTemplate, TemplateError, type Token, valueText } from '../mustache.ts'
import { beginningOf } from '../shortened.ts'

/** Maximum length of a rendered text in characters. */
const MAX_RENDERED = 100_000
/** Limits the tags and texts that are rendered, because nested blocks multiply even if they write little. */
const MAX_STEPS = 200_000

/** The data that templates are rendered with. */
export interface AlertFacts {
  alert: { name: string; state: AlertState; options: AlertCondition }
  query: { name: string }
  /** Absolute URLs. */
  links: { alert: string; query: string }
  /** The first rows of the result. */
  columns: readonly { name: string; friendly_name: string; type: string | null }[]
  rows: readonly (readonly Cell[])[]
  /** Number of rows of the whole result. */
  rowCount: number
}

/** The custom subject of an alert; null for none. */
export const subjectOf = (options: Pick<AlertOptions, 'custom_subject' | 'subject'>): string | null =>
  options.custom_subject || options.subject || null

/** The custom description of an alert; null for none. */
export const templateOf = (options: Pick<AlertOptions, 'custom_body' | 'template'>): string | null =>
  options.custom_body || options.template || null

/** The names that templates may use, with their values. */
export function variables({ alert, query, links, columns, rows, rowCount }: AlertFacts): Record<string, unknown> {
  const { column, op, value, selector = 'first' } = alert.options
  const objects = rows.map((row) => Object.fromEntries(columns.map(({ name }, index) => [name, row[index] ?? null])))
  return {
    rows: objects,
    cols: columns,
    state: alert.state,
    ALERT_NAME: alert.name,
    ALERT_URL: links.alert,
    ALERT_STATUS: alert.state.toUpperCase(),
    ALERT_SELECTOR: selector,
    ALERT_CONDITION: op,
    ALERT_THRESHOLD: value,
    QUERY_NAME: query.name,
    QUERY_URL: links.query,
    QUERY_RESULT_VALUE: selector === 'count' ? rowCount : (objects[0]?.[column] ?? null),
    QUERY_RESULT_ROWS: objects,
    QUERY_RESULT_COLS: columns,
    QUERY_RESULT_TABLE: rows,
  }
}

/**
 * Fills in a subject as a single line.
 * @throws TemplateError if the tags do not fit together
 */
export const renderSubject = (template: string, names: Record<string, unknown>): string =>
  fill(template, names, (text) => text)
    .replace(/\s+/g, ' ')
    .trim()

/**
 * Fills in a description. The result is HTML; values of `{{ }}` are escaped, and those of `{{{ }}}` may have markup.
 * @throws TemplateError if the tags do not fit together
 */
export const renderDescription = (template: string, names: Record<string, unknown>): string => fill(template, names, escapeHtml)

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
/** Escapes a text for HTML. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => entities[character] ?? '')

interface RenderedText {
  /** The rendered text in pieces. */
  pieces: string[]
  length: number
  /** Tags and texts so far, also those that write nothing. */
  steps: number
  escapeValue(text: string): string
}

function fill(template: string, names: Record<string, unknown>, escapeValue: (text: string) => string): string {
  const output: RenderedText = { pieces: [], length: 0, steps: 0, escapeValue }
  const isWhole = write(parseTemplate(template), [names], output)
  return isWhole
    ? output.pieces.join('')
    : `${beginningOf(output.pieces.join(''), MAX_RENDERED)} … (cut here: the text is too long)`
}

/** @returns false once the page is full */
function write(tokens: readonly Token[], scopes: readonly unknown[], output: RenderedText): boolean {
  return tokens.every((token) => {
    output.steps++
    if (output.steps > MAX_STEPS) return false
    if (token.kind === 'text') return add(output, token.text)
    const value = lookUp(token.name, scopes)
    if (token.kind === 'value') return add(output, token.isRequired ? output.escapeValue(valueText(value)) : valueText(value))
    if (token.isInverted) return !isBlank(value) || write(token.tokens, scopes, output)
    if (isBlank(value)) return true
    return (Array.isArray(value) ? value : [value]).every((item) => write(token.tokens, [item, ...scopes], output))
  })
}

function add(output: RenderedText, text: string): boolean {
  if (text !== '') output.pieces.push(text)
  output.length += text.length
  return output.length <= MAX_RENDERED
}

/** Names that are available inside blocks over rows and columns. */
const inBlocks = (columns: AlertFacts['columns']) => ['.', 'name', 'friendly_name', 'type', ...columns.map(({ name }) => name)]

/**
 * The names in a template that have no value: variables that do not exist and, inside blocks, columns that do not exist. Each
 * name once, in order of appearance.
 * @returns an empty list for a template whose tags do not match
 */
export function unknownTags(template: string, facts: AlertFacts): string[] {
  const outside = new Set(Object.keys(variables(facts)))
  const inside = new Set([...outside, ...inBlocks(facts.columns)])
  const unknown = new Set<string>()
  const visit = (tokens: readonly Token[], known: ReadonlySet<string>) => {
    for (const token of tokens) {
      if (token.kind === 'text') continue
      const [first = ''] = token.name.split('.')
      if (!known.has(token.name) && !known.has(first)) unknown.add(token.name)
      if (token.kind === 'section') visit(token.tokens, inside)
    }
  }
  try {
    visit(parseTemplate(template), outside)
  } catch (error) {
    if (!(error instanceof TemplateError)) throw error
  }
  return [...unknown]
}

/** A piece of a template: a tag, or the text between two tags. */
interface TemplatePiece {
  /** Offset in the template. */
  at: number
  text: string
  isTag: boolean
}

/** Splits a template into pieces, to highlight its tags. */
export function templatePieces(template: string): TemplatePiece[] {
  const pieces: TemplatePiece[] = []
  let end = 0
  const add = (from: number, to: number, isTag: boolean) => {
    if (to > from) pieces.push({ at: from, text: template.slice(from, to), isTag })
    end = to
  }
  for (const { index, 0: tag } of template.matchAll(/\{\{\{[^{}]*\}\}\}|\{\{[^{}]*\}\}/g)) {
    add(end, index, false)
    add(index, index + tag.length, true)
  }
  add(end, template.length, false)
  return pieces
}

/** The name in a tag, without braces and signs. */
export const nameInTag = (tag: string): string => tag.replace(/^\{+\s*[#^/&>!]?\s*|\s*\}+$/g, '')
