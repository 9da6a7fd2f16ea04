import { otherLanguage } from '../query-dialect.ts'

/** Rows that a preview of a table shows. */
export const PREVIEW_ROWS = 10
/** Rows of a table that are loaded to explore it. */
export const EXPLORED_ROWS = 100_000

/** Dialects that limit rows by the clause of the SQL standard only. */
const withFetch = new Set(['oracle', 'firebird', 'db2'])

/**
 * A statement that reads the first rows of a table.
 * @param name as it is written in the dialect
 * @param rows the maximum number of rows
 */
export function firstRowsText(name: string, dialect: string, rows: number): string {
  if (dialect === 'transactsql') return `SELECT TOP ${rows} * FROM ${name}`
  if (withFetch.has(dialect)) return `SELECT * FROM ${name} FETCH FIRST ${rows} ROWS ONLY`
  return `SELECT * FROM ${name} LIMIT ${rows}`
}

/** Whether the first rows of a table can be read by SQL. PartiQL limits rows only outside of its statements. */
export const canPreview = (syntax: string, dialect: string): boolean =>
  syntax === 'sql' && otherLanguage(dialect) === null && dialect !== 'partiql'
