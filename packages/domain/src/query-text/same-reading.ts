import { scan } from '../sql-text/scan.ts'
import { statementsOf } from '../sql-text/statements.ts'
import { lexicalRulesOf } from './languages.ts'
import type { LexicalRules } from './lexical-rules.ts'
import { type Piece, TextReader } from './text-reader.ts'

/**
 * The dialects of `scan` by language, where they are not named like the language: those of its runners, and `databricks` for
 * backslashes where the runners name none.
 */
const dialects: Record<string, readonly string[]> = {
  athena: ['trino'],
  calcite: ['', 'drill'],
  cockroach: ['postgresql'],
  'elasticsearch-sql': [''],
  mysql: ['mysql', 'mariadb'],
  n1ql: ['databricks'],
  'opensearch-sql': ['databricks'],
  postgresql: ['postgresql', 'duckdb', 'vertica'],
  'query-results/duckdb': ['duckdb'],
  'query-results/sqlite': ['sqlite'],
  redshift: ['postgresql'],
  sql: [''],
}

/**
 * No place behind these is certain: comments that MySQL and its relatives run as code, line breaks that not every engine
 * recognizes, and comments that go on in the next line in Spark because of a backslash.
 */
export const UNREADABLE = /\/\*[MT]?!|\r(?!\n)|--[^\n]*\\\r?\n/

/** Languages of servers with a setting that makes backslashes ordinary characters, such as `NO_BACKSLASH_ESCAPES`. */
const HAS_BACKSLASH_SETTING = new Set(['mysql'])

/** The dialects in which `scan` reads texts of a language of SQL: those of its runners, and those in which texts are compared. */
export const dialectsOf = (language: string): readonly string[] => dialects[language] ?? [language]

/**
 * Whether `scan` finds the same literals and comments in a text as these rules. `scan` looks for the ends of statements and compares
 * texts; where it knows less, such as a literal of one dialect, it could take a part of a value for code.
 */
export const isReadAlike = (text: string, language: string, lexis: LexicalRules): boolean =>
  arePiecesAlike(piecesBy(lexis, text), text, language)

/** The same for the pieces that `piecesBy` has found. */
export function arePiecesAlike(pieces: readonly Piece[], text: string, language: string): boolean {
  const expected = bounds(pieces, text)
  return dialectsOf(language).every(
    (dialect) =>
      bounds(
        scan(text, dialect).filter(({ kind }) => kind !== 'code'),
        text,
      ) === expected,
  )
}

/** Whether the quotes of a text end elsewhere on a server whose settings make backslashes ordinary characters. */
export function endsDependOnSetting(text: string, language: string): boolean {
  if (!HAS_BACKSLASH_SETTING.has(language)) return false
  const lexis = lexicalRulesOf(language, text)
  return bounds(piecesBy(withoutBackslashes(lexis), text), text) !== bounds(piecesBy(lexis, text), text)
}

/** Whether a text is a single statement in every dialect of the language, so that nothing in it can change a setting beforehand. */
export const isOneStatement = (text: string, language: string): boolean =>
  dialectsOf(language).every((dialect) => statementsOf(text, dialect).length <= 1)

/** A text of a language of SQL without its literals, quoted names and comments. */
export function codeOf(text: string, language: string): string {
  const [dialect = ''] = dialectsOf(language)
  return scan(text, dialect)
    .filter(({ kind }) => kind === 'code')
    .map(({ start, end }) => text.slice(start, end))
    .join(' ')
}

const withoutBackslashes = (lexis: LexicalRules): LexicalRules => ({
  ...lexis,
  literals: lexis.literals.map((literal) => ({ ...literal, hasBackslashes: false })),
})

/** The literals and comments of a text by these rules. */
export function piecesBy(lexis: LexicalRules, text: string): Piece[] {
  const reader = new TextReader(lexis)
  reader.read(text)
  // A line break makes sure that nothing waits for what follows; it ends a line comment, as in `scan`.
  reader.read('\n')
  return reader.pieces()
}

/** The offsets of pieces; a line comment ends before its line break. */
const bounds = (pieces: readonly { start: number; end: number }[], text: string): string =>
  pieces
    .map(({ start, end }) => `${start}-${Math.min(end, text.length) - (text.slice(start, end).endsWith('\n') ? 1 : 0)}`)
    .join()
