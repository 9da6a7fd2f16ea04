import { quotedString } from '@duckdb/node-api'
import { engineError } from '../embedded-duckdb/errors.ts'
import { QueryError } from '../runner.ts'

/** A table found in a file. */
export interface FileTable {
  /** The file's name, or the names of file and sheet. */
  name: string
  /** The file to read. */
  path: string
  /** Ways to read it, the strictest first. */
  readCalls: ReadCall[]
}

export interface ReadCall {
  /** A table function call. */
  sql: string
  /** Whether the engine infers types from text, in which case it reads integers beyond 64 bits as approximate doubles. */
  guessesNumbers: boolean
}

/**
 * Options of every reading of CSV: short rows are padded with nulls, and no lines are comments, which the engine would otherwise find in
 * any file with a `#` and leave out.
 */
export const CSV_OPTIONS = "null_padding = true, comment = ''"

/**
 * Short rows are padded with nulls and longer ones add columns, so nothing is lost. The engine first samples some rows and
 * reads in parallel, which line breaks within values may prevent; then it samples all rows; at last it reads everything as
 * text.
 */
export function csvReadCalls(path: string, options: string): ReadCall[] {
  const file = `${quotedString(path)}${options}, ${CSV_OPTIONS}`
  return [
    { sql: `read_csv(${file}, sample_size = 100000)`, guessesNumbers: true },
    { sql: `read_csv(${file}, sample_size = 100000, parallel = false)`, guessesNumbers: true },
    { sql: `read_csv(${file}, sample_size = -1, parallel = false)`, guessesNumbers: true },
    {
      sql: `read_csv(${file}, sample_size = -1, parallel = false, all_varchar = true, max_line_size = 33554432)`,
      guessesNumbers: false,
    },
  ]
}

/**
 * Reduces the engine's long error report on a file to one sentence.
 * @param about.paths real paths of the file, which messages must not show
 */
export function importError(error: unknown, { paths, fileName }: { paths: readonly string[]; fileName: string }): QueryError {
  const report = engineError(error, { hide: paths }).message
  const line = /CSV Error on Line: (\d+)/.exec(report)?.[1]
  const counts = /Expected Number of Columns: (\d+) Found: (\d+)/.exec(report)
  if (line && counts) return sentence(`Line ${line} has ${counts[2]} values, and the lines before it have ${counts[1]}.`)
  if (line && /Value with unterminated quote/i.test(report)) return sentence(`Line ${line} opens a quote that is never closed.`)
  if (line && /maximum line size/i.test(report)) return sentence(`Line ${line} is longer than 32 MB.`)
  if (line) return sentence(`Line ${line} cannot be read as part of a table.`)
  if (/Error when sniffing file/.test(report)) return sentence(`"${fileName}" does not look like a table of values.`)
  const [first = ''] = report.split('\n')
  return sentence(first.replaceAll(/in file "[^"]*"/g, `in "${fileName}"`).replace(/^[A-Z][\w ]* Error: /, ''))

  function sentence(text: string): QueryError {
    return new QueryError(text, { cause: error })
  }
}
