import { httpClient } from '../http/client.ts'
import { documentIn, saidIn } from '../http/words.ts'
import type { QueryError } from '../runner.ts'
import { isPlainObject, parseJson } from '../values/cells.ts'
import { publicAddress } from './public-address.ts'
import { type Credentials, type Scope, signedHeaders } from './signature.ts'
import { AwsRefusal, patiently } from './throttling.ts'

/** A service of Amazon that is asked in JSON, by the name of an action. */
export interface AwsService extends Scope {
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
   * Asks for an action. What is throttled is asked again, with growing pauses.
   * @throws AwsRefusal in the service's words; QueryError why there was no answer
   */
  call(action: string, input: Record<string, unknown>): Promise<unknown>
}

export function awsClient({ target, version, endpoint, credentials, signal, ...scope }: AwsService): AwsClient {
  const client = httpClient({
    base: endpoint || publicAddress(scope),
    signal,
    privateNetworks: 'all',
    sign: (call) => signedHeaders(call, credentials, scope),
    refusal,
  })
  const ask = async (action: string, input: Record<string, unknown>) => {
    const headers = { 'content-type': `application/x-amz-json-${version}`, 'x-amz-target': `${target}.${action}` }
    return parseJson(await (await client.ask({ method: 'POST', path: '/', headers, body: input })).text())
  }
  return { call: (action, input) => patiently(() => ask(action, input), signal) }
}

function refusal(status: number, body: string): QueryError | null {
  const said = documentIn(body)
  if (!isPlainObject(said)) return null
  const type = String(said.__type ?? said.code ?? '')
  const code = type.slice(type.lastIndexOf('#') + 1)
  const message = said.Message ?? saidIn(body)
  return new AwsRefusal(
    typeof message === 'string' && message !== body ? message : `Failed to execute query. ${status}: ${code}`,
    code,
  )
}
