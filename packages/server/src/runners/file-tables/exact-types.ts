import { type DuckDBConnection, quotedIdentifier, quotedString } from '@duckdb/node-api'
import { z } from 'zod'

const Rows = z.array(z.array(z.unknown()))

/**
 * Restores values that the engine changes when it infers types: it reads integers beyond 64 bits as DOUBLE, with 16 correct digits, but
 * identifiers may have more; and a column of nothing but infinities as dates.
 * @param table quoted name
 * @param reading the table function call that filled the table
 */
export async function restoreExactTypes(connection: DuckDBConnection, table: string, reading: string): Promise<void> {
  const exact = await exactReadCall(connection, reading, table)
  if (exact !== reading) await connection.run(`CREATE OR REPLACE TABLE ${table} AS SELECT * FROM ${exact}`)
}

/**
 * Returns the table function call with explicit types for columns of integers beyond 64 bits, and for dates with infinities.
 * @param table where to look for such columns: a table with the same rows, or the call itself, which is then read once more
 */
export async function exactReadCall(connection: DuckDBConnection, reading: string, table = reading): Promise<string> {
  const doubtful = await doubtfulColumns(connection, table)
  if (doubtful.length === 0) return reading
  const texts = withTypes(
    reading,
    doubtful.map(({ name }) => [name, 'VARCHAR']),
  )
  const types: [column: string, type: string][] = []
  for (const { name, guess } of doubtful) {
    const { fits, exact, otherwise } = guess === 'DOUBLE' ? WIDE_INTEGER : INFINITY
    const others = `SELECT count(*) = 0 FROM ${texts} WHERE NOT ${fits(quotedIdentifier(name))}`
    const type = (await isTrue(connection, others)) ? exact : otherwise
    if (type !== guess) types.push([name, type])
  }
  return types.length === 0 ? reading : withTypes(reading, types)
}

/** The exact type of a doubtful column if all its texts fit, and its type otherwise. */
interface Restored {
  fits(column: string): string
  exact: string
  otherwise: string
}
const WIDE_INTEGER: Restored = {
  fits: (column) => `regexp_full_match(${column}, '\\s*[+-]?\\d{1,38}\\s*')`,
  exact: 'DECIMAL(38,0)',
  otherwise: 'DOUBLE',
}
const INFINITY: Restored = {
  fits: (column) => `(${column} IS NULL OR try_cast(${column} AS DOUBLE) IS NOT NULL)`,
  exact: 'DOUBLE',
  otherwise: 'VARCHAR',
}

function withTypes(reading: string, types: readonly (readonly [column: string, type: string])[]): string {
  const listed = types.map(([column, type]) => `${quotedString(column)}: '${type}'`).join(', ')
  return reading.replace(/\)$/, `, types = {${listed}})`)
}

/** How to find values that the engine may have changed, by the type that it has guessed. */
const DOUBTS: [guess: RegExp, doubt: (column: string) => string][] = [
  [/^DOUBLE$/, (column) => `abs(${column}) >= 9007199254740992 AND isfinite(${column})`],
  [/^(DATE|TIMESTAMP.*)$/, (column) => `isinf(${column})`],
]

/** DOUBLE columns with values beyond 2^53, and columns of dates and times with infinities. */
async function doubtfulColumns(connection: DuckDBConnection, table: string): Promise<{ name: string; guess: string }[]> {
  const described = Rows.parse(await (await connection.run(`DESCRIBE SELECT * FROM ${table}`)).getRowsJson())
  const columns = described.flatMap(([column, type]) => {
    const [name, guess] = [String(column), String(type)]
    const doubt = DOUBTS.find(([pattern]) => pattern.test(guess))?.[1](quotedIdentifier(name))
    return doubt ? [{ name, guess, isDoubtful: `coalesce(bool_or(${doubt}), false)` }] : []
  })
  if (columns.length === 0) return []
  const checks = columns.map(({ isDoubtful }) => isDoubtful).join(', ')
  const [found = []] = Rows.parse(await (await connection.run(`SELECT ${checks} FROM ${table}`)).getRowsJson())
  return columns.filter((_, at) => found[at] === true)
}

async function isTrue(connection: DuckDBConnection, question: string): Promise<boolean> {
  const [[answer] = []] = Rows.parse(await (await connection.run(question)).getRowsJson())
  return answer === true
}
