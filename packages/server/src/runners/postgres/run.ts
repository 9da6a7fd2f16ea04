import { uniqueNames } from '../../platform/results/batch.ts'
import { NO_DATA, QueryError, type RunContext, type RunnerResult } from '../runner.ts'
import { acquire, type Connection, open } from './connection.ts'
import { ConnectionLost, Exchange } from './exchange.ts'
import type { PostgresOptions } from './options.ts'
import { columnOf, type FieldDescription, planOf, type Strange } from './types.ts'

export async function run(text: string, { config, signal }: RunContext<PostgresOptions>): Promise<RunnerResult> {
  const { exchange, fields } = await describe(text, config, signal)
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
async function describe(text: string, options: PostgresOptions, signal: AbortSignal): Promise<Described> {
  const waiting = await acquire(options, signal)
  try {
    return await describeOn(waiting, text, signal)
  } catch (error) {
    if (!(error instanceof ConnectionLost && error.isUntouched && waiting.isReused)) throw error
    return describeOn(await open(options, signal), text, signal)
  }
}

async function describeOn(connection: Connection, text: string, signal: AbortSignal): Promise<Described> {
  const exchange = new Exchange(connection, text, signal)
  return { exchange, fields: await exchange.description }
}
