import { type Client, types } from 'cassandra-driver'
import PrepareHandler from 'cassandra-driver/lib/prepare-handler.js'

const { ascii, text, varchar } = types.dataTypes
const TEXTS: readonly number[] = [ascii, text, varchar]

/**
 * Prepares a statement, and says whether all of its parameters are texts. For other types the driver would convert the values, by
 * other rules than the server converts literals.
 */
export async function takesTexts(client: Client, statement: string): Promise<boolean> {
  // Not part of its public declarations.
  const { options } = client as unknown as { options: { policies: { loadBalancing: object } } }
  const { meta } = await PrepareHandler.getPrepared(client, options.policies.loadBalancing, statement, client.keyspace)
  return meta.columns.every(({ type }) => TEXTS.includes(type.code))
}
