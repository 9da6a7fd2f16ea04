import type { SchemaTable } from '@sightline/contract/data-sources.ts'
import { CANCELLED, QueryError } from '../runner.ts'
import { securityNote } from '../sql/connection-messages.ts'
import type { RunStatement } from '../sql/schema-tables.ts'
import { acquire, type Connection, close, release, runStatementOn, type Server } from './connection.ts'
import { connectError } from './errors.ts'

export async function readSchema(server: Server, signal: AbortSignal): Promise<SchemaTable[]> {
  return onConnection(server, signal, (runStatement) => server.serverDialect.readSchema(runStatement))
}

/** @returns a note on the security of the connection; null if there is nothing to note */
export async function testConnection(server: Server, signal: AbortSignal): Promise<string | null> {
  return onConnection(server, signal, async (runStatement, { encryption }) => {
    await runStatement('SELECT 1')
    return securityNote(encryption, server.options)
  })
}

type Use<Answer> = (runStatement: RunStatement, connection: Connection) => Promise<Answer>

async function onConnection<Answer>(server: Server, signal: AbortSignal, use: Use<Answer>): Promise<Answer> {
  const connection = await acquire(server, signal)
  const abort = () => close(connection)
  signal.addEventListener('abort', abort)
  try {
    const answer = await use(runStatementOn(connection), connection)
    release(connection)
    return answer
  } catch (error) {
    close(connection)
    if (signal.aborted) throw new QueryError(CANCELLED, { cause: error })
    // The server may have closed an idle connection; a new one shows whether there is more to the error.
    if (connection.isReused) return onConnection(server, signal, use)
    throw connectError(error, server.options)
  } finally {
    signal.removeEventListener('abort', abort)
  }
}
