import { type DuckDBConnection, quotedIdentifier, quotedString } from '@duckdb/node-api'
import { tableColumns } from '@sightline/domain/names.ts'
import type { Column } from '../../platform/results/batch.ts'
import { numberedName } from '../../platform/results/parquet-footer.ts'
import { engineError } from '../embedded-duckdb/errors.ts'
import { runSandboxed } from '../embedded-duckdb/run.ts'
import { CANCELLED, type InputTable, QueryError, type RunContext, type RunnerResult } from '../runner.ts'

/** Runs a query in DuckDB's dialect: each input is a view of its result file. @throws QueryError */
export function runInDuckdb(
  text: string,
  {
    inputs,
    signal,
    tempDir,
    timeZone,
    bindsTexts,
  }: Pick<RunContext<unknown>, 'signal' | 'tempDir' | 'timeZone' | 'bindsTexts'> & { inputs: readonly InputTable[] },
): Promise<RunnerResult> {
  return runSandboxed(text, {
    attachments: [],
    prepare: (connection) => createViews(connection, inputs),
    readable: inputs.map(({ path }) => path),
    signal,
    tempDir,
    timeZone,
    bindsTexts,
  })
}

/**
 * Creates a view of each input's result file.
 * @throws QueryError naming the table that cannot be created
 */
export async function createViews(connection: DuckDBConnection, inputs: readonly InputTable[]): Promise<void> {
  for (const input of inputs) {
    try {
      await createView(connection, input)
    } catch (error) {
      throw tableError(input, error)
    }
  }
}

/** Adds the name of the table to an error, unless the run was cancelled or the error already has a name. */
export function tableError({ name, path }: InputTable, error: unknown): QueryError {
  const known = `Error creating table ${name}: `
  const { message } = error instanceof QueryError ? error : engineError(error, { hide: [path] })
  if (message === CANCELLED || message.startsWith(known)) return new QueryError(message, { cause: error })
  return new QueryError(`${known}${message}`, { cause: error })
}

async function createView(connection: DuckDBConnection, { name, path, columns }: InputTable): Promise<void> {
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

/** Integers that are too wide for 64 bits are stored as decimals in the file; null for all other columns. */
function exactInteger({ type, storage }: Column): string | null {
  return type === 'integer' && storage.kind === 'decimal' && storage.scale === 0 ? 'HUGEINT' : null
}

/** The engine stores up to 18 digits in 64 bits. It parses wider decimals at only some ten thousand values per second. */
const FAST_DIGITS = 18
const MAX_DIGITS = 38

/**
 * Types for columns that the file stores as digit strings, by index. If all values fit, the narrowest exact type, since
 * arithmetic on wider ones overflows soon; else DOUBLE.
 */
async function numbersOf(connection: DuckDBConnection, file: string, columns: readonly Column[]): Promise<Map<number, string>> {
  const indexes = columns.flatMap(({ storage }, index) => (storage.kind === 'number_text' ? [index] : []))
  if (indexes.length === 0) return new Map()
  const facts = indexes.flatMap((index) => {
    const text = numberedName(index)
    const point = `strpos(${text}, '.')`
    // Exponents, infinities and NaN.
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
 * @param whole characters before the decimal point
 * @param scale digits after it
 */
function numberType(type: Column['type'], whole: number, scale: number): string {
  const width = whole + scale
  if (scale === 0 && width > FAST_DIGITS) return width > MAX_DIGITS ? 'DOUBLE' : 'HUGEINT'
  if (type === 'integer' && scale === 0) return 'BIGINT'
  return width > FAST_DIGITS ? 'DOUBLE' : `DECIMAL(${width}, ${scale})`
}
