import { httpClient } from '../http/client.ts'
import { errorMessageIn, parseJsonOrNull } from '../http/error-message.ts'
import { exponentialBackoff, retry } from '../http/retry.ts'
import { QueryError } from '../runner.ts'
import { isPlainObject, parseJson } from '../values/cells.ts'
import { type Credentials, type SigningScope, signedHeaders } from './signature.ts'
import { elementText } from './xml.ts'

/** A service of AWS with a JSON protocol: each request names an action. */
export interface AwsService extends SigningScope {
  credentials: Credentials
  /** Its URL; '' or undefined for the public endpoint in the region. */
  endpoint?: string | undefined
  /** Prefix of the names of its actions. */
  target: string
  /** Version of the JSON protocol. */
  version: '1.0' | '1.1'
  signal: AbortSignal
}

export interface AwsClient {
  /**
   * Calls an action; throttled calls are retried with growing delays.
   * @throws AwsError with the service's message; QueryError why there was no response
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
  const document = parseJsonOrNull(body)
  if (!isPlainObject(document)) return errorOfXml(body)
  const type = String(document.__type ?? document.code ?? '')
  const code = type.slice(type.lastIndexOf('#') + 1)
  const message = document.Message ?? errorMessageIn(body)
  return new AwsError(
    typeof message === 'string' && message !== body ? message : `Failed to execute query. ${status}: ${code}`,
    code,
  )
}

/** Compatible services write the errors of keys as the older ones do: `<Error><Code>…</Code><Message>…</Message></Error>`. */
function errorOfXml(body: string): AwsError | null {
  const message = elementText(body, 'Message')
  return message ? new AwsError(message, elementText(body, 'Code') ?? '') : null
}

/** @throws QueryError if the name of the region is invalid: it becomes part of a host name */
export function checkRegion(region: string): void {
  if (!/^[a-z0-9-]+$/.test(region)) throw new QueryError(`"${region}" is not the name of a region.`)
}

/**
 * The public endpoint of a service in a region.
 * @throws QueryError if the name of the region is invalid
 */
export function publicEndpoint({ region, service }: SigningScope): string {
  checkRegion(region)
  return `https://${service}.${region}.amazonaws.com${region.startsWith('cn-') ? '.cn' : ''}`
}

/** An error response of a service of AWS, with its error code. */
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

/** Retries throttled calls with growing delays. */
export const retryThrottled = <Answer>(send: () => Promise<Answer>, signal: AbortSignal): Promise<Answer> =>
  retry(send, { maxAttempts: MAX_ATTEMPTS, delay: exponentialBackoff(FIRST_DELAY_MS), signal, isTransient: isThrottling })

/** Whether the keys have no permission for a call. */
export const isRefusal = (error: unknown): boolean => error instanceof AwsError && /^AccessDenied/.test(error.code)

/** Whether what was listed before is gone. */
export const isMissing = (error: unknown): boolean => error instanceof AwsError && error.code === 'ResourceNotFoundException'
