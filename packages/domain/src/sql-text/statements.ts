import { otherLanguage } from '../query-dialect.ts'
import { type Piece, scan } from './scan.ts'

/** Rows that the auto limit asks for. */
const AUTO_LIMIT_ROWS = 1000

/**
 * The text that is really run on an SQL source: each statement without trailing comments and semicolons, empty ones dropped,
 * joined by `;` and a line break. It happens on every run, so that a run with and without such trimmings finds the same stored
 * result. White space at the very start stays: the line numbers in a database's messages are then those of the editor.
 * @param options.autoLimit adds a limit of 1,000 rows, in the words of the dialect, to a last statement that is a SELECT without
 * one of its own
 */
export function normaliseStatements(text: string, options: { dialect: string; autoLimit: boolean }): string {
  const statements = statementsOf(text, options.dialect)
  const last = statements.at(-1)
  if (last === undefined) return ''
  const leading = /^\s*/.exec(text)?.[0] ?? ''
  const limited = options.autoLimit ? withLimit(last, options.dialect) : last
  return `${leading}${[...statements.slice(0, -1), limited].join(';\n')}`
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

/** How a dialect says that it wants no more rows. */
interface Limit {
  /** Any of these words at the top level means that the author has thought of it. */
  words: ReadonlySet<string>
  add(statement: string): string
}

const standard: Limit = {
  words: new Set(['LIMIT', 'OFFSET', 'FETCH', 'INTO']),
  add: (statement) => `${statement} LIMIT ${AUTO_LIMIT_ROWS}`,
}

/** The standard's own words, with further words of a dialect by which authors limit their rows themselves. */
const fetching = (...words: string[]): Limit => ({
  words: new Set(['ROW', 'ROWS', 'ONLY', 'TIES', ...words]),
  add: (statement) => `${statement} FETCH NEXT ${AUTO_LIMIT_ROWS} ROWS ONLY`,
})

const limits: Record<string, Limit> = {
  firebird: fetching('FIRST', 'SKIP'),
  oracle: fetching(),
  // It stands behind the first SELECT, so of joined selects it would hold for one alone: those stay as they are.
  transactsql: {
    words: new Set(['INTO', 'TOP', 'OFFSET', 'UNION', 'EXCEPT', 'INTERSECT']),
    add: behindSelect,
  },
}

function withLimit(statement: string, dialect: string): string {
  const limit = limits[dialect] ?? standard
  const words = topLevelWords(statement, scan(statement, dialect))
  return words[0] === 'SELECT' && !words.some((word) => limit.words.has(word)) ? limit.add(statement) : statement
}

/** T-SQL has its limit behind the first word that is no comment, and behind `DISTINCT`. */
function behindSelect(statement: string): string {
  const code = scan(statement, 'transactsql').find(
    ({ kind, start, end }) => kind === 'code' && /\S/.test(statement.slice(start, end)),
  )
  const start = code?.start ?? 0
  const [select = ''] = /^\s*SELECT(\s+(DISTINCT|ALL)\b)?/i.exec(statement.slice(start)) ?? []
  const end = start + select.length
  return `${statement.slice(0, end)} TOP ${AUTO_LIMIT_ROWS}${statement.slice(end)}`
}

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

const READING = new Set(['SELECT', 'WITH', 'VALUES', 'TABLE', 'FROM'])
/** Words that change something, wherever in a statement they stand: `WITH gone AS (DELETE …)`, `SELECT … INTO`, `FOR UPDATE`. */
const CHANGING = new Set([
  'INSERT',
  'UPDATE',
  'DELETE',
  'MERGE',
  'REPLACE',
  'INTO',
  'CREATE',
  'DROP',
  'ALTER',
  'TRUNCATE',
  'CALL',
])

/**
 * Whether a text is one statement that only reads, as far as its words tell. A text that is in doubt counts as changing
 * something; what the functions do that it calls is not known here.
 * @param dialect a runner's `dialect`; '' for a text that is not SQL
 */
export function readsOnly(text: string, dialect: string): boolean {
  if (dialect === '' || otherLanguage(dialect) !== null) return false
  const statements = statementsOf(text, dialect)
  const [statement] = statements
  if (statement === undefined || statements.length > 1) return false
  const words = scan(statement, dialect)
    .filter(({ kind }) => kind === 'code')
    .flatMap(
      ({ start, end }) =>
        statement
          .slice(start, end)
          .toUpperCase()
          .match(/[A-Z_][\w$]*/g) ?? [],
    )
  const [first] = words
  return first !== undefined && READING.has(first) && !words.some((word) => CHANGING.has(word))
}
