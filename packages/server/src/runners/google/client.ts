import { z } from 'zod'
import { type HttpRequest, httpClient } from '../http/client.ts'
import { findMessage, parseJsonOrNull } from '../http/error-message.ts'
import { exponentialBackoff, retry, TransientError } from '../http/retry.ts'
import { QueryError } from '../runner.ts'
import { parseJson } from '../values/cells.ts'
import { tokenFromMetadata } from './metadata-server.ts'
import { accessToken, GOOGLE_CLOUD, serviceAccount } from './service-account.ts'

/** A service of Google, asked in the name of a service account. */
export interface GoogleService {
  /** The first part of its host name: `bigquery`. */
  name: string
  /** Where it is asked; '' or nothing for its public address. */
  endpoint?: string | undefined
  jsonKeyFile: string | undefined
  /** The metadata server of the machine in whose name it is asked, in place of a key file. */
  machine?: string | undefined
  scopes: readonly string[]
  signal: AbortSignal
  /** What becomes of what it says against a request. */
  errorFrom?: (message: string, status: number) => QueryError
}

export interface GoogleClient {
  /**
   * Asks. What comes too often, or meets passing trouble of the service, is asked again with exponentialBackoff pauses.
   * @throws QueryError in the service's words, or why there was no answer
   */
  send(request: HttpRequest): Promise<unknown>
}

/** https://docs.cloud.google.com/bigquery/docs/error-messages: the status alone, 403, does not tell them from refusals. */
const PASSING = /^(rateLimitExceeded|userRateLimitExceeded|jobRateLimitExceeded|backendError)$/
const MAX_ATTEMPTS = 6
const FIRST_DELAY_MS = 100

/** Gets a token and keeps it for as long as the client is used. */
export async function googleClient(service: GoogleService): Promise<GoogleClient> {
  const { name, endpoint, signal, errorFrom = (message) => new QueryError(message) } = service
  const { bearer, domain } = await identityOf(service)
  const client = httpClient({
    base: endpoint || `https://${name}.${domain}`,
    signal,
    privateNetworks: 'all',
    login: { bearer },
    errorFrom: (status, body) => {
      const document = parseJsonOrNull(body)
      const said = findMessage(document)
      if (said === null) return null
      return PASSING.test(reasonIn(document)) ? new TransientError(said) : errorFrom(said, status)
    },
  })
  const patience = { maxAttempts: MAX_ATTEMPTS, delay: exponentialBackoff(FIRST_DELAY_MS), signal }
  return { send: (request) => retry(async () => parseJson(await (await client.send(request)).text()), patience) }
}

async function identityOf({ machine, jsonKeyFile, scopes, signal }: GoogleService) {
  if (machine) return { bearer: await tokenFromMetadata({ metadata: machine, signal }, scopes), domain: GOOGLE_CLOUD }
  const account = serviceAccount(jsonKeyFile)
  return { bearer: await accessToken(account, scopes, signal), domain: account.universe_domain }
}

const Refused = z.object({ error: z.object({ errors: z.array(z.object({ reason: z.string() })).min(1) }) })

function reasonIn(document: unknown): string {
  const { data } = Refused.safeParse(document)
  return data?.error.errors[0]?.reason ?? ''
}
