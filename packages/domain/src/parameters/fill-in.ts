import { i18n } from '../language/i18n.ts'
import { isBlank, parseTemplate, TemplateError } from '../mustache.ts'
import { lexicalRulesOf } from '../query-text/languages.ts'
import { type LexicalRules, plain, stringLiteral } from '../query-text/lexical-rules.ts'
import { nameInQuotes, nameWithoutQuotes } from '../query-text/names-in-quotes.ts'
import { endsDependOnSetting, isOneStatement, isReadAlike, UNREADABLE } from '../query-text/same-reading.ts'
import { type ReaderPosition, TextReader } from '../query-text/text-reader.ts'
import { type Definition, typeOf, type Values } from './definition.ts'
import { Insertion, insertions } from './insertion.ts'
import { withPreviousPeriods } from './previous.ts'
import { afterDash, renderTokens, type Sink, valueText } from './template.ts'

/** A value cannot be written at its place in the query text. The message tells the author how to fix it. */
export class UnsafeValueError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'UnsafeValueError'
  }
}

/**
 * Fills values into a query text. Values from the rows of a query are escaped for the quotes around them; outside of quotes they
 * must be numbers, dates or plain words. Texts that are passed as values are escaped as well, and quoted outside of quotes; they
 * must stand where SQL expects a value. Names of tables and columns are quoted as such. All other values are filled in unchanged,
 * except a text within quotes that would leave them open.
 * @param values result of `checkValues`, or unchecked values; those without a definition count as text
 * @param language of the query text (`textLanguage`); it decides what a quote is. null if there is no data source
 * @throws TemplateError if the tags do not fit together, or if repeated sections make the text too long; UnsafeValueError if a
 * value cannot be written at its place
 */
export function fillIn(text: string, definitions: readonly Definition[], values: Values, language: string | null): string {
  const numbers = definitions.filter((definition) => typeOf(definition) === 'number').map(({ name }) => name)
  const filling = new QueryFiller(text, language, new Set(numbers))
  renderTokens(parseTemplate(text), [insertions(definitions, withPreviousPeriods(definitions, values))], filling)
  return filling.end()
}

/** Limit in characters of the text with values and sections filled in, because nested sections over long lists multiply. */
const MAX_LENGTH = 20_000_000
const MAX_SECTIONS = 200_000
/** Parts of the text, also empty ones. */
const MAX_PARTS = 1_000_000

const QUOTES = ["'", '"', '`']

