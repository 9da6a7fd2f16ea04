/** A part of a query text: code, a quoted string or name, or a comment. */
export interface Piece {
  kind: 'code' | 'quoted' | 'comment'
  /** Offsets into the query text; `end` is exclusive. A line comment ends before its line break. */
  start: number
  end: number
}

/** The lexical differences between dialects that matter for finding the end of a statement. */
interface DialectRules {
  backslashEscapes: boolean
  dollarQuotes: boolean
  backticks: boolean
  /** `[a name]` */
  bracketNames: boolean
  hashComments: boolean
  nestedComments: boolean
}

const standard: DialectRules = {
  backslashEscapes: false,
  dollarQuotes: false,
  backticks: true,
  bracketNames: false,
  hashComments: false,
  nestedComments: false,
}
const postgresLike: DialectRules = { ...standard, dollarQuotes: true, backticks: false, nestedComments: true }
const mysqlLike: DialectRules = { ...standard, backslashEscapes: true, hashComments: true }
const rulesByDialect: Record<string, DialectRules> = {
  postgresql: postgresLike,
  duckdb: postgresLike,
  vertica: postgresLike,
  sqlite: { ...standard, bracketNames: true },
  mysql: mysqlLike,
  mariadb: mysqlLike,
  bigquery: mysqlLike,
  snowflake: { ...standard, backslashEscapes: true, dollarQuotes: true },
  databricks: { ...standard, backslashEscapes: true },
  hive: { ...standard, backslashEscapes: true, nestedComments: true },
  spark: { ...standard, backslashEscapes: true, nestedComments: true },
  n1ql: { ...standard, backslashEscapes: true },
  clickhouse: { ...standard, backslashEscapes: true, dollarQuotes: true },
  transactsql: { ...standard, backticks: false, bracketNames: true, nestedComments: true },
}

