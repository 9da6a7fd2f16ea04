import { createPrivateKey, sign } from 'node:crypto'
import { z } from 'zod'
import { httpClient } from '../http/client.ts'
import { parseJsonOrNull } from '../http/error-message.ts'
import { uploadedText } from '../http/options.ts'
import { CANCELLED, QueryError } from '../runner.ts'

// Access tokens: from the key of a service account (https://developers.google.com/identity/protocols/oauth2/service-account), or from
// the machine that this runs on.

/** The domain of Google's public cloud. */
export const GOOGLE_CLOUD = 'googleapis.com'

const ServiceAccount = z.object({
  client_email: z.string().min(1),
  private_key: z.string().min(1),
  private_key_id: z.string().optional(),
  token_uri: z.string().default('https://oauth2.googleapis.com/token'),
  /** Domain of the cloud: Google's own, or that of a partner. */
  universe_domain: z.string().default(GOOGLE_CLOUD),
})
export type ServiceAccount = z.output<typeof ServiceAccount>

const LIFETIME_SECONDS = 3600

/**
 * The account of an uploaded key file.
 * @throws QueryError if there is no file, or it is not a key of a service account
 */
export function serviceAccount(jsonKeyFile: string | undefined): ServiceAccount {
  const text = uploadedText(jsonKeyFile)
  if (!text) throw new QueryError('A JSON key file is required: the identity of the machine Sightline runs on is not used.')
  const { data: account } = ServiceAccount.safeParse(parseJsonOrNull(text))
  if (!account) throw new QueryError('The JSON key file is not the key of a service account.')
  return account
}

const Token = z.object({ access_token: z.string() })

/**
 * Exchanges a signed JWT for an access token that is valid for an hour.
 * @throws QueryError with Google's message
 */
export async function accessToken(account: ServiceAccount, scopes: readonly string[], signal: AbortSignal): Promise<string> {
  const client = httpClient({ base: account.token_uri, signal, privateNetworks: 'all', errorFrom: refused })
  const body = new URLSearchParams({
    grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
    assertion: signedJwt(account, scopes, Math.floor(Date.now() / 1000)),
  })
  const { data } = Token.safeParse(parseJsonOrNull(await (await client.send({ method: 'POST', body })).text()))
  if (!data) throw new QueryError('Google gave no access token.')
  return data.access_token
}

function signedJwt(account: ServiceAccount, scopes: readonly string[], now: number): string {
  const { client_email: iss, token_uri: aud, private_key: key, private_key_id: kid } = account
  const head = { alg: 'RS256', typ: 'JWT', ...(kid ? { kid } : {}) }
  const claims = { iss, aud, scope: scopes.join(' '), iat: now, exp: now + LIFETIME_SECONDS }
  const letter = [head, claims].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.')
  try {
    return `${letter}.${sign('sha256', Buffer.from(letter), createPrivateKey(key)).toString('base64url')}`
  } catch (error) {
    throw new QueryError('The private key in the JSON key file cannot be read.', { cause: error })
  }
}

function refused(_status: number, body: string): QueryError | null {
  const document = parseJsonOrNull(body)
  const { data } = z.object({ error: z.string(), error_description: z.string().optional() }).safeParse(document)
  return data ? new QueryError(`Google refused the key: ${data.error_description ?? data.error}`) : null
}

/** The metadata server of Google Cloud (https://docs.cloud.google.com/compute/docs/metadata/querying-metadata). */
export const METADATA_ADDRESS = '169.254.169.254'

/** The machine that this runs on, as the metadata server knows it. */
export interface Machine {
  /** URL of the metadata server. Data sources never send requests to it. */
  metadata: string
  signal: AbortSignal
}

const MachineToken = z.object({ access_token: z.string().min(1) })

/** The project that the machine belongs to. @throws QueryError if it is not a machine of Google Cloud */
export const projectFromMetadata = (machine: Machine): Promise<string> => get('project/project-id', machine)

/** An access token of the machine's service account. @throws QueryError if it has none */
export async function tokenFromMetadata(machine: Machine, scopes: readonly string[]): Promise<string> {
  const query = new URLSearchParams({ scopes: scopes.join(',') })
  const { data } = MachineToken.safeParse(
    parseJsonOrNull(await get(`instance/service-accounts/default/token?${query}`, machine)),
  )
  if (!data) throw new QueryError('The machine that Sightline runs on has no service account for BigQuery.')
  return data.access_token
}

async function get(path: string, { metadata, signal }: Machine): Promise<string> {
  try {
    // The header proves that the request is intended and not forged (SSRF); the response has it for the same reason.
    const headers = { 'metadata-flavor': 'Google' }
    const answer = await fetch(`${metadata}/computeMetadata/v1/${path}`, { headers, redirect: 'error', signal })
    const text = await answer.text()
    if (answer.headers.get('metadata-flavor') === 'Google') return answer.ok ? text : ''
  } catch (error) {
    if (signal.aborted) throw new QueryError(CANCELLED, { cause: error })
  }
  throw new QueryError('Sightline does not run on a machine of Google Cloud: nobody tells who it is.')
}
