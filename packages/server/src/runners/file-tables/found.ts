import { quotedString } from '@duckdb/node-api'

/** A table that a file holds. */
export interface FoundTable {
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
