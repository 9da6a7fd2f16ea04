import { type DuckDBConnection, quotedIdentifier, quotedString } from '@duckdb/node-api'
import { z } from 'zod'

const Rows = z.array(z.array(z.unknown()))

/**
 * Gives columns of whole numbers their digits back. The engine, guessing types of texts, takes a whole number beyond 64 bits for
 * a DOUBLE, of which 16 digits are right; identifiers have more.
 * @param table quoted
 * @param reading the table function that the table was read by
 */
export async function keepWideIntegers(connection: DuckDBConnection, table: string, reading: string): Promise<void> {
  const exact = await exactReading(connection, reading, table)
  if (exact !== reading) await connection.run(`CREATE OR REPLACE TABLE ${table} AS SELECT * FROM ${exact}`)
}

/**
 * The same table function, told to read whole numbers beyond 64 bits as such.
 * @param table what has its rows: a table, or the function itself, which is then read once more
 */
export async function exactReading(connection: DuckDBConnection, reading: string, table = reading): Promise<string> {
  const wide = await wideColumns(connection, table)
  if (wide.length === 0) return reading
  const asTexts = withTypes(reading, wide, 'VARCHAR')
  const whole: string[] = []
  for (const column of wide) {
    const isOther = `NOT regexp_full_match(${quotedIdentifier(column)}, '\\s*[+-]?\\d{1,38}\\s*')`
    if (await holds(connection, `SELECT count(*) = 0 FROM ${asTexts} WHERE ${isOther}`)) whole.push(column)
  }
  return whole.length === 0 ? reading : withTypes(reading, whole, 'DECIMAL(38,0)')
}

function withTypes(reading: string, columns: readonly string[], type: string): string {
  const types = columns.map((column) => `${quotedString(column)}: '${type}'`).join(', ')
  return reading.replace(/\)$/, `, types = {${types}})`)
}

/** Columns of type DOUBLE with a value that a double may not hold exactly. */
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

async function holds(connection: DuckDBConnection, question: string): Promise<boolean> {
  const [[answer] = []] = Rows.parse(await (await connection.run(question)).getRowsJson())
  return answer === true
}
