import type { DuckDBConnection, DuckDBDataChunk, DuckDBResult } from '@duckdb/node-api'
import { QueryError } from '../runner.ts'

const EXPLAIN_ANALYZE = 'EXPLAIN ANALYZE '

/** An error that the engine threw for a text with something in front of it. */
export class ShiftedError extends Error {
  /** Bytes in front of the text. */
  readonly skip: number
  constructor(cause: unknown, skip: number) {
    super('The query failed while its rows were being read.', { cause })
    this.skip = skip
  }
}

/**
 * Reads a streamed result to its end, one chunk ahead of its reader, so that the engine works while rows are being stored.
 *
 * The driver ends a stream that fails just like one that is done: an empty chunk, and no word of an error. What gives the failure
 * away is the transaction around it, which the engine then takes for aborted. (Seen with @duckdb/node-api 1.5.5.)
 * @throws what the engine says about a failure, which costs running the query once more
 */
export async function* chunksOf(
  connection: DuckDBConnection,
  result: DuckDBResult,
  text: string,
): AsyncGenerator<DuckDBDataChunk, void, undefined> {
  let ahead: Promise<DuckDBDataChunk | null> | null = result.fetchChunk()
  try {
    while (ahead) {
      const chunk: DuckDBDataChunk | null = await ahead
      ahead = chunk && chunk.rowCount > 0 ? result.fetchChunk() : null
      if (chunk && ahead) yield chunk
    }
  } finally {
    // The reader left early. Closing the engine under a fetch that still runs would take its memory away.
    if (ahead) {
      connection.interrupt()
      await ahead.catch(() => null)
    }
  }
  if (await isAborted(connection)) throw await reasonOfFailure(connection, text)
}

async function isAborted(connection: DuckDBConnection): Promise<boolean> {
  try {
    await connection.run('SELECT 1')
    return false
  } catch {
    return true
  }
}

/** Runs the query again without keeping rows, to hear why it fails. */
async function reasonOfFailure(connection: DuckDBConnection, text: string): Promise<Error> {
  const unknown = new QueryError('The query failed while its rows were being read.')
  await connection.run('ROLLBACK')
  const { count } = await connection.extractStatements(text)
  if (count > 1) return unknown
  try {
    await connection.run(`${EXPLAIN_ANALYZE}${text}`)
    return unknown
  } catch (error) {
    return new ShiftedError(error, EXPLAIN_ANALYZE.length)
  }
}
