import { otherLanguage } from '../query-dialect.ts'
import { type Piece, scan, withoutTags } from './scan.ts'

/** Rows of the auto limit. */
export const AUTO_LIMIT_ROWS = 1000

/**
 * The SQL that actually runs on a data source: statements without trailing comments and semicolons, without empty statements,
 * joined by `;` and a line break. Every run uses it, so that queries which differ only in such details share a cached result.
 * Leading white space is kept, because the line numbers in a database's error messages must match those of the editor.
 * @param options.autoLimit adds a limit of 1,000 rows, in the syntax of the dialect, if the last statement is a SELECT without a
 * limit
 */
export function normaliseStatements(text: string, options: { dialect: string; autoLimit: boolean }): string {
  const statements = statementsOf(text, options.dialect)
  const last = statements.at(-1)
  if (last === undefined) return ''
  const leading = /^\s*/.exec(text)?.[0] ?? ''
  const limited = options.autoLimit ? withLimit(last, options.dialect) : last
  return `${leading}${[...statements.slice(0, -1), limited].join(';\n')}`
}

/** The statements of a query text, trimmed and without trailing comments. */
export const statementsOf = (text: string, dialect: string): string[] =>
  statementRanges(text, dialect).map(({ start, end }) => text.slice(start, end))

/** The number of statements of a text whose parameters are not filled in yet. @param dialect as for `scan` */
export const countStatements = (text: string, dialect: string): number => statementRanges(withoutTags(text), dialect).length

/**
 * The statement at a position in the text of the editor, whose parameters are not filled in yet: the last one that begins before
 * the position.
 * @param dialect as for `scan`
 * @returns its offsets, `end` exclusive; null if the text has only comments
 */
export function statementAt(text: string, dialect: string, position: number): { start: number; end: number } | null {
  const ranges = statementRanges(withoutTags(text), dialect)
  return ranges.findLast(({ start }) => start <= position) ?? ranges[0] ?? null
}

/** The offsets of the statements of a query text, trimmed and without trailing comments; `end` is exclusive. */
function statementRanges(text: string, dialect: string): { start: number; end: number }[] {
  const ranges: { start: number; end: number }[] = []
  let start = 0
  let end = 0
  const finish = (next: number) => {
    const code = text.slice(start, end)
    const first = start + code.length - code.trimStart().length
    if (code.trim() !== '') ranges.push({ start: first, end: first + code.trim().length })
    start = next
    end = next
  }
  // `end` is the end of the last code. Comments after it are trailing ones if the statement ends there.
  let isEmpty = true
  for (const piece of scan(text, dialect)) {
    if (piece.kind === 'comment') continue
    if (piece.kind === 'quoted') {
      end = piece.end
      isEmpty = false
      continue
    }
    const code = text.slice(piece.start, piece.end)
    let from = 0
    for (;;) {
      const semicolon = code.indexOf(';', from)
      const part = code.slice(from, semicolon === -1 ? code.length : semicolon).trimEnd()
      if (part !== '') {
        end = piece.start + from + part.length
        isEmpty = false
      }
      if (semicolon === -1) break
      if (isEmpty) end = start
      from = semicolon + 1
      finish(piece.start + from)
      isEmpty = true
    }
  }
  if (isEmpty) end = start
  finish(text.length)
  return ranges
}

/** The row limit clause of a dialect. */
interface Limit {
  /** If one of these words is at the top level, the author has set a limit. */
  words: ReadonlySet<string>
  add(statement: string): string
}

const standard: Limit = {
  words: new Set(['LIMIT', 'OFFSET', 'FETCH', 'INTO']),
  add: (statement) => `${statement} LIMIT ${AUTO_LIMIT_ROWS}`,
}

/** The standard's FETCH clause, with further words of a dialect that limit rows. */
const fetching = (...words: string[]): Limit => ({
  words: new Set(['ROW', 'ROWS', 'ONLY', 'TIES', ...words]),
  add: (statement) => `${statement} FETCH NEXT ${AUTO_LIMIT_ROWS} ROWS ONLY`,
})

const limits: Record<string, Limit> = {
  firebird: fetching('FIRST', 'SKIP'),
  oracle: fetching(),
  // TOP comes after the first SELECT, so it would limit only one part of a UNION. Such statements stay unchanged.
  transactsql: {
    words: new Set(['INTO', 'TOP', 'OFFSET', 'UNION', 'EXCEPT', 'INTERSECT']),
    add: behindSelect,
  },
}

const limitOf = (dialect: string) => limits[dialect] ?? standard

const withLimit = (statement: string, dialect: string) =>
  isUnlimitedSelect(statement, dialect) ? limitOf(dialect).add(statement) : statement

function isUnlimitedSelect(statement: string, dialect: string): boolean {
  const { words: own } = limitOf(dialect)
  const words = topLevelWords(statement, scan(statement, dialect))
  return words[0] === 'SELECT' && !words.some((word) => own.has(word))
}

/** Whether the auto limit is added to a text whose parameters are not filled in yet. @param dialect as for `scan` */
export function takesAutoLimit(text: string, dialect: string): boolean {
  const last = statementsOf(withoutTags(text), dialect).at(-1)
  return last !== undefined && isUnlimitedSelect(last, dialect)
}

/**
 * Whether a text that ran ends in the limit that the auto limit adds, in any dialect. An author who writes exactly that limit behind
 * a SELECT gets the same text, and the same stored result.
 */
export function hasAutoLimit(text: string): boolean {
  if (text.endsWith(standard.add('')) || text.endsWith(fetching().add('')))
    return ESCAPES.some((dialect) => endsInSelect(text, dialect))
  if (!text.includes(TOP)) return false
  const last = statementsOf(text, 'transactsql').at(-1) ?? ''
  return last.startsWith(TOP, endOfSelect(last))
}

/** Dialects without and with a backslash in strings: the dialect of the text is unknown. */
const ESCAPES = ['postgresql', 'mysql']

const endsInSelect = (text: string, dialect: string) => {
  const last = statementsOf(text, dialect).at(-1) ?? ''
  return topLevelWords(last, scan(last, dialect))[0] === 'SELECT'
}

const TOP = ` TOP ${AUTO_LIMIT_ROWS}`

function behindSelect(statement: string): string {
  const end = endOfSelect(statement)
  return `${statement.slice(0, end)}${TOP}${statement.slice(end)}`
}

/** In T-SQL, TOP comes after the first word that is not in a comment, or after `DISTINCT`. */
function endOfSelect(statement: string): number {
  const code = scan(statement, 'transactsql').find(
    ({ kind, start, end }) => kind === 'code' && /\S/.test(statement.slice(start, end)),
  )
  const start = code?.start ?? 0
  const [select = ''] = /^\s*SELECT(\s+(DISTINCT|ALL)\b)?/i.exec(statement.slice(start)) ?? []
  return start + select.length
}

/** The upper-case words outside of parentheses, quotes and comments. */
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
/** Words that change data or take locks wherever they occur: `WITH gone AS (DELETE …)`, `SELECT … INTO`, `FOR UPDATE`. */
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
 * Whether a query text is a single statement that only reads, judged by its keywords. In doubt it counts as writing. The effects
 * of functions that it calls are unknown.
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
