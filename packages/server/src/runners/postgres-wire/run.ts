import { uniqueNames } from '../../platform/results/batch.ts'
import { CANCELLED, NO_DATA, QueryError, type RunContext, type RunnerResult } from '../runner.ts'
import { acquire, type Connection, close, open, type Server } from './connection.ts'
import { connectError } from './errors.ts'
import { Exchange, ExchangeLost } from './exchange.ts'
import type { Strange } from './text-decoders.ts'
import { columnOf, type FieldDescription, planOf } from './types.ts'

/** How a text is run: where, and what is set for it on the connection beforehand. */
export interface Run extends Pick<RunContext<unknown>, 'signal' | 'onSession'> {
  server: Server
  /** Statements that prepare the session, such as the choice of a queue. */
  opening: readonly string[]
}

export async function run(text: string, context: Run): Promise<RunnerResult> {
  if (context.signal.aborted) throw new QueryError(CANCELLED)
  const { exchange, fields } = await describe(text, context)
  if (!fields?.length) {
    await exchange.runWithoutRows()
    throw new QueryError(NO_DATA)
  }
  const strange: Strange[] = fields.map(() => ({ count: 0 }))
  const plans = fields.map((field, index) =>
    planOf(field, strange[index] ?? { count: 0 }, context.server.flavour.hasBinaryForms),
  )
  const names = uniqueNames(fields.map(({ name }) => name))
  return {
    columns: plans.map((plan, index) => columnOf(names[index] ?? '', plan)),
    batches: exchange.run(plans),
    log: () => strange.flatMap(({ count }, index) => (count ? [`${names[index]}: NaN in ${count} rows is left empty.`] : [])),
  }
}

interface Described {
  exchange: Exchange
  fields: FieldDescription[] | null
}

/** A connection that waited may have broken unnoticed. As long as the server has answered nothing, another one is taken instead. */
async function describe(text: string, context: Run): Promise<Described> {
  const waiting = await acquire(context.server, context.signal)
  try {
    return await describeOn(waiting, text, context)
  } catch (error) {
    if (!(error instanceof ExchangeLost && error.isUntouched && waiting.isReused)) throw error
    return describeOn(await open(context.server, context.signal), text, context)
  }
}

async function describeOn(connection: Connection, text: string, { signal, onSession, opening }: Run): Promise<Described> {
  if (connection.session !== null) onSession?.({ backend: connection.session })
  await prepare(connection, opening, signal)
  const exchange = new Exchange(connection, text, signal)
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