/** Characters that may begin a quoted part or a comment in any dialect. */
const SPECIAL = /['"`[$\-#/]/g

/**
 * Splits SQL into adjacent pieces that cover the whole text. An unfinished string or comment extends to the end of the text; the
 * database reports the error.
 * @param dialect a runner's `dialect`; standard SQL if it is unknown
 */
export function scan(text: string, dialect: string): Piece[] {
  const lexis = rulesByDialect[dialect] ?? standard
  const pieces: Piece[] = []
  let codeStart = 0
  let at = 0
  for (;;) {
    SPECIAL.lastIndex = at
    const found = SPECIAL.exec(text)
    if (!found) break
    at = found.index
    const special = specialAt(text, at, lexis)
    if (special === null) {
      at++
      continue
    }
    if (codeStart < at) pieces.push({ kind: 'code', start: codeStart, end: at })
    pieces.push({ kind: special.kind, start: at, end: special.end })
    at = special.end
    codeStart = at
  }
  if (codeStart < text.length) pieces.push({ kind: 'code', start: codeStart, end: text.length })
  return pieces
}

/** Hides parameter tags, whose signs would begin a comment in some dialects. All offsets stay the same. */
export const withoutTags = (text: string): string => text.replace(/\{\{[^{}]*\}\}/g, (tag) => '_'.repeat(tag.length))

function specialAt(text: string, at: number, lexis: DialectRules): { kind: 'quoted' | 'comment'; end: number } | null {
  switch (text[at]) {
    case "'":
      return { kind: 'quoted', end: quoteEnd(text, at, "'", lexis.backslashEscapes || isEscapeString(text, at)) }
    case '"':
      return { kind: 'quoted', end: quoteEnd(text, at, '"', lexis.backslashEscapes) }
    case '`':
      return lexis.backticks ? { kind: 'quoted', end: quoteEnd(text, at, '`', false) } : null
    case '[':
      return lexis.bracketNames ? { kind: 'quoted', end: quoteEnd(text, at, ']', false) } : null
    case '$': {
      const end = lexis.dollarQuotes ? dollarEnd(text, at) : null
      return end === null ? null : { kind: 'quoted', end }
    }
    case '-':
      return isDashComment(text, at, lexis) ? { kind: 'comment', end: lineEnd(text, at) } : null
    case '#':
      return lexis.hashComments ? { kind: 'comment', end: lineEnd(text, at) } : null
    case '/':
      return text[at + 1] === '*' ? { kind: 'comment', end: blockEnd(text, at, lexis.nestedComments) } : null
    default:
      return null
  }
}

/** The end of a quoted part; a doubled quote stands for the quote itself. */
function quoteEnd(text: string, start: number, quote: string, backslashEscapes: boolean): number {
  for (let at = start + 1; at < text.length; at++) {
    if (text[at] === '\\' && backslashEscapes) at++
    else if (text[at] === quote) {
      if (text[at + 1] !== quote) return at + 1
      at++
    }
  }
  return text.length
}

/** PostgreSQL's `E'…'`, in which a backslash is always an escape. */
function isEscapeString(text: string, at: number): boolean {
  return /[eE]/.test(text[at - 1] ?? '') && !/[\w$]/.test(text[at - 2] ?? '')
}

/** The end of `$$…$$` or `$tag$…$tag$`; null if the dollar sign begins neither, as in `$1`. */
function dollarEnd(text: string, start: number): number | null {
  if (/[\w$]/.test(text[start - 1] ?? '')) return null
  const tag = /^\$(?:[A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*)?\$/.exec(text.slice(start, start + 66))?.[0]
  if (tag === undefined) return null
  const closing = text.indexOf(tag, start + tag.length)
  return closing === -1 ? text.length : closing + tag.length
}

/** MySQL requires white space after the dashes, so that `5--1` stays arithmetic. */
function isDashComment(text: string, at: number, lexis: DialectRules): boolean {
  if (text[at + 1] !== '-') return false
  return !lexis.hashComments || /^(\s|$)/.test(text.slice(at + 2, at + 3))
}

function lineEnd(text: string, start: number): number {
  const end = text.indexOf('\n', start)
  return end === -1 ? text.length : end
}

function blockEnd(text: string, start: number, nested: boolean): number {
  let depth = 1
  let at = start + 2
  // Searches again only when the previous hit was passed. Otherwise many openings would each search to the end of the text.
  let close = -1
  let open = nested ? -1 : Number.POSITIVE_INFINITY
  while (depth > 0) {
    if (close < at) close = text.indexOf('*/', at)
    if (close === -1) return text.length
    if (open < at) open = indexOrInfinity(text, '/*', at)
    const opensFirst = open < close
    depth += opensFirst ? 1 : -1
    at = (opensFirst ? open : close) + 2
  }
  return at
}

function indexOrInfinity(text: string, searched: string, from: number): number {
  const found = text.indexOf(searched, from)
  return found === -1 ? Number.POSITIVE_INFINITY : found
}

/** A word, a quoted name, a string or another character of SQL; tokens exclude white space and comments. */
export interface SqlToken {
  kind: 'word' | 'quoted' | 'string' | 'sign'
  /** A quoted name without its quotes, '' for a string, and the token as written otherwise. */
  name: string
  /** Offsets into the query text; `end` is exclusive. */
  start: number
  end: number
}

// A `param_query_5_{a=1}` is one token, so that its values are never parsed as SQL.
const TOKEN = /(param_query_\d+_\{[^{}]*\}|[\p{L}_][\p{L}\p{N}_$]*|\d[\w.]*)|::|\S/giuy

/**
 * The tokens of a query text in order.
 * @param dialect as for `scan`
 */
export function* sqlTokens(text: string, dialect: string): Generator<SqlToken, void, undefined> {
  for (const { kind, start, end } of scan(text, dialect)) {
    if (kind === 'quoted') yield quotedToken(text, start, end)
    if (kind === 'code') yield* codeTokens(text, start, end)
  }
}

/** The closing quote of a name by its opening one. */
const closingQuotes: Record<string, string> = { '"': '"', '`': '`', '[': ']' }

function quotedToken(text: string, start: number, end: number): SqlToken {
  const closing = closingQuotes[text[start] ?? '']
  if (closing === undefined) return { kind: 'string', name: '', start, end }
  return { kind: 'quoted', name: text.slice(start + 1, end - 1).replaceAll(closing + closing, closing), start, end }
}

function* codeTokens(text: string, from: number, to: number): Generator<SqlToken, void, undefined> {
  const code = text.slice(from, to)
  for (let at = 0; at < code.length; ) {
    TOKEN.lastIndex = at
    const match = TOKEN.exec(code)
    at = match ? TOKEN.lastIndex : at + 1
    if (match)
      yield { kind: match[1] === undefined ? 'sign' : 'word', name: match[0], start: from + match.index, end: from + at }
  }
}
