import { setTimeout as sleep } from 'node:timers/promises'
import type { Batch } from '../../platform/results/batch.ts'
import { errorAtPosition } from '../http/error-message.ts'
import { NO_DATA, OutcomeUnknown, QueryError, type RunContext, type RunnerResult } from '../runner.ts'
import { runBound } from '../sql/bound-select.ts'
import { questionMarks } from '../sql/bound-text.ts'
import { securityNote } from '../sql/connection-messages.ts'
import { POLL_INTERVAL_MS, StoppableRun, stopTimeout } from '../stopping.ts'
import { rowsResult } from '../values/rows.ts'
import { FlightClient } from './client.ts'
import { columnOf, rowReader } from './columns.ts'
import { CANCEL_STATUS, cancelInfo, type FlightInfo, statementQuery } from './messages.ts'
import type { FlightOptions } from './options.ts'
import { prepare } from './prepared.ts'
import { Fields } from './protobuf.ts'
import { readResult, type Source } from './results.ts'

const PARAMETERS = questionMarks('flight-sql', 1000)
/** How servers name a place: `line 1, column 8` (Dremio), `Line: 1, Column: 8` (DataFusion). */
const PLACE = /\bline:? (\d+)(?:,|;)? column:? (\d+)/i

/** A query that a run has sent. */
interface Asked {
  client: FlightClient
  /** Names the query at the server; null before the server has answered. */
  info: FlightInfo | null
}

/** Runs a query. The server decides what several statements mean. */
export async function run(
  text: string,
  options: FlightOptions,
  { signal, bindsTexts, sourceNetworks: networks = [] }: Omit<RunContext<unknown>, 'config'>,
): Promise<RunnerResult> {
  let asked: Asked | undefined
  const stoppable = new StoppableRun(signal, () => stop(asked))
  return stoppable.result(async () => {
    const client = await FlightClient.open(options, stoppable.signal)
    const source = { client, options, networks, signal: stoppable.signal }
    /** While the query is being stopped, the connection is needed for that. */
    const leave = () => {
      if (!signal.aborted) client.close()
    }
    try {
      const result = await runBound(text, bindsTexts ? PARAMETERS : null, signal, async (query) => {
        asked = { client, info: null }
        const { command, release } = query.values.length > 0 ? await prepare(client, query) : asWritten(query.text)
        try {
          const info = await client.infoOf(command)
          asked = { client, info }
          return await resultOf(info, source, release)
        } catch (error) {
          await release()
          throw located(error, text)
        }
      })
      return { ...result, batches: leavingAfter(result.batches, leave) }
    } catch (error) {
      leave()
      throw error
    }
  })
}

const asWritten = (text: string) => ({ command: statementQuery(text), release: async () => {} })

/** @param release ends what the server keeps for the query */
async function resultOf(info: FlightInfo, source: Source, release: () => Promise<void>): Promise<RunnerResult> {
  const result = await readResult(info, source)
  const fields = result?.schema.fields ?? []
  if (result === null || fields.length === 0) {
    // Statements without rows take effect when their rows are asked for.
    if (result) for await (const _ of result.batches);
    throw new QueryError(NO_DATA)
  }
  const read = rowReader(fields)
  const groups = async function* () {
    for await (const batch of result.batches) yield* read(batch)
    await release()
  }
  return rowsResult(fields.map(columnOf), groups())
}

/** A reader that goes before the last row leaves the connection to the stop of the query. */
async function* leavingAfter(batches: RunnerResult['batches'], leave: () => void): AsyncGenerator<Batch, void, undefined> {
  try {
    yield* batches
  } catch (error) {
    leave()
    throw error
  }
  leave()
}

function located(error: unknown, text: string): unknown {
  if (!(error instanceof QueryError) || error instanceof OutcomeUnknown || !PLACE.test(error.message)) return error
  return errorAtPosition(error.message, text, PLACE)
}

/** Asks the server to stop a query, until it says that it has. @throws an error if it does not */
async function stop(asked: Asked | undefined): Promise<void> {
  if (!asked) return
  const { client, info } = asked
  const limit = stopTimeout()
  try {
    if (!info) throw new QueryError('The server has not named the query yet.')
    for (;;) {
      const [reply] = await client.act('CancelFlightInfo', cancelInfo(info), limit)
      const status = new Fields(reply ?? Buffer.alloc(0)).number(1)
      if (status === CANCEL_STATUS.cancelled) return
      if (status !== CANCEL_STATUS.cancelling) throw new QueryError('The server cannot cancel the query.')
      await sleep(POLL_INTERVAL_MS)
    }
  } finally {
    // Most servers stop a query when the connection that asked for it ends.
    client.close()
  }
}

/** Runs a statement: a server may check the login only then. */
export async function testConnection(options: FlightOptions, signal: AbortSignal): Promise<string | null> {
  const client = await FlightClient.open(options, signal)
  try {
    const result = await readResult(await client.infoOf(statementQuery('SELECT 1')), { client, options, networks: [], signal })
    if (result) for await (const _ of result.batches);
  } finally {
    client.close()
  }
  const { encryption } = options
  return securityNote(encryption !== 'none' && { rejectUnauthorized: encryption === 'verified' }, options)
}
