import { type Piece, scan } from './sql-text/scan.ts'

/** Rows that the auto limit asks for. */
export const AUTO_LIMIT_ROWS = 1000

/**
 * The text that is really run on an SQL source: each statement without trailing comments and semicolons, empty ones dropped,
 * joined by `;` and a line break. It happens on every run, so that a run with and without such trimmings finds the same stored
 * result. White space at the very start stays: the line numbers in a database's messages are then those of the editor.
 * @param options.autoLimit appends ` LIMIT 1000` to a last statement that is a SELECT without a limit of its own
 */
export function normaliseStatements(text: string, options: { dialect: string; autoLimit: boolean }): string {
  const statements = statementsOf(text, options.dialect)
  const last = statements.at(-1)
  if (last === undefined) return ''
  const leading = /^\s*/.exec(text)?.[0] ?? ''
  const limit = options.autoLimit && takesLimit(last, options.dialect) ? ` LIMIT ${AUTO_LIMIT_ROWS}` : ''
  return `${leading}${statements.join(';\n')}${limit}`
}

/** The statements of a text, trimmed, without trailing comments. */
export function statementsOf(text: string, dialect: string): string[] {
  const statements: string[] = []
  let start = 0
  let end = 0
  const finish = (next: number) => {
    const statement = text.slice(start, end).trim()
    if (statement !== '') statements.push(statement)
    start = next
    end = next
  }
  // `end` follows what runs and stays behind at comments: those left over when the statement ends are the trailing ones.
  let isEmpty = true
  for (const piece of scan(text, dialect)) {
    if (piece.kind === 'comment') continue
    if (piece.kind === 'quoted') {
      end = piece.end
      isEmpty = false
      continue
    }
    for (let at = piece.start; at < piece.end; at++) {
      if (text[at] === ';') {
        if (isEmpty) end = start
        finish(at + 1)
        isEmpty = true
      } else if (!/\s/.test(text[at] ?? '')) {
        end = at + 1
        isEmpty = false
      }
    }
  }
  if (isEmpty) end = start
  finish(text.length)
  return statements
}

function takesLimit(statement: string, dialect: string): boolean {
  const words = topLevelWords(statement, scan(statement, dialect))
  return words[0] === 'SELECT' && !words.some((word) => limitWords.has(word))
}

/** Any of these at the top level means that the author has thought of it. */
const limitWords: ReadonlySet<string> = new Set(['LIMIT', 'OFFSET', 'FETCH', 'INTO'])

/** The upper-cased words outside brackets, quotes and comments. */
function topLevelWords(statement: string, pieces: readonly Piece[]): string[] {
  const words: string[] = []
  let depth = 0
  for (const piece of pieces) {
    if (piece.kind !== 'code') continue
    for (const [token] of statement.slice(piece.start, piece.end).matchAll(/[()]|[A-Za-z_][\w$]*/g)) {
      if (token === '(') depth++
      else if (token === ')') depth--
      else if (depth === 0) words.push(token.toUpperCase())
    }
  }
  return words
}
