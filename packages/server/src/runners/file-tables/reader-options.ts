import { quotedIdentifier } from '@duckdb/node-api'
import { QueryError } from '../runner.ts'

/** What a text may say about how a downloaded file is read. */
export interface ReaderOptions {
  /** Lines or rows at the top that are passed over, those before the header included. */
  skippedRows: number
  hasHeader: boolean
  /** Names of the columns, in place of those in the file. */
  names: string[] | null
  /** Columns that are kept, by name or zero-based place. */
  usedColumns: (string | number)[] | null
  /** Columns that are read as times. */
  times: string[]
  /** Rows that are read at most. */
  rows: number | null
}

/** Names of options that `readerOptions` reads. */
export const READER_OPTIONS = ['header', 'names', 'skiprows', 'nrows', 'usecols', 'parse_dates'] as const

/** @throws QueryError naming the option that is not what it should be */
export function readerOptions(query: Record<string, unknown>): ReaderOptions {
  const {
    header = query.names === undefined ? 0 : null,
    names,
    skiprows = 0,
    nrows = null,
    usecols,
    parse_dates: times,
  } = query
  const headerRow = header === null ? 0 : header === 'infer' ? 0 : whole(header, 'header')
  return {
    skippedRows: whole(skiprows, 'skiprows') + headerRow,
    hasHeader: header !== null,
    names: names === undefined ? null : list(names, 'names').map(String),
    usedColumns:
      usecols === undefined
        ? null
        : list(usecols, 'usecols').map((column) => (typeof column === 'number' ? column : String(column))),
    times: Array.isArray(times) ? times.map(String) : [],
    rows: nrows === null ? null : whole(nrows, 'nrows'),
  }
}

function whole(value: unknown, name: string): number {
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 0)
    throw new QueryError(`The option "${name}" should be a whole number that is not negative.`)
  return value
}

function list(value: unknown, name: string): unknown[] {
  if (!Array.isArray(value)) throw new QueryError(`The option "${name}" should be a list.`)
  return value
}

/**
 * SQL that reads a table as the options say.
 * @param columns the names of its columns
 * @throws QueryError when a column that is asked for is not there
 */
export function selection(
  table: string,
  columns: readonly string[],
  { usedColumns, names, times, rows }: ReaderOptions,
): string {
  const named = columns.map((column, place) => ({ column, name: names?.[place] ?? column }))
  const chosen = usedColumns?.map((wanted) => {
    const found = typeof wanted === 'number' ? named[wanted] : named.find(({ name }) => name === wanted)
    if (!found) throw new QueryError(`There is no column ${JSON.stringify(wanted)}. The columns are ${columns.join(', ')}.`)
    return found
  })
  const shown = (chosen ?? named).map(({ column, name }) => {
    const value = times.includes(name) ? `CAST(${quotedIdentifier(column)} AS TIMESTAMP)` : quotedIdentifier(column)
    return `${value} AS ${quotedIdentifier(name)}`
  })
  return `SELECT ${shown.join(', ')} FROM ${table}${rows === null ? '' : ` LIMIT ${rows}`}`
}
