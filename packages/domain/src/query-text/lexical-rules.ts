/**
 * How a language writes texts and comments, as far as filling in values needs to know. A pattern is sticky and is tried at a
 * sign; what stands up to 200 characters in front of it can be looked back at, and the very beginning looks like a line break.
 */
export interface LexicalRules {
  literals: readonly Literal[]
  comments: readonly Comment[]
  /**
   * A value as it may stand outside of literals.
   * @returns null when it may not
   */
  bare(value: string): string | null
}

interface Opening {
  opens: RegExp
  /** Matches the end of a text that may be the beginning of an opening. */
  partial?: RegExp
}

/** A string, a quoted name, or another stretch of a text in which values are written in a way of its own. */
export interface Literal extends Opening {
  /** What closes it, or what does so after a certain opening; a pattern begins with a line break. */
  closes: string | ((opening: string, before: string) => string | RegExp)
  /** Whether the closing sign, written twice, stands for itself. */
  isDoubled?: boolean
  /** Whether a backslash takes its meaning from the next sign. */
  hasBackslashes?: boolean
  /** What opens a stretch of code in it, which `}` closes. */
  interpolation?: string
  /** The language of what it holds, where that is one again. */
  inside?: (before: string) => LexicalRules | null
  /**
   * A value as it is written into it.
   * @returns null for a value that it cannot hold
   */
  write(value: string): string | null
}

export interface Comment extends Opening {
  closes: string
  /** Opens another comment in this one. */
  nests?: string
}

const BARE_NUMBER = /^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/
const TIME = '\\d\\d:\\d\\d(?::\\d\\d(?:\\.\\d{1,9})?)?(?:Z|[+-]\\d\\d:?\\d\\d)?'
const BARE_TIME = new RegExp(`^(?:\\d{4}-\\d\\d-\\d\\d(?:[ T]${TIME})?|${TIME})$`)
/** Letters that look like quotes (U+02B0 to U+02FF) are left out: some databases turn them into quotes. */
const BARE_WORD = /^(?!.*--)(?=.*[\p{L}\p{N}_])(?:(?![\u02b0-\u02ff])[\p{L}\p{M}\p{N}_.-])+$/u

/** A value that is a number, a date, a time, a plain word or nothing; null for every other one. */
export const plain = (value: string): string | null =>
  value === '' || BARE_NUMBER.test(value) || BARE_TIME.test(value) || BARE_WORD.test(value) ? value : null

/** A value as a component of a URL; null where it would lead to another folder. */
export function percentEncoded(value: string): string | null {
  if (/^\.+$/.test(value) || !value.isWellFormed()) return null
  return encodeURIComponent(value).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
}

const sticky = (sign: string): RegExp => new RegExp(`\\${sign}`, 'y')

/** Between quotes that are doubled: `'O''Brien'`. */
export const doubled = (quote: string, opens: RegExp = sticky(quote)): Literal => ({
  opens,
  closes: quote,
  isDoubled: true,
  write: (value) => value.replaceAll(quote, quote + quote),
})

/** Between quotes that are doubled, and with backslashes, which are doubled too. It holds where the server does not read them. */
export const doubledWithBackslashes = (quote: string, opens?: RegExp): Literal => ({
  ...doubled(quote, opens),
  hasBackslashes: true,
  write: (value) => value.replaceAll('\\', '\\\\').replaceAll(quote, quote + quote),
})

/**
 * Between quotes that a backslash escapes: `'O\'Brien'`.
 * @param names what a backslash writes besides itself and the quote: the letter by the character
 */
export const backslashed = (quote: string, names: Record<string, string> = {}, opens: RegExp = sticky(quote)): Literal => ({
  opens,
  closes: quote,
  hasBackslashes: true,
  write: (value) =>
    Array.from(value, (sign) => (sign === '\\' || sign === quote ? `\\${sign}` : (names[sign] ?? sign))).join(''),
})

/** Line breaks as letters, for quotes that have to close in their line. */
export const LINE_BREAKS = { '\n': '\\n', '\r': '\\r' }

/** Between signs that cannot be escaped. @param forbidden what a value must not have */
export const raw = (opens: RegExp, closes: Literal['closes'], forbidden: RegExp): Literal => ({
  opens,
  closes,
  write: (value) => (forbidden.test(value) ? null : value),
})

/** The same literal for values that are written percent-encoded, because the whole text is decoded first. */
export const inForm = (literal: Literal): Literal => ({
  ...literal,
  write: (value) => {
    const written = literal.write(value)
    return written === null || written === '' ? written : percentEncoded(written)
  },
})

/** PostgreSQL's `$$…$$` and `$tag$…$tag$`. A value with a dollar sign could become a part of the closing tag. */
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
