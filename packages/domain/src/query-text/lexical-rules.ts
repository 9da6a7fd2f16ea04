/**
 * How a language writes literals and comments, as far as filling in values needs to know. Patterns are sticky and are tried at
 * one position. A lookbehind sees up to 200 characters; the start of the text counts as a line break.
 */
export interface LexicalRules {
  literals: readonly Literal[]
  comments: readonly Comment[]
  /**
   * Writes a value outside of literals.
   * @returns null if the value is not allowed there
   */
  bare(value: string): string | null
  /** True for dialects of SQL. */
  isSql?: true
}

interface Opening {
  opens: RegExp
  /** Matches the end of a text that may be the beginning of an opening. */
  partial?: RegExp
}

/** A string, a quoted name, or another part of a text with its own way of escaping values. */
export interface Literal extends Opening {
  /** The closing characters, or a function that returns them for an opening. A pattern begins with a line break. */
  closes: string | ((opening: string, before: string) => string | RegExp)
  /** Whether a doubled closing character stands for the character itself. */
  isDoubled?: boolean
  /** Whether a backslash escapes the next character. */
  hasBackslashes?: boolean
  /** Opens an interpolation, which `}` closes. */
  interpolation?: string
  /** Present if its content is not only a value: it may be a name, a text or a name as a setting decides, or values for a query. */
  holds?: 'name' | 'text or name' | 'values'
  /** The rules of the content, if that is in a language of its own. */
  inside?: (before: string) => LexicalRules | null
  /**
   * Writes a value into the literal.
   * @returns null if the literal cannot hold it
   */
  write(value: string): string | null
}

export interface Comment extends Opening {
  closes: string
  /** Opens a nested comment. */
  nests?: string
}

const BARE_NUMBER = /^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/
const TIME = '\\d\\d:\\d\\d(?::\\d\\d(?:\\.\\d{1,9})?)?(?:Z|[+-]\\d\\d:?\\d\\d)?'
const BARE_TIME = new RegExp(`^(?:\\d{4}-\\d\\d-\\d\\d(?:[ T]${TIME})?|${TIME})$`)
/** Letters that look like quotes (U+02B0 to U+02FF) are excluded, because some databases convert them to quotes. */
const BARE_WORD = /^(?!.*--)(?=.*[\p{L}\p{N}_])(?:(?![\u02b0-\u02ff])[\p{L}\p{M}\p{N}_.-])+$/u

/** An empty value, or one that is a number, a date, a time or a plain word; null for any other value. */
export const plain = (value: string): string | null =>
  value === '' || BARE_NUMBER.test(value) || BARE_TIME.test(value) || BARE_WORD.test(value) ? value : null

/**
 * A text as a string literal of SQL.
 * @returns null if the language has none that can hold it
 */
export function stringLiteral(lexis: LexicalRules, text: string): string | null {
  const written = plainString(lexis)?.write(text) ?? null
  return written === null ? null : `'${written}'`
}

/** The literal in single quotes that needs no prefix. */
export const plainString = ({ literals }: LexicalRules): Literal | undefined =>
  literals.find((literal) => literal.closes === "'" && isOpenedBy(literal, "'"))

/** Whether a sign opens a literal without a prefix. */
export function isOpenedBy({ opens }: Literal, sign: string): boolean {
  opens.lastIndex = 0
  return opens.test(sign)
}

/** A value as a component of a URL; null for dots, which would change the path. */
export const urlComponent = (value: string): string | null => (/^\.+$/.test(value) ? null : percentEncoded(value))

/** A value of a form; null if it has half of a character, which cannot be encoded. */
function percentEncoded(value: string): string | null {
  if (!value.isWellFormed()) return null
  return encodeURIComponent(value).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
}

const sticky = (sign: string): RegExp => new RegExp(`\\${sign}`, 'y')

/** Quotes are escaped by doubling them: `'O''Brien'`. */
export const doubled = (quote: string, opens: RegExp = sticky(quote)): Literal => ({
  opens,
  closes: quote,
  isDoubled: true,
  write: (value) => value.replaceAll(quote, quote + quote),
})

/** Quotes and backslashes are both doubled. This is also safe if the server does not treat backslashes as escapes. */
export const doubledWithBackslashes = (quote: string, opens?: RegExp): Literal => ({
  ...doubled(quote, opens),
  hasBackslashes: true,
  write: (value) => value.replaceAll('\\', '\\\\').replaceAll(quote, quote + quote),
})

/**
 * Quotes are escaped by a backslash: `'O\'Brien'`.
 * @param names further escapes: the letter after the backslash, by character
 */
export const backslashed = (quote: string, names: Record<string, string> = {}, opens: RegExp = sticky(quote)): Literal => ({
  opens,
  closes: quote,
  hasBackslashes: true,
  write: (value) =>
    Array.from(value, (sign) => (sign === '\\' || sign === quote ? `\\${sign}` : (names[sign] ?? sign))).join(''),
})

/** Escapes of line breaks, for literals that must close on the same line. */
export const LINE_BREAKS = { '\n': '\\n', '\r': '\\r' }

/**
 * A literal without escapes.
 * @param forbidden matches values that it cannot hold
 */
export const raw = (opens: RegExp, closes: Literal['closes'], forbidden: RegExp): Literal => ({
  opens,
  closes,
  write: (value) => (forbidden.test(value) ? null : value),
})

/** The same literal for percent-encoded values, because the whole query text is decoded first. */
export const inForm = (literal: Literal): Literal => ({
  ...literal,
  write: (value) => {
    const written = literal.write(value)
    return written === null ? null : percentEncoded(written)
  },
})

/** PostgreSQL's `$$…$$` and `$tag$…$tag$`. A value with a dollar sign could become part of the closing tag. */
export const dollarQuoted: Literal = {
  ...raw(/(?<![\w$\u0080-\uffff])\$(?:[A-Za-z_\u0080-\uffff][\w\u0080-\uffff]{0,62})?\$/y, (opening) => opening, /\$/),
  partial: /(?<![\w$\u0080-\uffff])\$[\w\u0080-\uffff]{0,63}$/y,
}

/** A comment to the end of the line. */
export const line = (opens: RegExp, partial?: RegExp): Comment => ({ opens, ...(partial ? { partial } : {}), closes: '\n' })
export const dashes = line(/--/y, /-$/y)
export const slashes = line(/\/\//y, /\/$/y)
export const block: Comment = { opens: /\/\*/y, partial: /\/$/y, closes: '*/' }
export const nestedBlock: Comment = { ...block, nests: '/*' }
