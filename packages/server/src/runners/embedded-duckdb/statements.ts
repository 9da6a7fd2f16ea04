import {
  type DuckDBConnection,
  type DuckDBExtractedStatements,
  type DuckDBPreparedStatement,
  type DuckDBResult,
  StatementType,
} from '@duckdb/node-api'
import { NO_DATA, QueryError } from '../runner.ts'

/**
 * Runs the statements of a text; the last one's rows are the result. Only what the engine itself calls a SELECT (which takes
 * in DESCRIBE, SHOW, SUMMARIZE and VALUES) or an EXPLAIN of one is run at all.
 * @throws QueryError for other statements, else what the engine throws, with places that count from the start of `text`
 */
export async function startStatements(connection: DuckDBConnection, text: string): Promise<DuckDBResult> {
  rejectEngineControl(text)
  const statements = await extract(connection, text)
  if (!statements) throw new QueryError(NO_DATA)
  const last = statements.count - 1
  for (let index = 0; index < last; index++) {
    await using(await statements.prepare(index), async (statement) => {
      if (!isPivotType(statement, text)) mustBeSelect(statement, index, statements.count)
      await statement.run()
    })
  }
  return using(await statements.prepare(last), async (statement) => {
    if (statement.statementType === StatementType.EXPLAIN) return explain(connection, text, statements.count)
    mustBeSelect(statement, last, statements.count)
    return statement.stream()
  })
}

const ENGINE_CONTROL = /\b(?:enable_logging|enable_profiling|json_execute_serialized_sql)\b/i

/**
 * Some functions steer the engine from within a SELECT, settings locked or not. They reach nothing that the lock keeps away, but
 * a log file that may not be written makes the engine end this process. Whoever hides such a name (`query('enable_' || …)`)
 * ends but the process of their own run.
 */
function rejectEngineControl(text: string): void {
  const name = ENGINE_CONTROL.exec(text)?.[0]
  if (name !== undefined) throw new QueryError(`The function ${name} is not for queries: it steers the engine itself.`)
}

/** A text without a statement makes `extractStatements` throw an error that says nothing. */
async function extract(connection: DuckDBConnection, text: string): Promise<DuckDBExtractedStatements | null> {
  try {
    return await connection.extractStatements(text)
  } catch (error) {
    if (error instanceof Error && /Error in native callback/.test(error.message)) return null
    throw error
  }
}

/**
 * A PIVOT without given values is two statements to the engine: it first creates a temporary type of the values it finds.
 * Nobody else can have asked for a CREATE when the word is nowhere in the text.
 */
const isPivotType = (statement: DuckDBPreparedStatement, text: string) =>
  statement.statementType === StatementType.CREATE && !/\bcreate\b/i.test(text)

function mustBeSelect(statement: DuckDBPreparedStatement, index: number, count: number): void {
  const type = statement.statementType
  if (type === StatementType.SELECT) return
  const which = count > 1 ? `statement ${index + 1}` : 'this'
  const name = StatementType[type].replaceAll('_', ' ')
  throw new QueryError(
    type === StatementType.EXPLAIN
      ? 'An EXPLAIN has to be the only statement.'
      : `This data source is only read: it runs SELECT and EXPLAIN statements, and ${which} is ${name}.`,
  )
}

const EXPLAIN =
  /^(?:\s|--[^\n]*\n|\/\*[\s\S]*?\*\/)*EXPLAIN\b(\s+ANALYZE\b|\s*\((?:ANALYZE|FORMAT\s+\w+)(?:\s*,\s*(?:ANALYZE|FORMAT\s+\w+))*\s*\))?/i

/**
 * Runs an EXPLAIN of a SELECT. To the engine all of them are of one type, and `EXPLAIN ANALYZE COPY … TO …` writes a file, so
 * what follows the word has to be a SELECT on its own. The comments in front are read differently by engine and pattern when
 * they are nested; they are not handed on, and so cannot hide anything.
 */
async function explain(connection: DuckDBConnection, text: string, count: number): Promise<DuckDBResult> {
  const [prefix = '', mode = ''] = EXPLAIN.exec(text) ?? []
  if (count > 1 || prefix === '') throw new QueryError('An EXPLAIN has to be the only statement.')
  const explained = text.slice(prefix.length)
  // Blanks in place of what was cut keep the places of errors.
  const bytes = Buffer.byteLength(prefix)
  const inner = await extract(connection, `${' '.repeat(bytes)}${explained}`)
  if (inner?.count !== 1) throw new QueryError('EXPLAIN takes one SELECT statement.')
  await using(await inner.prepare(0), async (statement) => {
    if (statement.statementType !== StatementType.SELECT) throw new QueryError('EXPLAIN takes one SELECT statement.')
  })
  const whole = await connection.extractStatements(`${`EXPLAIN${mode}`.padStart(bytes)}${explained}`)
  return using(await whole.prepare(0), (statement) => statement.stream())
}

async function using<T>(
  statement: DuckDBPreparedStatement,
  use: (statement: DuckDBPreparedStatement) => Promise<T>,
): Promise<T> {
  try {
    return await use(statement)
  } finally {
    statement.destroySync()
  }
}
