import { Request } from 'tedious'
import { CANCELLED, QueryError } from '../runner.ts'
import { open } from './connection.ts'
import { connectError } from './errors.ts'
import type { Target } from './target.ts'

/** All rows of a statement of ours. */
export async function rowsOfStatement(statement: string, target: Target, signal: AbortSignal): Promise<unknown[][]> {
  const connection = await open(target, signal)
  const abort = () => connection.close()
  signal.addEventListener('abort', abort)
  try {
    return await new Promise((resolve, reject) => {
      const rows: unknown[][] = []
      const request = new Request(statement, (error) => (error ? reject(error) : resolve(rows)))
      request.on('row', (cells: { value: unknown }[]) => rows.push(cells.map(({ value }) => value)))
      connection.execSqlBatch(request)
    })
  } catch (error) {
    throw signal.aborted ? new QueryError(CANCELLED, { cause: error }) : connectError(error, target)
  } finally {
    signal.removeEventListener('abort', abort)
    connection.close()
  }
}
