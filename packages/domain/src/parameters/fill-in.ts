import { isBlank, parseTemplate, TemplateError } from '../mustache.ts'
import { lexicalRulesOf } from '../query-text/languages.ts'
import { type LexicalRules, plain } from '../query-text/lexical-rules.ts'
import { type ReaderPosition, TextReader } from '../query-text/text-reader.ts'
import { type Definition, typeOf, type Values } from './definition.ts'
import { Insertion, insertions } from './insertion.ts'
import { afterDash, renderTokens, type Sink, valueText } from './template.ts'

/** A value from the rows of a query cannot stand where the text asks for it; the message says what its author can do. */
export class UnsafeValueError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'ValueRefused'
  }
}

/**
 * The text of a query with values in place. Values that come from the rows of a query are escaped in the quotes around them; outside
 * of quotes they are numbers, dates and plain words. All others are filled in as they are, but for a text in quotes that would
 * leave them open.
 * @param values of `checkValues`, or such as nobody has checked; those without a definition count as text
 * @param language of the text, which decides what quotes are (`textLanguage`); null where there is no data source
 * @throws TemplateError when the tags of the text do not fit together, or repeat so much that the text becomes too long, ValueRefused when a value has no way to stand in the text
 */
export function fillIn(text: string, definitions: readonly Definition[], values: Values, language: string | null): string {
  const numbers = definitions.filter((definition) => typeOf(definition) === 'number').map(({ name }) => name)
  const filling = new QueryFiller(text, language, new Set(numbers))
  renderTokens(parseTemplate(text), [insertions(definitions, values)], filling)
  return filling.end()
}

/** Characters of a text with its values in place, and sections filled in: sections within sections over long lists multiply. */
const MAX_LENGTH = 20_000_000
const MAX_SECTIONS = 200_000

const QUOTES = ["'", '"', '`']

class QueryFiller implements Sink {
  readonly #lexis: LexicalRules
  readonly #language: string | null
  readonly #numbers: ReadonlySet<string>
  readonly #reader: TextReader
  readonly #parts: string[] = []
  /** What the reader has not read yet: most texts it never reads. */
  #unread = ''
  #lastSign = ''
  #length = 0
  #sections = 0
  /** The text without values from rows, to see that they have not changed its language. */
  #frame = ''
  /** The last value that may stand in quotes only. */
  #quoted: { name: string; key: string } | null = null
  /** The name of the last value from rows; null before the first one. */
  #lastData: string | null = null

  constructor(template: string, language: string | null, numbers: ReadonlySet<string>) {
    this.#lexis = lexicalRulesOf(language, template)
    this.#language = language
    this.#numbers = numbers
    this.#reader = new TextReader(this.#lexis)
  }

  isBlank(value: unknown): boolean {
    return value instanceof Insertion ? value.isEmpty : isBlank(value)
  }

  enterSection(): void {
    this.#sections++
    this.#refuseTooMuch()
  }

  write(text: string): void {
    this.#add(text)
    this.#frame += text
  }

  fill(value: unknown, name: string): void {
    if (value instanceof Insertion) {
      this.#choices(value)
      return
    }
    const text = valueText(value)
    const isNumber = typeof value === 'number' || this.#numbers.has(name)
    this.#languaged(isNumber ? afterDash(text, this.#lastSign) : text)
  }

  /** The text as a whole. */
  end(): string {
    if (this.#quoted !== null && this.#place().key === this.#quoted.key)
      throw new UnsafeValueError(`The quotes around {{ ${this.#quoted.name} }} are not closed in the query.`)
    if (this.#lastData !== null && lexicalRulesOf(this.#language, this.#frame) !== this.#lexis)
      throw new UnsafeValueError(
        `The value of parameter ${this.#lastData} cannot be filled in: another value changes the form of the query.`,
      )
    return this.#parts.join('')
  }

  #choices(insertion: Insertion): void {
    for (const { text, isValue } of insertion.parts()) {
      if (!isValue) this.write(text)
      else if (insertion.isData) this.#data(text, insertion.name)
      else this.#languaged(text)
    }
  }

  /** Text of an author. In quotes, one that would leave them open is data for sure. */
  #languaged(text: string): void {
    this.write(/['"`\\]/.test(text) ? this.#closed(text) : text)
  }

  #closed(text: string): string {
    const { kind, literal, isEscaped } = this.#place()
    if (literal === null || isEscaped || !QUOTES.includes(String(literal.closes))) return text
    const reader = this.#reader.copy()
    reader.read(text)
    const after = reader.place()
    // What ends in a comment takes the closing quote along with it.
    const isBalanced = after.isComment || (after.kind === kind && !after.isEscaped)
    return isBalanced ? text : (literal.write(text) ?? text)
  }

  #data(value: string, name: string): void {
    if (value.includes('\0'))
      throw new UnsafeValueError(`The value of parameter ${name} has a NUL character in it, which no query can hold.`)
    const place = this.#place()
    const isBare = innermost(place).literal === null
    const written = writtenAt(place, value)
    if (written === null) throw refusal(place, name)
    this.#add(isBare ? afterDash(written, this.#lastSign) : written)
    const { key, isOpenEnded } = this.#place()
    // Nothing between two signs would join them; a literal may open with both.
    const joins = isOpenEnded && (isBare || value !== '')
    if (joins || (value !== '' && key !== place.key)) throw refusal(place, name)
    this.#lastData = name
    if (plain(value) === null && QUOTES.includes(String(place.literal?.closes))) this.#quoted = { name, key }
  }

  #refuseTooMuch(): void {
    if (this.#length > MAX_LENGTH || this.#sections > MAX_SECTIONS)
      throw new TemplateError('The sections of the text repeat too much.')
  }

  #add(text: string): void {
    this.#length += text.length
    this.#refuseTooMuch()
    this.#parts.push(text)
    this.#unread += text
    this.#lastSign = text.at(-1) ?? this.#lastSign
  }

  #place(): ReaderPosition {
    this.#reader.read(this.#unread)
    this.#unread = ''
    return this.#reader.place()
  }
}

const innermost = (place: ReaderPosition): ReaderPosition => (place.inner === null ? place : innermost(place.inner))

/** A value as it is written at a place: for the literal that it stands in, and for those around that one. */
function writtenAt(place: ReaderPosition, value: string): string | null {
  if (place.isEscaped) return null
  const inner = place.inner === null ? value : writtenAt(place.inner, value)
  if (inner === null) return null
  return place.literal === null ? place.lexis.bare(inner) : place.literal.write(inner)
}

function refusal(place: ReaderPosition, name: string): UnsafeValueError {
  const { literal, isComment } = innermost(place)
  const what = `The value of parameter ${name}`
  if (isComment)
    return new UnsafeValueError(`${what} is not a number, a date or a plain word: take {{ ${name} }} out of the comment.`)
  if (literal === null)
    return new UnsafeValueError(
      `${what} is not a number, a date or a plain word: put quotes around {{ ${name} }} in the query.`,
    )
  return new UnsafeValueError(
    `${what} cannot be written in the quotes around {{ ${name} }}: use other quotes there in the query.`,
  )
}
