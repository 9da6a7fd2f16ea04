import { parseTemplate, type Tag, TemplateError, type Token } from '../mustache.ts'
import { lexicalRulesOf } from '../query-text/languages.ts'
import type { Literal } from '../query-text/lexical-rules.ts'
import { endsDependOnSetting, isOneStatement, isReadAlike, UNREADABLE } from '../query-text/same-reading.ts'
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
  /** Whether it is within a list of `SELECT` or `RETURNING`. */
  isSelected: boolean
  /**
   * Why the query text cannot be read with certainty here: the quotes around the place are not closed; another reader would find
   * other literals and comments, which matters to values with special characters; or a comment or line break of one engine only
   * makes every place uncertain. null if it can be.
   */
  doubt: 'unclosed' | 'special characters' | 'everything' | null
}

/**
 * The places of all parameters in a query text, in order; those in repeated or left out sections once. Empty if the tags do not fit
 * together, or if the language is not SQL.
 * @param language of the query text (`textLanguage`); null if there is no data source
 */
export function placesOf(text: string, language: string | null): Place[] {
  const lexis = lexicalRulesOf(language, text)
  const finder = new PlaceFinder(new TextReader(lexis))
  finder.walk(lexis.isSql ? tokensOf(text) : [], null)
  const { places, open, filled } = finder
  if (places.length === 0 || language === null) return places
  if (UNREADABLE.test(text)) return places.map((place) => ({ ...place, isOfValue: false, doubt: 'everything' }))
  const hasOneReading =
    isReadAlike(filled, language, lexis) && (!endsDependOnSetting(filled, language) || isOneStatement(filled, language))
  return places.map((place) => ({
    ...place,
    doubt: open !== null && place.start >= open ? 'unclosed' : hasOneReading ? null : 'special characters',
  }))
}

/** Whether a parameter is only ever a value: a text that is passed as one cannot change what the query does. */
export function isOnlyValue(name: string, text: string, language: string | null): boolean {
  const places = placesOf(text, language)
  return places.length > 0 && places.every((place) => place.name !== name || place.isOfValue)
}

type ValueTag = Extract<Tag, { kind: 'value' }>

class PlaceFinder {
  readonly places: Place[] = []
  /** The text so far, with a plain word for each value. */
  filled = ''
  readonly #reader: TextReader
  /** The first place in the literal that was open at the last one, and the key of that literal. */
  #inLiteral: { start: number; key: string } | null = null

  constructor(reader: TextReader) {
    this.#reader = reader
  }

  /** @param item the parameter whose section this is, which `{{ . }}` stands for; null outside of sections */
  walk(tokens: readonly Token[], item: string | null): void {
    for (const token of tokens) {
      if (token.kind === 'text') this.#read(token.text)
      else if (token.kind === 'value') this.#addPlace(token, item)
      else this.walk(token.tokens, token.isInverted ? item : baseName(token.name))
    }
  }

  /** The start of the first place in a literal that is still open; null if there is none. */
  get open(): number | null {
    const { literal, key } = this.#reader.place()
    return literal !== null && this.#inLiteral?.key === key ? this.#inLiteral.start : null
  }

  #read(text: string): void {
    this.#reader.read(text)
    this.filled += text
  }

  #addPlace({ name, start, end }: ValueTag, item: string | null): void {
    const { takesValue, isSelected, literal, isComment, key } = this.#reader.place()
    const within = isComment ? 'comment' : literal === null ? null : (literal.holds ?? 'text')
    this.places.push({
      name: name === '.' && item !== null ? item : baseName(name),
      start,
      end,
      within,
      isOfValue: takesValue,
      isSelected,
      doubt: null,
    })
    if (literal !== null && this.#inLiteral?.key !== key) this.#inLiteral = { start, key }
    // Stands for the value, so that what follows is read as it will be.
    this.#read(literal === null ? '0' : 'x')
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
