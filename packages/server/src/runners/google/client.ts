import { z } from 'zod'
import { type HttpRequest, httpClient } from '../http/client.ts'
import { findMessage, parseJsonOrNull } from '../http/error-message.ts'
import { exponentialBackoff, retry, TransientError } from '../http/retry.ts'
import { QueryError } from '../runner.ts'
import { parseJson } from '../values/cells.ts'
import { accessToken, GOOGLE_CLOUD, serviceAccount, tokenFromMetadata } from './identity.ts'

/** A service of Google, accessed with a service account. */
export interface GoogleService {
  /** The first part of its host name: `bigquery`. */
  name: string
  /** Its URL; '' or undefined for the public endpoint. */
  endpoint?: string | undefined
  jsonKeyFile: string | undefined
  /** URL of a metadata server, to use the identity of the machine instead of a key file. */
  machine?: string | undefined
  scopes: readonly string[]
  signal: AbortSignal
  /** The error for a message of the service. */
  errorFrom?: (message: string, status: number) => QueryError
}

export interface GoogleClient {
  /**
   * Sends a request. Rate limits and transient errors are retried with growing delays.
   * @throws QueryError with the service's message, or why there was no response
   */
  send(request: HttpRequest): Promise<unknown>
}

/** Reasons of transient errors (https://docs.cloud.google.com/bigquery/docs/error-messages); their status is 403, like that of permanent ones. */
const TRANSIENT_REASONS = /^(rateLimitExceeded|userRateLimitExceeded|jobRateLimitExceeded|backendError)$/
const MAX_ATTEMPTS = 6
const FIRST_DELAY_MS = 100

/** Gets an access token and uses it for the life of the client. */
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
      const message = findMessage(document)
      if (message === null) return null
      return TRANSIENT_REASONS.test(reasonIn(document)) ? new TransientError(message) : errorFrom(message, status)
    },
  })
  const retryPolicy = { maxAttempts: MAX_ATTEMPTS, delay: exponentialBackoff(FIRST_DELAY_MS), signal }
  return { send: (request) => retry(async () => parseJson(await (await client.send(request)).text()), retryPolicy) }
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
