import { QueryError } from '../runner.ts'
import { FlightClient } from './client.ts'
import { serverFor } from './locations.ts'
import type { FlightData, FlightEndpoint, FlightInfo } from './messages.ts'
import type { FlightOptions } from './options.ts'
import { type ArrowStream, readArrow } from './record-batches.ts'

/** Where a result is read: a session, and what it was opened with. */
export interface Source {
  client: FlightClient
  options: FlightOptions
  /** Private networks that other servers may be in. */
  networks: readonly string[]
  signal: AbortSignal
}

/**
 * Reads a result, one part after the other in the order in which the server names them.
 * @returns null if it has no parts
 */
export async function readResult(info: FlightInfo, source: Source): Promise<ArrowStream | null> {
  const [first, ...others] = info.endpoints
  const started = first && (await readArrow(partOf(first, source)))
  if (!started) return null
  const { schema } = started
  const batches = async function* () {
    yield* started.batches
    for (const endpoint of others) {
      const part = await readArrow(partOf(endpoint, source))
      if (!part) continue
      if (String(part.schema) !== String(schema)) throw new QueryError('The parts of the result have different columns.')
      yield* part.batches
    }
  }
  return { schema, batches: batches() }
}

/** The messages of a part, from the server that has it. */
async function* partOf(
  { ticket, locations }: FlightEndpoint,
  { client, options, networks, signal }: Source,
): AsyncGenerator<FlightData, void, undefined> {
  const other = serverFor(locations, options, networks)
  if (other === null) {
    yield* client.dataOf(ticket)
    return
  }
  const there = await FlightClient.open(other, signal)
  try {
    yield* there.dataOf(ticket)
  } finally {
    there.close()
  }
}
