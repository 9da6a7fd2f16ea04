import type { HttpClient } from '../http/client.ts'
import { QueryError } from '../runner.ts'
import { parseJson } from '../values/exact-json.ts'

/** What a server says that does not know the address. */
const NO_SUCH_ADDRESS = /^Failed to execute query\. (404|405|400: no handler found|400: .*_xpack|410)/

/**
 * Sends SQL to the first of two addresses that the server has.
 * @returns which of them it was, and what was answered
 */
export async function askEither(
  client: HttpClient,
  paths: readonly [string, string],
  body: unknown,
): Promise<{ path: string; document: unknown }> {
  const ask = async (path: string) => {
    const answer = await client.ask({ method: 'POST', path, query: { format: 'json' }, body })
    return { path, document: parseJson(await answer.text()) }
  }
  try {
    return await ask(paths[0])
  } catch (error) {
    if (!(error instanceof QueryError) || !NO_SUCH_ADDRESS.test(error.message)) throw error
    return ask(paths[1])
  }
}
