import { type DuckDBConnection, quotedIdentifier, quotedString } from '@duckdb/node-api'
import { z } from 'zod'

const Rows = z.array(z.array(z.unknown()))

/**
 * Restores the digits of integers beyond 64 bits. When the engine infers types it reads them as DOUBLE, with 16 correct digits,
 * but identifiers may have more.
 * @param table quoted name
 * @param reading the table function call that filled the table
 */
export async function restoreWideIntegers(connection: DuckDBConnection, table: string, reading: string): Promise<void> {
  const exact = await exactReadCall(connection, reading, table)
  if (exact !== reading) await connection.run(`CREATE OR REPLACE TABLE ${table} AS SELECT * FROM ${exact}`)
}

/**
 * Returns the table function call with explicit types for columns of integers beyond 64 bits.
 * @param table where to look for such columns: a table with the same rows, or the call itself, which is then read once more
 */
export async function exactReadCall(connection: DuckDBConnection, reading: string, table = reading): Promise<string> {
  const wide = await wideColumns(connection, table)
  if (wide.length === 0) return reading
  const asTexts = withTypes(reading, wide, 'VARCHAR')
  const integers: string[] = []
  for (const column of wide) {
    const isOther = `NOT regexp_full_match(${quotedIdentifier(column)}, '\\s*[+-]?\\d{1,38}\\s*')`
    if (await isTrue(connection, `SELECT count(*) = 0 FROM ${asTexts} WHERE ${isOther}`)) integers.push(column)
  }
  return integers.length === 0 ? reading : withTypes(reading, integers, 'DECIMAL(38,0)')
}

function withTypes(reading: string, columns: readonly string[], type: string): string {
  const types = columns.map((column) => `${quotedString(column)}: '${type}'`).join(', ')
  return reading.replace(/\)$/, `, types = {${types}})`)
}

/** DOUBLE columns with values beyond 2^53. */
async function wideColumns(connection: DuckDBConnection, table: string): Promise<string[]> {
  const described = Rows.parse(await (await connection.run(`DESCRIBE SELECT * FROM ${table}`)).getRowsJson())
  const doubles = described.filter(([, type]) => type === 'DOUBLE').map(([name]) => String(name))
  if (doubles.length === 0) return []
  const isWide = doubles.map((column) => {
    const name = quotedIdentifier(column)
    return `coalesce(bool_or(abs(${name}) >= 9007199254740992 AND isfinite(${name})), false)`
  })
  const [found = []] = Rows.parse(await (await connection.run(`SELECT ${isWide.join(', ')} FROM ${table}`)).getRowsJson())
  return doubles.filter((_, at) => found[at] === true)
}

async function isTrue(connection: DuckDBConnection, question: string): Promise<boolean> {
  const [[answer] = []] = Rows.parse(await (await connection.run(question)).getRowsJson())
  return answer === true
}
