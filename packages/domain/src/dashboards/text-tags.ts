import type { WidgetOptions } from '@sightline/contract/widgets.ts'
import { TAG } from '../format/template.ts'

/** How a tag takes one value from a column: of its first or last row, or of all rows. */
export const takes = ['first', 'last', 'sum', 'average', 'min', 'max'] as const
export type Take = (typeof takes)[number]

/** The reference of a tag in a text, and the pattern in which its value is written; null for the usual one. */
export type TextTag = { format: string | null } & (
  | { kind: 'cell'; widgetId: number; column: string; take: Take }
  /** The number of rows of a result. */
  | { kind: 'rows'; widgetId: number }
  /** When a result was retrieved; without a widget, the oldest of those that the text shows values of. */
  | { kind: 'updated'; widgetId: number | null }
  /** `name` is the key of a parameter of the dashboard; a range has two ends. */
  | { kind: 'parameter'; name: string; end: 'start' | 'end' | null }
)

/** A result that tags can take values from. */
export interface TextSource {
  /** The widget that shows it. */
  widgetId: number
  /** A name that no other source has; the one in tags. */
  name: string
}

interface SourceWidget {
  id: number
  visualization?: { name: string; query: { name: string } } | undefined
}

/** Braces and bars have a meaning in tags. */
const hasMarks = (name: string) => /[{}|]/.test(name)

/**
 * The results on a dashboard that tags can refer to: by the name of the query, or by the names of query and visualization where
 * another widget shows the same query. Of widgets with the same names, the first one counts.
 */
export function textSources(widgets: readonly SourceWidget[]): TextSource[] {
  const sources = new Map<string, TextSource>()
  for (const { id, visualization } of widgets) {
    if (visualization === undefined) continue
    const { name, query } = visualization
    for (const one of [query.name, `${query.name} – ${name}`])
      if (!sources.has(one) && !hasMarks(one)) sources.set(one, { widgetId: id, name: one })
  }
  return [...sources.values()]
}

const PARAMETER = 'parameter.'
const isTake = (word: string): word is Take => takes.some((take) => take === word)

/**
 * Reads the content of a tag, such as `Sales by City.total | sum | 0,0`.
 * @returns null if it names no result of the dashboard, no parameter and no time
 */
export function readTag(content: string, sources: readonly TextSource[]): TextTag | null {
  const [reference = '', ...details] = content.split('|').map((part) => part.trim())
  const format = details.find((word) => !isTake(word) && word !== 'rows' && word !== 'updated') ?? null
  if (reference === 'updated') return { kind: 'updated', widgetId: null, format }
  if (reference.startsWith(PARAMETER)) return { ...parameterOf(reference.slice(PARAMETER.length)), format }
  const source = sources
    .filter(({ name }) => reference === name || reference.startsWith(`${name}.`))
    .toSorted((one, other) => other.name.length - one.name.length)[0]
  if (source === undefined) return null
  const { widgetId, name } = source
  if (reference !== name)
    return { kind: 'cell', widgetId, column: reference.slice(name.length + 1), take: details.find(isTake) ?? 'first', format }
  if (details.includes('updated')) return { kind: 'updated', widgetId, format }
  return details.includes('rows') ? { kind: 'rows', widgetId, format } : null
}

function parameterOf(name: string) {
  const range = /^(.+)\.(start|end)$/.exec(name)
  if (range?.[1] === undefined) return { kind: 'parameter', name, end: null } as const
  return { kind: 'parameter', name: range[1], end: range[2] === 'start' ? 'start' : 'end' } as const
}

/** The tag of a value as it is written into a text. @param sources with that of the tag */
export function writtenTag(tag: TextTag, sources: readonly TextSource[]): string {
  const nameOf = (widgetId: number) => sources.find((source) => source.widgetId === widgetId)?.name ?? ''
  const parts = (() => {
    switch (tag.kind) {
      case 'cell':
        return [`${nameOf(tag.widgetId)}.${tag.column}`, ...(tag.take === 'first' ? [] : [tag.take])]
      case 'rows':
        return [nameOf(tag.widgetId), 'rows']
      case 'updated':
        return tag.widgetId === null ? ['updated'] : [nameOf(tag.widgetId), 'updated']
      case 'parameter':
        return [PARAMETER + tag.name + (tag.end === null ? '' : `.${tag.end}`)]
    }
  })()
  return `{{ ${[...parts, ...(tag.format === null ? [] : [tag.format])].join(' | ')} }}`
}

/** Whether a column can stand in a tag. */
export const isInTags = (column: string): boolean => !hasMarks(column) && column.trim() === column && column !== ''

/** Whether the tags of a textbox are replaced. Those of texts from before, and from other clients, are plain text. */
export const hasLiveValues = ({ liveValues }: WidgetOptions): boolean => liveValues === true

/** The options of a textbox with this text: its tags are replaced if one of them refers to something. */
export function withLiveValues(options: WidgetOptions, text: string, sources: readonly TextSource[]): WidgetOptions {
  const { liveValues: _, ...others } = options
  return tagsIn(text, sources).some(({ tag }) => tag !== null) ? { ...others, liveValues: true } : others
}

/** More values in one text are not read. */
export const MAX_TEXT_VALUES = 100

/** The tags of a text in their order, each once, with what they refer to; null for nothing. */
export function tagsIn(text: string, sources: readonly TextSource[]): { content: string; tag: TextTag | null }[] {
  const contents = new Set([...text.matchAll(TAG)].map(([, content = '']) => content))
  return [...contents].slice(0, MAX_TEXT_VALUES).map((content) => ({ content, tag: readTag(content, sources) }))
}

/** One character for each value: Markdown leaves it alone, so that no value is ever read as Markdown. */
const FIRST_MARK = 0xe000
const MARKS = /[\uE000-\uE0FF]/g
/** A mark in a URL, where Markdown has encoded it. */
const MARKS_IN_URLS = /%EE(?:%80|%81|%82|%83)%[89AB][0-9A-F]/gi

/** A text with a mark in place of each tag. Other tags than these stay. */
export function withMarks(text: string, contents: readonly string[]): string {
  const places = new Map(contents.map((content, place) => [content, place]))
  return text.replace(MARKS, '').replace(TAG, (tag: string, content: string) => {
    const place = places.get(content)
    return place === undefined ? tag : String.fromCharCode(FIRST_MARK + place)
  })
}

/**
 * Replaces the marks of a text by values.
 * @param written how a value is written there, such as escaped for HTML
 */
export const filledMarks = (marked: string, values: readonly string[], written: (value: string) => string): string =>
  marked
    .replace(MARKS_IN_URLS, (mark) => encodeURIComponent(values[decodeURIComponent(mark).charCodeAt(0) - FIRST_MARK] ?? ''))
    .replace(MARKS, (mark) => written(values[mark.charCodeAt(0) - FIRST_MARK] ?? ''))
