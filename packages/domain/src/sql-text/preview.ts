import { otherLanguage } from '../query-dialect.ts'

/** Rows that a preview of a table shows. */
export const PREVIEW_ROWS = 10

/** Dialects that limit rows by the clause of the SQL standard only. */
const withFetch = new Set(['oracle', 'firebird', 'db2'])

/** A statement that reads the first rows of a table. @param name as it is written in the dialect */
export function previewText(name: string, dialect: string): string {
  if (dialect === 'transactsql') return `SELECT TOP ${PREVIEW_ROWS} * FROM ${name}`
  if (withFetch.has(dialect)) return `SELECT * FROM ${name} FETCH FIRST ${PREVIEW_ROWS} ROWS ONLY`
  return `SELECT * FROM ${name} LIMIT ${PREVIEW_ROWS}`
}

/** Whether the first rows of a table can be read by SQL. PartiQL limits rows only outside of its statements. */
export const canPreview = (syntax: string, dialect: string): boolean =>
  syntax === 'sql' && otherLanguage(dialect) === null && dialect !== 'partiql'