/** A name beside one of these would be joined to it, or be read with it. */
const JOINS_BEFORE = /[\p{L}\p{M}\p{N}_$&'"`]$/u
const JOINS_AFTER = /^[\p{L}\p{M}\p{N}_$'"`]/u

class QueryFiller implements Sink {
  readonly #lexis: LexicalRules
  readonly #language: string | null
  readonly #template: string
  readonly #numbers: ReadonlySet<string>
  readonly #reader: TextReader
  readonly #parts: string[] = []
  /** Text that is not passed to the reader yet. For most query texts the reader is never needed. */
  #unread = ''
  #lastSign = ''
  #length = 0
  #sections = 0
  #added = 0
  /** The query text without values from rows, to check that they have not changed how it is read. */
  #frame = ''
  /** The last value that may only be written within quotes. */
  #quoted: { name: string; key: string } | null = null
  /** The name of the last value from rows; null before the first one. */
  #lastData: string | null = null
  /** The parameter of the last name, or text that is passed as a value, that has other characters than plain words. */
  #lastQuoted: string | null = null
  /** Whether one of these was a name. */
  #hasQuotedName = false
  /** Whether a quote that follows would be read as a part of the literal before it. */
  #isAfterLiteral = false
  /** The parameter whose name of a table or column ends the text so far; null if something else does. */
  #nameAtEnd: string | null = null

  constructor(template: string, language: string | null, numbers: ReadonlySet<string>) {
    this.#lexis = lexicalRulesOf(language, template)
    this.#language = language
    this.#template = template
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

  /** The complete text. */
  end(): string {
    if (this.#quoted !== null && this.#place().key === this.#quoted.key)
      throw new UnsafeValueError(
        i18n._('The quotes around {tag} are not closed in the query.', { tag: tagOf(this.#quoted.name) }),
      )
    if (this.#lastData !== null && lexicalRulesOf(this.#language, this.#frame) !== this.#lexis)
      throw new UnsafeValueError(
        i18n._('The value of parameter {name} cannot be inserted: another value changes the structure of the query.', {
          name: this.#lastData,
        }),
      )
    const text = this.#parts.join('')
    if (this.#lastQuoted !== null && !this.#isReadAlike(text))
      throw new UnsafeValueError(
        i18n._('The value of parameter {name} cannot be inserted, because of a comment or of unusual quotes in the query.', {
          name: this.#lastQuoted,
        }),
      )
    return text
  }

  #isReadAlike(text: string): boolean {
    const language = this.#language ?? ''
    if (UNREADABLE.test(this.#template) || !isReadAlike(text, language, this.#lexis)) return false
    // With texts that are passed as values, the runner asks the server for its setting before it sends a single statement.
    return !endsDependOnSetting(text, language) || (!this.#hasQuotedName && isOneStatement(text, language))
  }

  #choices(insertion: Insertion): void {
    const parts = insertion.parts()
    if (parts.length === 0 && insertion.isQuoted && this.#isPlaceOfValue()) this.write(' NULL')
    for (const { text, isValue } of parts) {
      if (!isValue) this.write(text)
      else if (insertion.isName) this.#name(text, insertion.name)
      else if (insertion.isQuoted) this.#quotedText(text, insertion.name)
      else if (insertion.isData) this.#data(text, insertion.name)
      else this.#languaged(text)
    }
  }

  #isPlaceOfValue(): boolean {
    const { literal, isComment, takesValue } = this.#place()
    return takesValue && literal === null && !isComment
  }

  /** Adds a text that is only ever a value. Anywhere else it could choose a table, a column or a file. */
  #quotedText(text: string, name: string): void {
    refuseNul(text, name)
    if (!this.#place().takesValue || UNREADABLE.test(this.#template)) throw notAValue(name, this.#lexis)
    if (plain(text) === null) this.#lastQuoted = name
    if (!this.#isPlaceOfValue()) {
      this.#data(text, name)
      return
    }
    const written = stringLiteral(this.#lexis, text)
    if (written === null)
      throw new UnsafeValueError(i18n._('The value of parameter {name} cannot be written as a text in the query.', { name }))
    this.#add(written)
    this.#isAfterLiteral = true
    this.#lastData = name
  }

  /** Adds the name of a table or a column: quoted, or as the content of the quotes around it. */
  #name(text: string, name: string): void {
    refuseNul(text, name)
    const { literal, isComment } = this.#place()
    if (!this.#lexis.isSql)
      throw new UnsafeValueError(
        i18n._('Parameter {name} is the name of a table or column: only SQL has such names. Make it a dropdown list.', {
          name,
        }),
      )
    if (isComment)
      throw new UnsafeValueError(
        i18n._('Parameter {name} is the name of a table or column: take {tag} out of the comment.', { name, tag: tagOf(name) }),
      )
    // Spaces change nothing in how a text is read.
    if (plain(text.replaceAll(' ', '_')) === null) {
      this.#lastQuoted = name
      this.#hasQuotedName = true
    }
    if (literal?.holds === 'name') this.#data(nameWithoutQuotes(text, this.#lexis), name)
    else if (literal?.holds === 'values') this.#data(text, name)
    else if (literal !== null)
      throw new UnsafeValueError(
        i18n._('Parameter {name} is the name of a table or column: take {tag} out of the quotes, or make it a dropdown list.', {
          name,
          tag: tagOf(name),
        }),
      )
    else this.#nameInQuotes(text, name)
  }

  #nameInQuotes(text: string, name: string): void {
    if (this.#nameAtEnd !== null || JOINS_BEFORE.test(this.#lastSign)) throw touching(name)
    const written = nameInQuotes(text, this.#lexis)
    if (written === null)
      throw new UnsafeValueError(
        i18n._('The value of parameter {name} has a character that a quoted name cannot have here. Choose another name.', {
          name,
        }),
      )
    this.#add(written)
    this.#nameAtEnd = name
    this.#lastData = name
  }

  /** Adds a text typed by an author. Within quotes, a text that would leave them open is escaped like a value from rows. */
  #languaged(text: string): void {
    this.write(/['"`\\]/.test(text) ? this.#closed(text) : text)
  }

  #closed(text: string): string {
    const { kind, literal, isEscaped } = this.#place()
    if (literal === null || isEscaped || !QUOTES.includes(String(literal.closes))) return text
    const reader = this.#reader.copy()
    reader.read(text)
    const after = reader.place()
    // A text that ends in a comment would hide the closing quote.
    const isBalanced = after.isComment || (after.kind === kind && !after.isEscaped)
    return isBalanced ? text : (literal.write(text) ?? text)
  }

  #data(value: string, name: string): void {
    refuseNul(value, name)
    const place = this.#place()
    const isBare = innermost(place).literal === null
    const written = writtenAt(place, value)
    if (written === null) throw refusal(place, name)
    this.#add(isBare ? afterDash(written, this.#lastSign) : written)
    const { key, isOpenEnded } = this.#place()
    // An empty value would join the characters on both sides; within a literal, both may belong to its opening.
    const joins = isOpenEnded && (isBare || value !== '')
    if (joins || (value !== '' && key !== place.key)) throw refusal(place, name)
    this.#lastData = name
    if (plain(value) === null && QUOTES.includes(String(place.literal?.closes))) this.#quoted = { name, key }
  }

  #refuseTooMuch(): void {
    if (this.#length > MAX_LENGTH || this.#sections > MAX_SECTIONS || this.#added > MAX_PARTS)
      throw new TemplateError(i18n._('The sections of the query repeat too often.'))
  }

  #add(text: string): void {
    // The last sign is the quote that closes the name.
    if (this.#nameAtEnd !== null && (JOINS_AFTER.test(text) || (text !== '' && text.startsWith(this.#lastSign))))
      throw touching(this.#nameAtEnd)
    if (text !== '') this.#nameAtEnd = null
    const added = this.#isAfterLiteral && text.startsWith("'") ? ` ${text}` : text
    if (text !== '') this.#isAfterLiteral = false
    this.#length += added.length
    this.#added++
    this.#refuseTooMuch()
    if (added !== '') this.#parts.push(added)
    this.#unread += added
    this.#lastSign = added.at(-1) ?? this.#lastSign
  }

  #place(): ReaderPosition {
    this.#reader.read(this.#unread)
    this.#unread = ''
    return this.#reader.place()
  }
}

const innermost = (place: ReaderPosition): ReaderPosition => (place.inner === null ? place : innermost(place.inner))

/** Writes a value for the literal at this place and for the literals around that one; null if that is not possible. */
function writtenAt(place: ReaderPosition, value: string): string | null {
  if (place.isEscaped) return null
  const inner = place.inner === null ? value : writtenAt(place.inner, value)
  if (inner === null) return null
  return place.literal === null ? place.lexis.bare(inner) : place.literal.write(inner)
}

/** The tag of a parameter, as the query has it. */
const tagOf = (name: string) => `{{ ${name} }}`

function refuseNul(value: string, name: string): void {
  if (value.includes('\0'))
    throw new UnsafeValueError(
      i18n._('The value of parameter {name} contains a NUL character, which a query cannot have.', { name }),
    )
}

const touching = (name: string) =>
  new UnsafeValueError(
    i18n._(
      'Parameter {name} is the name of a table or column: put a space between {tag} and the letters or quotes beside it.',
      { name, tag: tagOf(name) },
    ),
  )

const notAValue = (name: string, { isSql }: LexicalRules) =>
  new UnsafeValueError(
    isSql
      ? i18n._('Parameter {name} is passed as a value, but {tag} does not stand where the query expects one.', {
          name,
          tag: tagOf(name),
        })
      : i18n._('Parameter {name} is passed as a value, which only SQL queries can do.', { name }),
  )

function refusal(place: ReaderPosition, name: string): UnsafeValueError {
  const { literal, isComment } = innermost(place)
  const values = { name, tag: tagOf(name) }
  if (isComment)
    return new UnsafeValueError(
      i18n._('The value of parameter {name} is not a number, a date or a plain word: take {tag} out of the comment.', values),
    )
  if (literal === null)
    return new UnsafeValueError(
      i18n._(
        'The value of parameter {name} is not a number, a date or a plain word: put quotes around {tag} in the query.',
        values,
      ),
    )
  return new UnsafeValueError(
    i18n._(
      'The value of parameter {name} cannot be written in the quotes around {tag}: use other quotes there in the query.',
      values,
    ),
  )
}
