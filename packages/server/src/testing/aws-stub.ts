import { signedHeaders } from '../runners/aws/signature.ts'
import type { AnyRunner } from '../runners/runner.ts'
import type { StubAnswer, StubCall } from './stub-server.ts'
import { json, stubbedSource } from './stubbed-source.ts'

export const AWS_KEYS = { accessKey: 'AKIDEXAMPLE', secretKey: 'a secret key' }

/** A received AWS API call. */
export interface AwsCall {
  /** Without the version of the service: `AmazonAthena.StartQueryExecution`. */
  action: string
  input: Record<string, unknown>
}

export const awsError = (code: string, message: string): StubAnswer => json({ __type: `com.amazonaws#${code}`, message }, 400)

type Service = (call: AwsCall, closed: AbortSignal) => unknown

/** A stub that rejects calls with a wrong signature. */
export const awsService =
  (answer: Service) =>
  async (call: StubCall, closed: AbortSignal): Promise<StubAnswer> => {
    if (!isSigned(call)) return awsError('InvalidSignatureException', 'The request signature does not match.')
    const answered = await answer({ action: String(call.headers['x-amz-target']), input: JSON.parse(call.body) }, closed)
    return typeof answered === 'object' && answered !== null && 'status' in answered ? (answered as StubAnswer) : json(answered)
  }

/** A data source connected to such a stub. */
export async function awsSource(runner: AnyRunner, options: (url: string) => Record<string, unknown>, answer: Service) {
  const actions: AwsCall[] = []
  const service = awsService((action, closed) => {
    actions.push(action)
    return answer(action, closed)
  })
  const source = await stubbedSource(runner, ({ url }) => options(url), service)
  return { ...source, actions, asked: (name: string) => actions.filter(({ action }) => action.endsWith(`.${name}`)) }
}

/** Recomputes the signature and compares it. */
export function isSigned({ method, path, query, headers, body }: StubCall): boolean {
  const [, region = '', service = '', signed = ''] =
    /Credential=[^/]+\/\d+\/([^/]+)\/([^/]+)\/aws4_request, SignedHeaders=([^,]+)/.exec(headers.authorization ?? '') ?? []
  const date = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(String(headers['x-amz-date']))
  if (!date) return false
  const now = new Date(`${date.slice(1, 4).join('-')}T${date.slice(4).join(':')}Z`)
  const given = Object.fromEntries(signed.split(';').map((name) => [name, String(headers[name])]))
  const url = new URL(`http://${headers.host}${path}?${query}`)
  return (
    signedHeaders({ method, url, headers: given, body }, AWS_KEYS, { region, service }, now).authorization ===
    headers.authorization
  )
}
