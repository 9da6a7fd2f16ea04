import { quotedIdentifier } from '@duckdb/node-api'
import { QueryError } from '../runner.ts'

/** Options of a query on how to read a downloaded file. */
export interface ReaderOptions {
  /** Lines or rows to skip at the top, including those before the header. */
  skippedRows: number
  hasHeader: boolean
  /** Names of the columns, replacing those in the file. */
  names: string[] | null
  /** Columns to keep, by name or zero-based index. */
  usedColumns: (string | number)[] | null
  /** Columns to read as timestamps. */
  times: string[]
  /** Maximum number of rows. */
  rows: number | null
}

/** Names of the options that `readerOptions` reads. */
export const READER_OPTIONS = ['header', 'names', 'skiprows', 'nrows', 'usecols', 'parse_dates'] as const

/** @throws QueryError naming the invalid option */
export function readerOptions(query: Record<string, unknown>): ReaderOptions {
  const {
    header = query.names === undefined ? 0 : null,
    names,
    skiprows = 0,
    nrows = null,
    usecols,
    parse_dates: times,
  } = query
  const headerRow = header === null ? 0 : header === 'infer' ? 0 : nonNegativeInteger(header, 'header')
  return {
    skippedRows: nonNegativeInteger(skiprows, 'skiprows') + headerRow,
    hasHeader: header !== null,
    names: names === undefined ? null : requireList(names, 'names').map(String),
    usedColumns:
      usecols === undefined
        ? null
        : requireList(usecols, 'usecols').map((column) => (typeof column === 'number' ? column : String(column))),
    times: Array.isArray(times) ? times.map(String) : [],
    rows: nrows === null ? null : nonNegativeInteger(nrows, 'nrows'),
  }
}

function nonNegativeInteger(value: unknown, name: string): number {
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 0)
    throw new QueryError(`The option "${name}" should be a whole number that is not negative.`)
  return value
}

function requireList(value: unknown, name: string): unknown[] {
  if (!Array.isArray(value)) throw new QueryError(`The option "${name}" should be a list.`)
  return value
}

/**
 * Builds the SELECT that applies the options.
 * @param columns the names of its columns
 * @throws QueryError if a requested column does not exist
 */
export function selection(
  table: string,
  columns: readonly string[],
  { usedColumns, names, times, rows }: ReaderOptions,
): string {
  const named = columns.map((column, place) => ({ column, name: names?.[place] ?? column }))
  const selected = usedColumns?.map((wanted) => {
    const found = typeof wanted === 'number' ? named[wanted] : named.find(({ name }) => name === wanted)
    if (!found) throw new QueryError(`There is no column ${JSON.stringify(wanted)}. The columns are ${columns.join(', ')}.`)
    return found
  })
  const shown = (selected ?? named).map(({ column, name }) => {
    const value = times.includes(name) ? `CAST(${quotedIdentifier(column)} AS TIMESTAMP)` : quotedIdentifier(column)
    return `${value} AS ${quotedIdentifier(name)}`
  })
  return `SELECT ${shown.join(', ')} FROM ${table}${rows === null ? '' : ` LIMIT ${rows}`}`
}
