/** A statement, and the index of its first character in the query text. */
export interface Statement {
  text: string
  start: number
  /** Whether it may return rows, judged by its keywords. */
  mayReturnRows: boolean
}

/**
 * The tokens of https://www.postgresql.org/docs/current/sql-syntax-lexical.html that can hide a semicolon, extending to the end
 * of the text if unterminated: escape strings, strings, quoted identifiers, line comments, starts of block comments and dollar
 * quotes, words, parentheses and semicolons.
 */
const TOKEN =
  /e'[^'\\]*(?:(?:\\.|'')[^'\\]*)*'?|'[^']*(?:''[^']*)*'?|"[^"]*(?:""[^"]*)*"?|--[^\n]*|\/\*|\$(?:[a-z_\u0080-\uffff][\w\u0080-\uffff]*)?\$|[a-z_\u0080-\uffff][\w$\u0080-\uffff]*|\d\w*|[();]/gis
const COMMENT_EDGE = /\/\*|\*\//g

const ROW_RETURNING = new Set(['select', 'with', 'values', 'table', 'show', 'explain', 'fetch', 'execute', 'call', '('])
const DATA_CHANGING = new Set(['insert', 'update', 'delete', 'merge'])

/**
 * Splits a query text at its semicolons, except within parentheses and within a routine body between `BEGIN ATOMIC` and `END`.
 * Statements that consist of comments only are left out.
 */
export function splitStatements(text: string): Statement[] {
  const statements: Statement[] = []
  let start = 0
  let words: string[] = []
  let brackets = 0
  let blocks = 0
  const close = (end: number) => {
    if (words.length > 0) statements.push({ text: text.slice(start, end), start, mayReturnRows: mayReturnRows(words) })
    words = []
    brackets = 0
    blocks = 0
  }
  TOKEN.lastIndex = 0
  for (let match = TOKEN.exec(text); match; match = TOKEN.exec(text)) {
    const token = match[0].toLowerCase()
    if (token === '/*') {
      TOKEN.lastIndex = endOfComment(text, TOKEN.lastIndex)
    } else if (token.startsWith('$')) {
      const end = text.indexOf(match[0], TOKEN.lastIndex)
      TOKEN.lastIndex = end < 0 ? text.length : end + token.length
    } else if (token === ';' && brackets === 0 && blocks === 0) {
      close(match.index)
      start = TOKEN.lastIndex
    } else if (!token.startsWith('--')) {
      if (token === '(') brackets++
      else if (token === ')') brackets = Math.max(0, brackets - 1)
      else if (token === 'atomic' && words.at(-1) === 'begin') blocks++
      else if (token === 'case' && blocks > 0) blocks++
      else if (token === 'end') blocks = Math.max(0, blocks - 1)
      words.push(token)
    }
  }
  close(text.length)
  return statements
}

function mayReturnRows(words: readonly string[]): boolean {
  const first = words[0] ?? ''
  return ROW_RETURNING.has(first) || (DATA_CHANGING.has(first) && words.includes('returning'))
}

/** Block comments nest. */
function endOfComment(text: string, from: number): number {
  let depth = 1
  COMMENT_EDGE.lastIndex = from
  for (let edge = COMMENT_EDGE.exec(text); edge; edge = COMMENT_EDGE.exec(text)) {
    depth += edge[0] === '/*' ? 1 : -1
    if (depth === 0) return COMMENT_EDGE.lastIndex
  }
  return text.length
}
