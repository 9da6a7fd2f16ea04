import { uniqueNames } from '../../platform/results/batch.ts'
import { NO_DATA, QueryError, type RunContext, type RunnerResult } from '../runner.ts'
import { acquire, type Connection, open } from './connection.ts'
import { ConnectionLost, Exchange } from './exchange.ts'
import type { PostgresOptions } from './options.ts'
import { columnOf, type FieldDescription, planOf, type Strange } from './types.ts'

export async function run(text: string, context: RunContext<PostgresOptions>): Promise<RunnerResult> {
  const { exchange, fields } = await describe(text, context)
  if (!fields?.length) {
    await exchange.runWithoutRows()
    throw new QueryError(NO_DATA)
  }
  const strange: Strange[] = fields.map(() => ({ count: 0 }))
  const plans = fields.map((field, index) => planOf(field, strange[index] ?? { count: 0 }))
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
async function describe(text: string, context: RunContext<PostgresOptions>): Promise<Described> {
  const waiting = await acquire(context.config, context.signal)
  try {
    return await describeOn(waiting, text, context)
  } catch (error) {
    if (!(error instanceof ConnectionLost && error.isUntouched && waiting.isReused)) throw error
    return describeOn(await open(context.config, context.signal), text, context)
  }
}

async function describeOn(
  connection: Connection,
  text: string,
  { signal, onSession }: RunContext<PostgresOptions>,
): Promise<Described> {
  if (connection.backend) onSession?.({ backend: connection.backend.processID })
  const exchange = new Exchange(connection, text, signal)
  return { exchange, fields: await exchange.description }
}
