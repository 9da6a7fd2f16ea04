/** Words after which an expression may begin, and with it a value. */
const BEFORE_VALUES = new Set(
  'AND BETWEEN CASE DISTINCT ELSE ESCAPE GLOB HAVING ILIKE LIKE NOT ON OR QUALIFY REGEXP RETURNING RLIKE SELECT THEN WHEN WHERE'.split(
    ' ',
  ),
)
/** Words that begin a list of expressions. */
const VALUE_CLAUSES = new Set('HAVING ON QUALIFY RETURNING SELECT SET VALUES WHERE'.split(' '))
/** Words that begin a list of something else, such as names of tables, files or columns. */
const OTHER_CLAUSES = new Set(
  'ALTER ATTACH BY CALL COPY CREATE DATABASE DELETE DROP EXEC EXECUTE FETCH FROM IMMEDIATE INSERT INTO JOIN LIMIT MERGE OFFSET PREPARE SCHEMA TABLE TO UPDATE USE USING WITH'.split(
    ' ',
  ),
)
/** Words that name the type of the literal after them, as in `DATE '2026-01-31'`. */
const LITERAL_TYPES = new Set('DATE DATETIME INTERVAL TIME TIMESTAMP'.split(' '))
/** Letters that belong to the literal after them, as in `E'…'` and `_utf8'…'`. */
const PREFIX = /^(?:[BENQRX]|BR|NQ|RB|_\w+)$/

const TOKEN = /[\p{L}\p{N}_]+|[^\s\p{L}\p{N}_]/gu
const OPERATOR = /^[-+*/%<>=!~^&|]$/
const WORD = /^[\p{L}_]/u
const WORD_SIGN = /[\p{L}\p{N}_]/u

/**
 * Tracks in a SQL text whether a value may follow: after an operator, in the list of an `IN` or of a function. Where names may stand
 * (`FROM`, `INTO`, `ORDER BY`), a text that the reader takes for a value would name a table, a file or a column. In doubt the
 * answer is no.
 */
export class ExpressionPosition {
  /** Whether the list at each level of parentheses consists of expressions. */
  #lists: boolean[] = [false]
  #last = ''
  #takesValue = false
  /** The same before the last word, which may be a prefix or the type of a literal. */
  #tookValue = false
  #isAfterSpace = true
  /** A word or number at the end, which may go on in the next part. */
  #unfinished = ''

  /** Another one in the same state. */
  copy(): ExpressionPosition {
    const copy = new ExpressionPosition()
    copy.#lists = [...this.#lists]
    copy.#last = this.#last
    copy.#takesValue = this.#takesValue
    copy.#tookValue = this.#tookValue
    copy.#isAfterSpace = this.#isAfterSpace
    copy.#unfinished = this.#unfinished
    return copy
  }

  /** Reads text outside of literals and comments, in parts. */
  read(code: string): void {
    if (code === '') return
    const text = this.#unfinished + code
    let end = text.length
    while (end > 0 && WORD_SIGN.test(text.charAt(end - 1))) end--
    this.#unfinished = text.slice(end)
    for (const [token] of text.slice(0, end).matchAll(TOKEN)) this.#readToken(token)
    if (this.#unfinished === '') this.#isAfterSpace = /\s$/.test(text)
  }

  /** Ends a word, as a literal, a comment and the end of the text do. */
  finish(): void {
    if (this.#unfinished !== '') this.#readToken(this.#unfinished)
    this.#unfinished = ''
  }

  /** Reads a literal as a whole. */
  readLiteral(): void {
    this.#enter('', false)
  }

  /** Whether a value may stand here, without quotes. */
  get takesValue(): boolean {
    return this.#takesValue
  }

  /** Whether a literal that is a value may begin here; a prefix or a type of it is already read. */
  get takesLiteral(): boolean {
    const isPrefixed = LITERAL_TYPES.has(this.#last) || (PREFIX.test(this.#last) && !this.#isAfterSpace)
    return this.#takesValue || (isPrefixed && this.#tookValue)
  }

  #readToken(token: string): void {
    // A column may be called like a keyword, as in `t.values`; in lower case it is none.
    const isPartOfName = this.#last === '.' || this.#last === '$'
    if (WORD.test(token)) this.#readWord(isPartOfName ? token.toLowerCase() : token.toUpperCase())
    else if (token === '(' || token === '[') this.#open()
    else if (token === ')' || token === ']') this.#close()
    else if (token === ',') this.#enter(token, this.#isOfValues)
    else if (token === ';') this.#end()
    else this.#enter(token, OPERATOR.test(token) && this.#isOfValues)
  }

  #readWord(word: string): void {
    if (VALUE_CLAUSES.has(word)) this.#isOfValues = true
    if (OTHER_CLAUSES.has(word)) this.#isOfValues = false
    this.#enter(word, BEFORE_VALUES.has(word) && this.#isOfValues)
  }

  #open(): void {
    const isCall = WORD.test(this.#last) && !OTHER_CLAUSES.has(this.#last)
    const isList = this.#takesValue || (this.#isOfValues && isCall)
    this.#lists.push(isList)
    this.#enter('(', isList)
  }

  #close(): void {
    if (this.#lists.length > 1) this.#lists.pop()
    this.#enter(')', false)
  }

  #end(): void {
    this.#lists = [false]
    this.#enter('', false)
  }

  #enter(token: string, takesValue: boolean): void {
    this.#tookValue = this.#takesValue
    this.#last = token
    this.#takesValue = takesValue
    this.#isAfterSpace = false
  }

  get #isOfValues(): boolean {
    return this.#lists.at(-1) === true
  }

  set #isOfValues(isOfValues: boolean) {
    this.#lists[this.#lists.length - 1] = isOfValues
  }
}
