import {
  type DuckDBConnection,
  type DuckDBExtractedStatements,
  type DuckDBPreparedStatement,
  type DuckDBResult,
  StatementType,
} from '@duckdb/node-api'
import { NO_DATA, QueryError } from '../runner.ts'
import { type BoundText, boundText, duckdbParameters } from '../sql/bound-text.ts'

/**
 * Runs the statements of a query text and returns the result of the last. Only statements that the engine itself classifies as
 * SELECT (including DESCRIBE, SHOW, SUMMARIZE and VALUES), and EXPLAINs of these, are allowed.
 * @param bindsTexts whether string literals are passed as parameters, where the engine takes them
 * @throws QueryError for other statements; else the engine's error, with positions relative to `text`
 */
export async function startStatements(connection: DuckDBConnection, text: string, bindsTexts: boolean): Promise<DuckDBResult> {
  rejectEngineControl(text)
  const bound = bindsTexts ? boundText(text, duckdbParameters) : null
  return (bound && (await startBound(connection, bound))) ?? startAsWritten(connection, text)
}

/** @returns null if the statement has to run as it is written: its errors have positions, those of parameters have none */
async function startBound(connection: DuckDBConnection, { text, values }: BoundText): Promise<DuckDBResult | null> {
  try {
    const statements = await connection.extractStatements(text)
    if (statements.count !== 1) return null
    return await using(await statements.prepare(0), async (statement) => {
      if (statement.statementType !== StatementType.SELECT || statement.parameterCount !== values.length) return null
      for (const [index, value] of values.entries()) statement.bindVarchar(index + 1, value)
      return statement.stream()
    })
  } catch (error) {
    if (error instanceof Error && WITHOUT_POSITION.test(error.message)) throw error
    // A failure during the run has aborted the transaction.
    await connection.run('ROLLBACK')
    await connection.run('BEGIN TRANSACTION')
    return null
  }
}

/** Errors of the engine rather than of the text: a second run would take as long, and end the same way. */
const WITHOUT_POSITION = /out of memory|interrupt/i

async function startAsWritten(connection: DuckDBConnection, text: string): Promise<DuckDBResult> {
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
 * Some functions control the engine from within a SELECT, even with locked settings. They cannot get around the lock, but a log
 * file that cannot be written makes the engine terminate this process. Someone who hides such a name (`query('enable_' || …)`)
 * only terminates the process of their own run.
 */
function rejectEngineControl(text: string): void {
  const name = ENGINE_CONTROL.exec(text)?.[0]
  if (name !== undefined) throw new QueryError(`The function ${name} is not for queries: it steers the engine itself.`)
}

/** Without any statement, `extractStatements` throws an error without a useful message. */
async function extract(connection: DuckDBConnection, text: string): Promise<DuckDBExtractedStatements | null> {
  try {
    return await connection.extractStatements(text)
  } catch (error) {
    if (error instanceof Error && /Error in native callback/.test(error.message)) return null
    throw error
  }
}

/**
 * The engine splits a PIVOT without explicit values into two statements, of which the first creates a temporary type. If the
 * query text has no CREATE in it, only a PIVOT can have caused that statement.
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
  /^(?:\s|--[^\n]*\n|\/\*(?:[^*]|\*(?!\/))*\*\/)*EXPLAIN\b(\s+ANALYZE\b|\s*\((?:ANALYZE|FORMAT\s+\w+)(?:\s*,\s*(?:ANALYZE|FORMAT\s+\w+))*\s*\))?/i

/**
 * Runs an EXPLAIN of a SELECT. All EXPLAINs have the same statement type, and `EXPLAIN ANALYZE COPY … TO …` writes a file, so
 * the explained statement must be a SELECT on its own. The engine and the pattern read nested comments differently; they are
 * dropped here, so they cannot hide anything.
 */
async function explain(connection: DuckDBConnection, text: string, count: number): Promise<DuckDBResult> {
  const [prefix = '', mode = ''] = EXPLAIN.exec(text) ?? []
  if (count > 1 || prefix === '') throw new QueryError('An EXPLAIN has to be the only statement.')
  const explained = text.slice(prefix.length)
  // Blanks in place of the removed prefix keep error positions correct.
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
