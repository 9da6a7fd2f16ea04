import { parseTemplate, type Tag, TemplateError, type Token } from '../mustache.ts'
import { lexicalRulesOf } from '../query-text/languages.ts'
import type { Literal } from '../query-text/lexical-rules.ts'
import { UNREADABLE } from '../query-text/same-reading.ts'
import { TextReader } from '../query-text/text-reader.ts'
import { baseName } from './template.ts'

/** A place of a parameter in a query text. */
export interface Place {
  /** The name of the parameter. */
  name: string
  /** Offsets of the tag in the query text; the end is exclusive. */
  start: number
  end: number
  /** Whether the tag stands in a comment or in a literal, and what that holds; null if it stands in neither. */
  within: 'text' | NonNullable<Literal['holds']> | 'comment' | null
  /** Whether the query expects a value there. Elsewhere a text would be a name, a keyword, a comment or a piece of SQL. */
  isOfValue: boolean
}

/**
 * The places of all parameters in a query text, in order; those in repeated or left out sections once. Empty if the tags do not fit
 * together, or if the language is not SQL.
 * @param language of the query text (`textLanguage`); null if there is no data source
 */
export function placesOf(text: string, language: string | null): Place[] {
  const lexis = lexicalRulesOf(language, text)
  const tokens = lexis.isSql && !UNREADABLE.test(text) ? tokensOf(text) : []
  const finder = new PlaceFinder(new TextReader(lexis))
  finder.walk(tokens, null)
  return finder.places
}

/** Whether a parameter is only ever a value: a text that is passed as one cannot change what the query does. */
export function isOnlyValue(name: string, text: string, language: string | null): boolean {
  const places = placesOf(text, language)
  return places.length > 0 && places.every((place) => place.name !== name || place.isOfValue)
}

type ValueTag = Extract<Tag, { kind: 'value' }>

class PlaceFinder {
  readonly places: Place[] = []
  readonly #reader: TextReader

  constructor(reader: TextReader) {
    this.#reader = reader
  }

  /** @param item the parameter whose section this is, which `{{ . }}` stands for; null outside of sections */
  walk(tokens: readonly Token[], item: string | null): void {
    for (const token of tokens) {
      if (token.kind === 'text') this.#reader.read(token.text)
      else if (token.kind === 'value') this.#addPlace(token, item)
      else this.walk(token.tokens, token.isInverted ? item : baseName(token.name))
    }
  }

  #addPlace({ name, start, end }: ValueTag, item: string | null): void {
    const { takesValue, literal, isComment } = this.#reader.place()
    const within = isComment ? 'comment' : literal === null ? null : (literal.holds ?? 'text')
    this.places.push({ name: name === '.' && item !== null ? item : baseName(name), start, end, within, isOfValue: takesValue })
    // Stands for the value, so that what follows is read as it will be.
    this.#reader.read(literal === null ? '0' : 'x')
  }
}

function tokensOf(text: string): Token[] {
  try {
    return parseTemplate(text)
  } catch (error) {
    if (error instanceof TemplateError) return []
    throw error
  }
}
