import { quotedString } from '@duckdb/node-api'
import { engineError } from '../embedded-duckdb/errors.ts'
import { QueryError } from '../runner.ts'

/** A table that a file holds. */
export interface FileTable {
  /** What it is called there: the file's name, or the file's and the sheet's. */
  name: string
  /** The file that is read for it. */
  path: string
  /** Ways to read it, the strictest first. */
  readings: Reading[]
}

export interface Reading {
  /** A table function with its arguments. */
  sql: string
  /** The engine guesses types from texts, and takes whole numbers beyond 64 bits for approximate ones. */
  guessesNumbers: boolean
}

/**
 * Short rows are filled up with nulls, and a longer one adds columns, so nothing is lost. The engine first looks at some rows and
 * reads on several threads, which texts with line breaks may forbid; then at all rows; at last it takes everything as text.
 */
export function csvReadings(path: string, options: string): Reading[] {
  const file = `${quotedString(path)}${options}, null_padding = true`
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
 * Tells what is wrong with a file in one sentence, from the pages that the engine has to say about it.
 * @param about.paths where it lies, which messages do not tell
 */
export function importError(error: unknown, { paths, fileName }: { paths: readonly string[]; fileName: string }): QueryError {
  const said = engineError(error, { hide: paths }).message
  const line = /CSV Error on Line: (\d+)/.exec(said)?.[1]
  const counts = /Expected Number of Columns: (\d+) Found: (\d+)/.exec(said)
  if (line && counts) return sentence(`Line ${line} has ${counts[2]} values, and the lines before it have ${counts[1]}.`)
  if (line && /Value with unterminated quote/i.test(said)) return sentence(`Line ${line} opens a quote that is never closed.`)
  if (line && /maximum line size/i.test(said)) return sentence(`Line ${line} is longer than 32 MB.`)
  if (line) return sentence(`Line ${line} cannot be read as part of a table.`)
  if (/Error when sniffing file/.test(said)) return sentence(`"${fileName}" does not look like a table of values.`)
  const [first = ''] = said.split('\n')
  return sentence(first.replaceAll(/in file "[^"]*"/g, `in "${fileName}"`).replace(/^[A-Z][\w ]* Error: /, ''))

  function sentence(text: string): QueryError {
    return new QueryError(text, { cause: error })
  }
}
