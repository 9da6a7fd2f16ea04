/** One statement of a text, with its place: the text's `start` index is its first character. */
export interface Statement {
  text: string
  start: number
  /** True when it may answer with rows, judged by its words. */
  mayReturnRows: boolean
}

/**
 * The lexical parts of https://www.postgresql.org/docs/current/sql-syntax-lexical.html that can hide a semicolon, each up to the
 * end of the text when it is not closed: escape strings, strings, quoted names, comments to the end of the line, starts of block
 * comments and of dollar quotes, words, brackets and semicolons.
 */
const TOKEN =
  /e'[^'\\]*(?:(?:\\.|'')[^'\\]*)*'?|'[^']*(?:''[^']*)*'?|"[^"]*(?:""[^"]*)*"?|--[^\n]*|\/\*|\$(?:[a-z_\u0080-\uffff][\w\u0080-\uffff]*)?\$|[a-z_\u0080-\uffff][\w$\u0080-\uffff]*|\d\w*|[();]/gis
const COMMENT_EDGE = /\/\*|\*\//g

const ANSWERING = new Set(['select', 'with', 'values', 'table', 'show', 'explain', 'fetch', 'execute', 'call', '('])
const CHANGING = new Set(['insert', 'update', 'delete', 'merge'])

/**
 * Splits a text at its semicolons. Those inside brackets do not count, nor those in the body of a routine between `BEGIN ATOMIC`
 * and its `END`. Statements of nothing but comments are left out.
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
  return ANSWERING.has(first) || (CHANGING.has(first) && words.includes('returning'))
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
