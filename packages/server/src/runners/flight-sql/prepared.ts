import { Table, tableToIPC, Utf8, vectorFromArray } from 'apache-arrow'
import type { BoundText } from '../sql/bound-text.ts'
import type { FlightClient } from './client.ts'
import { closeStatement, type FlightData, preparedQuery, prepareStatement, unpacked } from './messages.ts'
import { Fields } from './protobuf.ts'
import { messagesOf } from './record-batches.ts'

/** A query that the server has prepared. */
export interface Prepared {
  /** Leads to its rows. */
  command: Buffer
  /** Makes the server forget it; errors mean that it will do so by itself. */
  release(): Promise<void>
}

/**
 * Prepares a query at the server, and sends the texts for its parameters.
 * @throws QueryError if the server has no prepared statements, or refuses this one
 */
export async function prepare(client: FlightClient, { text, values }: BoundText): Promise<Prepared> {
  const [reply] = await client.act('CreatePreparedStatement', prepareStatement(text))
  const handle = unpacked(reply ?? Buffer.alloc(0)).bytes(1)
  const release = (of: Buffer) => async () => {
    await client.act('ClosePreparedStatement', closeStatement(of)).catch(() => {})
  }
  try {
    const [stored] = await client.upload(preparedQuery(handle), rowOf(values))
    // A server that keeps nothing itself puts the values into the handle.
    const bound = new Fields(stored ?? Buffer.alloc(0)).bytes(1)
    const current = bound.length > 0 ? bound : handle
    return { command: preparedQuery(current), release: release(current) }
  } catch (error) {
    await release(handle)()
    throw error
  }
}

/** One row of texts. */
function rowOf(values: readonly string[]): FlightData[] {
  const columns = values.map((value, at) => [String(at + 1), vectorFromArray([value], new Utf8())])
  return messagesOf(tableToIPC(new Table(Object.fromEntries(columns)), 'stream'))
}
