import { type HttpRequest, httpClient } from '../http/client.ts'
import { messageIn } from '../http/words.ts'
import { QueryError } from '../runner.ts'
import { parseJson } from '../values/exact-json.ts'
import { accessToken, serviceAccount } from './service-account.ts'

/** A service of Google, asked in the name of a service account. */
export interface GoogleService {
  /** The first part of its host name: `bigquery`. */
  name: string
  /** Where it is asked; '' or nothing for its public address. */
  endpoint?: string | undefined
  jsonKeyFile: string | undefined
  scopes: readonly string[]
  signal: AbortSignal
  /** What becomes of what it says against a request. */
  refusal?: (message: string, status: number) => QueryError
}

export interface GoogleClient {
  /** @throws QueryError in the service's words, or why there was no answer */
  ask(request: HttpRequest): Promise<unknown>
}

/** Gets a token and keeps it for as long as the client is used. */
export async function googleClient(service: GoogleService): Promise<GoogleClient> {
  const { name, endpoint, scopes, signal, refusal = (message) => new QueryError(message) } = service
  const account = serviceAccount(service.jsonKeyFile)
  const client = httpClient({
    base: endpoint || `https://${name}.${account.universe_domain}`,
    signal,
    privateNetworks: 'all',
    login: { bearer: await accessToken(account, scopes, signal) },
    refusal: (status, body) => {
      const said = saidIn(body)
      return said === null ? null : refusal(said, status)
    },
  })
  return { ask: async (request) => parseJson(await (await client.ask(request)).text()) }
}

function saidIn(body: string): string | null {
  try {
    return messageIn(JSON.parse(body))
  } catch {
    return null
  }
}
