import type { SchemaTable } from '@sightline/contract/data-sources.ts'
import { z } from 'zod'
import { uniqueNames } from '../../platform/results/batch.ts'
import { CANCELLED, NO_DATA, QueryError, type RunContext, type RunnerResult, type Session } from '../runner.ts'
import { boundText, postgresParameters } from '../sql/bound-text.ts'
import { securityNote } from '../sql/connection-messages.ts'
import type { RunStatement } from '../sql/schema-tables.ts'
import { acquire, type Connection, close, endSession, open, release, runStatementOn, type Server } from './connection.ts'
import { connectError } from './errors.ts'
import { Exchange, ExchangeLost } from './exchange.ts'
import type { UnfitCount } from './text-decoders.ts'
import { columnOf, type FieldDescription, planOf } from './types.ts'

/** Where a query runs, and what is set up on the connection beforehand. */
export interface RunOptions extends Pick<RunContext<unknown>, 'signal' | 'onSession'> {
  server: Server
  /** Whether string literals of the text are sent as parameters. */
  bindsTexts: boolean
  /** Statements that prepare the session, such as the choice of a queue. */
  opening: readonly string[]
}

export async function run(text: string, context: RunOptions): Promise<RunnerResult> {
  if (context.signal.aborted) throw new QueryError(CANCELLED)
  const { exchange, fields } = await describe(text, context)
  if (!fields?.length) {
    await exchange.runWithoutRows()
    throw new QueryError(NO_DATA)
  }
  const unfit: UnfitCount[] = fields.map(() => ({ count: 0 }))
  const plans = fields.map((field, index) =>
    planOf(field, unfit[index] ?? { count: 0 }, context.server.serverDialect.hasBinaryForms),
  )
  const names = uniqueNames(fields.map(({ name }) => name))
  return {
    columns: plans.map((plan, index) => columnOf(names[index] ?? '', plan)),
    batches: exchange.run(plans),
    log: () =>
      unfit.flatMap(({ count }, index) =>
        count
          ? [`${names[index]}: NaN in ${count} rows is left empty. To keep it, cast the column to numeric without a precision.`]
          : [],
      ),
  }
}

interface DescribedExchange {
  exchange: Exchange
  fields: FieldDescription[] | null
}

/** An idle connection may be broken. If the server has not answered anything yet, the query is retried on a new connection. */
async function describe(text: string, context: RunOptions): Promise<DescribedExchange> {
  const connection = await acquire(context.server, context.signal)
  try {
    return await describeOn(connection, text, context)
  } catch (error) {
    if (!(error instanceof ExchangeLost && error.isUntouched && connection.isReused)) throw error
    return describeOn(await open(context.server, context.signal), text, context)
  }
}

async function describeOn(
  connection: Connection,
  text: string,
  { signal, onSession, opening, bindsTexts }: RunOptions,
): Promise<DescribedExchange> {
  if (connection.session !== null) onSession?.({ backend: connection.session })
  await prepare(connection, opening, signal)
  const exchange = new Exchange(connection, text, signal, bindsTexts ? boundText(text, postgresParameters) : null)
  return { exchange, fields: await exchange.description }
}

async function prepare(connection: Connection, opening: readonly string[], signal: AbortSignal): Promise<void> {
  const abort = () => close(connection)
  signal.addEventListener('abort', abort)
  try {
    for (const statement of opening) await connection.client.query(statement)
  } catch (error) {
    close(connection)
    if (signal.aborted) throw new QueryError(CANCELLED, { cause: error })
    throw connection.isBroken && connection.isReused
      ? new ExchangeLost(true, error)
      : connectError(error, connection.server.options)
  } finally {
    signal.removeEventListener('abort', abort)
  }
}

const Backend = z.object({ backend: z.union([z.int(), z.string()]) })

/** Ends the session of a run whose own process has died. */
export async function stop(session: Session, server: Server, signal: AbortSignal): Promise<void> {
  await endSession(server, Backend.parse(session).backend, signal)
}

/** Says what a run is waiting for in the server; null if that is unknown. */
export async function waitState(session: Session, server: Server, signal: AbortSignal): Promise<string | null> {
  const connection = await open(server, signal)
  try {
    return (await server.serverDialect.waitState?.(runStatementOn(connection), Backend.parse(session).backend)) ?? null
  } finally {
    close(connection)
  }
}

export async function readSchema(server: Server, signal: AbortSignal): Promise<SchemaTable[]> {
  return onConnection(server, signal, (runStatement) => server.serverDialect.readSchema(runStatement, signal))
}

/** @returns a note on the security of the connection; null if there is nothing to note */
export async function testConnection(server: Server, signal: AbortSignal): Promise<string | null> {
  // A new one: the user of an idle connection may have lost the right to sign in since.
  const connection = await open(server, signal)
  return useConnection(connection, signal, async (runStatement, { encryption }) => {
    await runStatement('SELECT 1')
    return securityNote(encryption, server.options)
  })
}

type ConnectionTask<Result> = (runStatement: RunStatement, connection: Connection) => Promise<Result>

const onConnection = async <Result>(server: Server, signal: AbortSignal, use: ConnectionTask<Result>): Promise<Result> =>
  useConnection(await acquire(server, signal), signal, use)

async function useConnection<Result>(
  connection: Connection,
  signal: AbortSignal,
  use: ConnectionTask<Result>,
): Promise<Result> {
  const { server } = connection
  const abort = () => close(connection)
  signal.addEventListener('abort', abort)
  try {
    const result = await use(runStatementOn(connection), connection)
    release(connection)
    return result
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
