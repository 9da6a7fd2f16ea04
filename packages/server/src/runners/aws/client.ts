import { httpClient } from '../http/client.ts'
import { errorMessageIn, parseJsonOrNull } from '../http/error-message.ts'
import { exponentialBackoff, retry } from '../http/retry.ts'
import { QueryError } from '../runner.ts'
import { isPlainObject, parseJson } from '../values/cells.ts'
import { type Credentials, type SigningScope, signedHeaders } from './signature.ts'

/** A service of Amazon that is asked in JSON, by the name of an action. */
export interface AwsService extends SigningScope {
  credentials: Credentials
  /** Where it is asked; '' or nothing for its public address in the region. */
  endpoint?: string | undefined
  /** What the names of its actions begin with. */
  target: string
  /** Of the JSON that it speaks. */
  version: '1.0' | '1.1'
  signal: AbortSignal
}

export interface AwsClient {
  /**
   * Asks for an action. What is throttled is asked again, with exponentialBackoff pauses.
   * @throws AwsError in the service's words; QueryError why there was no answer
   */
  call(action: string, input: Record<string, unknown>): Promise<unknown>
}

export function awsClient({ target, version, endpoint, credentials, signal, ...scope }: AwsService): AwsClient {
  const client = httpClient({
    base: endpoint || publicEndpoint(scope),
    signal,
    privateNetworks: 'all',
    sign: (call) => signedHeaders(call, credentials, scope),
    errorFrom,
  })
  const send = async (action: string, input: Record<string, unknown>) => {
    const headers = { 'content-type': `application/x-amz-json-${version}`, 'x-amz-target': `${target}.${action}` }
    return parseJson(await (await client.send({ method: 'POST', path: '/', headers, body: input })).text())
  }
  return { call: (action, input) => retryThrottled(() => send(action, input), signal) }
}

function errorFrom(status: number, body: string): QueryError | null {
  const said = parseJsonOrNull(body)
  if (!isPlainObject(said)) return null
  const type = String(said.__type ?? said.code ?? '')
  const code = type.slice(type.lastIndexOf('#') + 1)
  const message = said.Message ?? errorMessageIn(body)
  return new AwsError(
    typeof message === 'string' && message !== body ? message : `Failed to execute query. ${status}: ${code}`,
    code,
  )
}

/** @throws QueryError for what is no name of a region: it becomes a part of an address */
export function checkRegion(region: string): void {
  if (!/^[a-z0-9-]+$/.test(region)) throw new QueryError(`"${region}" is not the name of a region.`)
}

/**
 * Where everybody asks a service in a region.
 * @throws QueryError for what is no name of a region
 */
export function publicEndpoint({ region, service }: SigningScope): string {
  checkRegion(region)
  return `https://${service}.${region}.amazonaws.com${region.startsWith('cn-') ? '.cn' : ''}`
}

/** What a service of Amazon has refused, with its own name of the reason. */
export class AwsError extends QueryError {
  readonly code: string
  constructor(message: string, code: string) {
    super(message)
    this.code = code
  }
}

const MAX_ATTEMPTS = 7
const FIRST_DELAY_MS = 100
const IS_THROTTLING = /^(Throttling|TooManyRequests|ProvisionedThroughputExceeded|RequestLimitExceeded|SlowDown)/

const isThrottling = (error: unknown): boolean => error instanceof AwsError && IS_THROTTLING.test(error.code)

/** Asks again what is throttled, with exponentialBackoff pauses. */
export const retryThrottled = <Answer>(send: () => Promise<Answer>, signal: AbortSignal): Promise<Answer> =>
  retry(send, { maxAttempts: MAX_ATTEMPTS, delay: exponentialBackoff(FIRST_DELAY_MS), signal, isTransient: isThrottling })
