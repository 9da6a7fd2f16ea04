import { type DuckDBConnection, quotedIdentifier, quotedString } from '@duckdb/node-api'
import { tableColumns } from '@sightline/domain/names.ts'
import type { Column } from '../../platform/results/batch.ts'
import { numberedName } from '../../platform/results/parquet-footer.ts'
import { engineError } from '../embedded-duckdb/errors.ts'
import { CANCELLED, type InputTable, QueryError } from '../runner.ts'

/**
 * Makes each input a view of its result file.
 * @throws QueryError naming the table that cannot be made
 */
export async function makeViews(connection: DuckDBConnection, inputs: readonly InputTable[]): Promise<void> {
  for (const input of inputs) {
    try {
      await makeView(connection, input)
    } catch (error) {
      throw failedTable(input, error)
    }
  }
}

/** Names the table that cannot be made; a cancelled run and a table that is named already stay as they are. */
export function failedTable({ name, path }: InputTable, error: unknown): QueryError {
  const known = `Error creating table ${name}: `
  const { message } = error instanceof QueryError ? error : engineError(error, { hide: [path] })
  if (message === CANCELLED || message.startsWith(known)) return new QueryError(message, { cause: error })
  return new QueryError(`${known}${message}`, { cause: error })
}

async function makeView(connection: DuckDBConnection, { name, path, columns }: InputTable): Promise<void> {
  if (columns.length === 0) throw new QueryError('The result has no columns.')
  const file = `read_parquet(${quotedString(path)})`
  const numbers = await numbersOf(connection, file, columns)
  const names = tableColumns(columns.map((column) => column.name))
  const selected = columns.map((column, index) => {
    const type = numbers.get(index) ?? exactInteger(column)
    const value = type === null ? numberedName(index) : `CAST(${numberedName(index)} AS ${type})`
    return `${value} AS ${quotedIdentifier(names[index] ?? '')}`
  })
  await connection.run(`CREATE VIEW memory.main.${quotedIdentifier(name)} AS SELECT ${selected.join(', ')} FROM ${file}`)
}

/** A source's integer that is too wide for 64 bits lies in the file as a decimal; null for all other columns. */
function exactInteger({ type, storage }: Column): string | null {
  return type === 'integer' && storage.kind === 'decimal' && storage.scale === 0 ? 'HUGEINT' : null
}

/** The engine holds up to 18 digits in 64 bits. Of a wider decimal it takes in some ten thousand texts a second, and no more. */
const FAST_DIGITS = 18
const MOST_DIGITS = 38

/**
 * Types for the columns that a file keeps as texts of digits, by index. What fits is exact, in the narrowest number that holds all
 * of the column's values, since arithmetic on a wider one soon overflows; the rest becomes doubles.
 */
async function numbersOf(connection: DuckDBConnection, file: string, columns: readonly Column[]): Promise<Map<number, string>> {
  const indexes = columns.flatMap(({ storage }, index) => (storage.kind === 'number_text' ? [index] : []))
  if (indexes.length === 0) return new Map()
  const facts = indexes.flatMap((index) => {
    const text = numberedName(index)
    const point = `strpos(${text}, '.')`
    // Exponents, infinities and what is no number.
    const isOther = ['e', 'E', 'n', 'N'].map((letter) => `contains(${text}, '${letter}')`).join(' OR ')
    return [
      `max(CASE ${point} WHEN 0 THEN strlen(${text}) ELSE ${point} - 1 END)::INTEGER`,
      `max(CASE ${point} WHEN 0 THEN 0 ELSE strlen(${text}) - ${point} END)::INTEGER`,
      `bool_or(${isOther})`,
    ]
  })
  const result = await connection.runAndReadAll(`SELECT ${facts.join(', ')} FROM ${file}`)
  const [row = []] = result.getRows()
  return new Map(
    indexes.map((index, at) => {
      const [whole, scale, isOther] = row.slice(3 * at, 3 * at + 3)
      const isExact = typeof whole === 'number' && typeof scale === 'number' && isOther === false
      return [index, isExact ? numberType(columns[index]?.type ?? null, whole, scale) : 'DOUBLE']
    }),
  )
}

/**
 * @param whole characters before the point
 * @param scale digits after it
 */
function numberType(type: Column['type'], whole: number, scale: number): string {
  const width = whole + scale
  if (scale === 0 && width > FAST_DIGITS) return width > MOST_DIGITS ? 'DOUBLE' : 'HUGEINT'
  if (type === 'integer' && scale === 0) return 'BIGINT'
  return width > FAST_DIGITS ? 'DOUBLE' : `DECIMAL(${width}, ${scale})`
}
