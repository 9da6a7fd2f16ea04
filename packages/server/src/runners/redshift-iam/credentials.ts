import { checkRegion, publicEndpoint } from '../aws/endpoint.ts'
import { type Credentials, credentialsOf, type SigningScope, signedHeaders } from '../aws/signature.ts'
import { httpClient } from '../http/client.ts'
import { QueryError } from '../runner.ts'

/** Who asks for a login to which cluster. */
export interface LoginRequest {
  accessKey: string | undefined
  secretKey: string | undefined
  region: string
  /** The ARN of the role to take on first; '' for none. */
  role: string
  cluster: string
  user: string
  database: string
}

/** A user and a password that are good for a while. */
export interface Login {
  user: string
  password: string
}

/** Where a service of Amazon is asked. */
export type AddressOf = (scope: SigningScope) => string

const SECONDS = 3600
/** A login is asked for anew so many milliseconds before it ends: runs that begin with it may still connect again, to cancel. */
const SPARE = 15 * 60_000

const known = new Map<string, { login: Login; until: number }>()

/**
 * Asks Amazon for a login of a database user
 * (https://docs.aws.amazon.com/redshift/latest/APIReference/API_GetClusterCredentials.html), and keeps it while it is good.
 * @throws QueryError in Amazon's words
 */
export async function temporaryLogin(
  request: LoginRequest,
  signal: AbortSignal,
  addressOf: AddressOf = publicEndpoint,
): Promise<Login> {
  const key = JSON.stringify(request)
  const kept = known.get(key)
  if (kept && kept.until > Date.now()) return kept.login
  checkRegion(request.region)
  if (request.cluster === '') throw new QueryError('Redshift Cluster ID is required: a password is asked for by it.')
  const identity = await identityOf(request, signal, addressOf)
  const { region, user, database, cluster } = request
  const redshift = asker({ service: 'redshift', region }, identity, signal, addressOf)
  const answer = await redshift('GetClusterCredentials', '2012-12-01', {
    ...{ ClusterIdentifier: cluster, DbUser: user, DbName: database, AutoCreate: 'false', DurationSeconds: String(SECONDS) },
  })
  const login = { user: saidAs(answer, 'DbUser'), password: saidAs(answer, 'DbPassword') }
  known.set(key, { login, until: Date.parse(saidAs(answer, 'Expiration')) - SPARE })
  return login
}

async function identityOf(request: LoginRequest, signal: AbortSignal, addressOf: AddressOf): Promise<Credentials> {
  const own = credentialsOf(request.accessKey, request.secretKey)
  if (request.role === '') return own
  const sts = asker({ service: 'sts', region: request.region }, own, signal, addressOf)
  const answer = await sts('AssumeRole', '2011-06-15', { RoleArn: request.role, RoleSessionName: 'sightline' })
  return {
    accessKey: saidAs(answer, 'AccessKeyId'),
    secretKey: saidAs(answer, 'SecretAccessKey'),
    sessionToken: saidAs(answer, 'SessionToken'),
  }
}

/** How an action of a service is asked for: parameters in a form, XML in return. */
function asker(scope: SigningScope, identity: Credentials, signal: AbortSignal, addressOf: AddressOf) {
  const client = httpClient({
    base: addressOf(scope),
    signal,
    privateNetworks: 'all',
    sign: (call) => signedHeaders(call, identity, scope),
    errorFrom: (status, body) => new QueryError(textIn(body, 'Message') ?? `Amazon refused to tell a password (${status}).`),
  })
  return async (action: string, version: string, parameters: Record<string, string>): Promise<string> => {
    const body = new URLSearchParams({ Action: action, Version: version, ...parameters })
    return (await client.send({ method: 'POST', path: '/', body })).text()
  }
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** What stands in the first element of a name; these answers nest no elements of the same name. */
function textIn(xml: string, element: string): string | null {
  const [, text] = new RegExp(`<${element}>([^<]*)</${element}>`).exec(xml) ?? []
  return (
    text?.replace(/&(?:#(\d+)|#x([\da-f]+)|(\w+));/gi, (whole, decimal, hex, name) => {
      if (name) return entities[name] ?? whole
      return String.fromCodePoint(Number.parseInt(decimal ?? hex, decimal ? 10 : 16))
    }) ?? null
  )
}

function saidAs(xml: string, element: string): string {
  const text = textIn(xml, element)
  if (text === null) throw new QueryError(`Amazon's answer has no ${element}.`)
  return text
}
