import { z } from 'zod'
import { askAgain, growing, PassingTrouble } from '../http/asking-again.ts'
import { type HttpRequest, httpClient } from '../http/client.ts'
import { documentIn, messageIn } from '../http/words.ts'
import { QueryError } from '../runner.ts'
import { parseJson } from '../values/cells.ts'
import { tokenOfMachine } from './machine.ts'
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
  refusal?: (message: string, status: number) => QueryError
}

export interface GoogleClient {
  /**
   * Asks. What comes too often, or meets passing trouble of the service, is asked again with growing pauses.
   * @throws QueryError in the service's words, or why there was no answer
   */
  ask(request: HttpRequest): Promise<unknown>
}

/** https://docs.cloud.google.com/bigquery/docs/error-messages: the status alone, 403, does not tell them from refusals. */
const PASSING = /^(rateLimitExceeded|userRateLimitExceeded|jobRateLimitExceeded|backendError)$/
const MOST_TRIES = 6
const FIRST_PAUSE = 100

/** Gets a token and keeps it for as long as the client is used. */
export async function googleClient(service: GoogleService): Promise<GoogleClient> {
  const { name, endpoint, signal, refusal = (message) => new QueryError(message) } = service
  const { bearer, domain } = await identityOf(service)
  const client = httpClient({
    base: endpoint || `https://${name}.${domain}`,
    signal,
    privateNetworks: 'all',
    login: { bearer },
    refusal: (status, body) => {
      const document = documentIn(body)
      const said = messageIn(document)
      if (said === null) return null
      return PASSING.test(reasonIn(document)) ? new PassingTrouble(said) : refusal(said, status)
    },
  })
  const patience = { tries: MOST_TRIES, pause: growing(FIRST_PAUSE), signal }
  return { ask: (request) => askAgain(async () => parseJson(await (await client.ask(request)).text()), patience) }
}

async function identityOf({ machine, jsonKeyFile, scopes, signal }: GoogleService) {
  if (machine) return { bearer: await tokenOfMachine({ metadata: machine, signal }, scopes), domain: GOOGLE_CLOUD }
  const account = serviceAccount(jsonKeyFile)
  return { bearer: await accessToken(account, scopes, signal), domain: account.universe_domain }
}

const Refused = z.object({ error: z.object({ errors: z.array(z.object({ reason: z.string() })).min(1) }) })

function reasonIn(document: unknown): string {
  const { data } = Refused.safeParse(document)
  return data?.error.errors[0]?.reason ?? ''
}
