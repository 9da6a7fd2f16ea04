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
  const wide = await wideColumns(connection, table)
  if (wide.length === 0) return
  const texts = wide.map((column) => `${quotedString(column)}: 'VARCHAR'`).join(', ')
  const asTexts = reading.replace(/\)$/, `, types = {${texts}})`)
  await connection.run(`CREATE OR REPLACE TABLE ${table} AS SELECT * FROM ${asTexts}`)
  for (const column of wide) {
    const name = quotedIdentifier(column)
    const isWhole = await holds(
      connection,
      `SELECT count(*) = 0 FROM ${table} WHERE NOT regexp_full_match(${name}, '\\s*[+-]?\\d{1,38}\\s*')`,
    )
    await connection.run(`ALTER TABLE ${table} ALTER ${name} TYPE ${isWhole ? 'DECIMAL(38,0)' : 'DOUBLE'}`)
  }
}

/** Columns of type DOUBLE with a value that a double may not hold exactly. */
async function wideColumns(connection: DuckDBConnection, table: string): Promise<string[]> {
  const described = Rows.parse(await (await connection.run(`DESCRIBE ${table}`)).getRowsJson())
  const doubles = described.filter(([, type]) => type === 'DOUBLE').map(([name]) => String(name))
  const wide: string[] = []
  for (const column of doubles) {
    const name = quotedIdentifier(column)
    if (
      await holds(
        connection,
        `SELECT coalesce(bool_or(abs(${name}) >= 9007199254740992 AND isfinite(${name})), false) FROM ${table}`,
      )
    )
      wide.push(column)
  }
  return wide
}

async function holds(connection: DuckDBConnection, question: string): Promise<boolean> {
  const [[answer] = []] = Rows.parse(await (await connection.run(question)).getRowsJson())
  return answer === true
}
