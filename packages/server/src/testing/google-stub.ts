import { createPublicKey, generateKeyPairSync, verify } from 'node:crypto'
import type { AnyRunner } from '../runners/runner.ts'
import type { StubAnswer, StubCall } from './stub-server.ts'
import { json, stubbedSource } from './stubbed-source.ts'

const { privateKey, publicKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  publicKeyEncoding: { type: 'spki', format: 'pem' },
})
const TOKEN = 'a token for an hour'

/** The key file of a service account whose token endpoint is `url`. */
export const keyFile = (url: string, changes: Record<string, unknown> = {}): string =>
  Buffer.from(
    JSON.stringify({
      type: 'service_account',
      client_email: 'ada@project.iam.gserviceaccount.com',
      private_key: privateKey,
      private_key_id: 'key-1',
      token_uri: `${url}/token`,
      ...changes,
    }),
  ).toString('base64')

export const googleError = (code: number, message: string): StubAnswer =>
  json({ error: { code, message, status: 'INVALID' } }, code)

type Service = (call: StubCall, closed: AbortSignal) => StubAnswer | Promise<StubAnswer>

/** A stub that issues tokens for signed JWTs and requires them on all calls. */
export const googleService =
  (answer: Service): Service =>
  (call, closed) => {
    if (call.path === '/token') return tokenFor(call)
    return call.headers.authorization === `Bearer ${TOKEN}` ? answer(call, closed) : googleError(401, 'Invalid Credentials')
  }

const METADATA = '/computeMetadata/v1/'
const FLAVOR = { 'metadata-flavor': 'Google' }

/** A stub that is also the metadata server of a machine of Google Cloud, and requires the token of the machine on all calls. */
export const machineService =
  (project: string, answer: Service): Service =>
  (call, closed) => {
    if (call.path.startsWith(METADATA)) return machineAnswer(project, call)
    return call.headers.authorization === `Bearer ${TOKEN}` ? answer(call, closed) : googleError(401, 'Invalid Credentials')
  }

/** Answers as the metadata server, which refuses requests without its header. */
function machineAnswer(project: string, { path, headers }: StubCall): StubAnswer {
  if (headers['metadata-flavor'] !== 'Google') return { status: 403, body: 'Missing header' }
  switch (path.slice(METADATA.length)) {
    case 'project/project-id':
      return { headers: FLAVOR, body: project }
    case 'instance/service-accounts/default/token':
      return { ...json({ access_token: TOKEN, expires_in: 3600, token_type: 'Bearer' }), headers: FLAVOR }
    default:
      return { status: 404, headers: FLAVOR }
  }
}

/** A data source connected to such a stub. */
export async function googleSource(runner: AnyRunner, options: Record<string, unknown>, answer: Service) {
  return stubbedSource(runner, ({ url }) => ({ ...options, jsonKeyFile: keyFile(url), endpoint: url }), googleService(answer))
}

function tokenFor({ body }: StubCall): StubAnswer {
  const form = new URLSearchParams(body)
  const [head = '', claims = '', signature = ''] = (form.get('assertion') ?? '').split('.')
  const isSigned = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    createPublicKey(publicKey),
    Buffer.from(signature, 'base64url'),
  )
  const { iss, scope, exp, iat } = JSON.parse(Buffer.from(claims, 'base64url').toString() || '{}')
  const isAda = iss === 'ada@project.iam.gserviceaccount.com' && String(scope).startsWith('https://') && exp - iat === 3600
  if (isSigned && isAda && form.get('grant_type') === 'urn:ietf:params:oauth:grant-type:jwt-bearer')
    return json({ access_token: TOKEN, expires_in: 3600, token_type: 'Bearer' })
  return json({ error: 'invalid_grant', error_description: 'Invalid JWT Signature.' }, 400)
}
