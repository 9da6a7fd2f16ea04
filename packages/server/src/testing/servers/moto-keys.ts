import { type Credentials, signedHeaders } from '../../runners/aws/signature.ts'
import { AWS_KEYS } from '../aws-stub.ts'

/** Keys that may do some actions at Moto. */
export interface MotoKeys {
  /** Sends an action of a service whose requests are forms and whose responses are XML. */
  send(service: string, version: string, parameters: Record<string, string>): Promise<string>
  /** Creates a user who may do these actions only. */
  create(user: string, actions: readonly string[]): Promise<Credentials>
  /** From now on, Moto checks signatures and permissions. Returns a function that ends that. */
  check(): Promise<() => Promise<void>>
}

const IAM = '2010-05-08'
export const MOTO_REGION = 'eu-west-1'

/** A document of IAM with one statement. */
export const policy = (statement: object): string =>
  JSON.stringify({ Version: '2012-10-17', Statement: [{ Effect: 'Allow', ...statement }] })

/** @param endpoint URL of Moto */
export function motoKeys(endpoint: string): MotoKeys {
  const send: MotoKeys['send'] = async (service, version, parameters) => {
    const body = new URLSearchParams({ Version: version, ...parameters }).toString()
    const given = { 'content-type': 'application/x-www-form-urlencoded' }
    const request = { method: 'POST', url: new URL(endpoint), headers: given, body }
    const signed = signedHeaders(request, AWS_KEYS, { region: MOTO_REGION, service })
    return succeeded(await fetch(endpoint, { method: 'POST', headers: { ...given, ...signed }, body }))
  }
  const checkAfter = async (requests: string) => {
    await succeeded(await fetch(`${endpoint}/moto-api/reset-auth`, { method: 'POST', body: requests }))
  }
  return {
    send,
    async create(user, actions) {
      await send('iam', IAM, { Action: 'CreateUser', UserName: user })
      const document = policy({ Action: actions, Resource: '*' })
      await send('iam', IAM, { Action: 'PutUserPolicy', UserName: user, PolicyName: 'some', PolicyDocument: document })
      const created = await send('iam', IAM, { Action: 'CreateAccessKey', UserName: user })
      const text = (element: string) => new RegExp(`<${element}>([^<]*)`).exec(created)?.[1] ?? ''
      return { accessKey: text('AccessKeyId'), secretKey: text('SecretAccessKey') }
    },
    async check() {
      await checkAfter('0')
      return () => checkAfter('inf')
    },
  }
}

async function succeeded(answer: Response): Promise<string> {
  const body = await answer.text()
  if (!answer.ok) throw new Error(body)
  return body
}
