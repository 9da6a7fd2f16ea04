import { checkRegion, publicEndpoint } from '../aws/client.ts'
import { type Credentials, credentialsOf, type SigningScope, signedHeaders } from '../aws/signature.ts'
import { elementText } from '../aws/xml.ts'
import { httpClient } from '../http/client.ts'
import { QueryError } from '../runner.ts'

/** Parameters of a request for temporary credentials. */
export interface LoginRequest {
  accessKey: string | undefined
  secretKey: string | undefined
  region: string
  /** The ARN of the role to assume first; '' for none. */
  role: string
  cluster: string
  user: string
  database: string
}

/** Temporary database credentials. */
export interface Login {
  user: string
  password: string
}

/** Returns the base URL of an AWS service. */
export type EndpointOf = (scope: SigningScope) => string

const LIFETIME_SECONDS = 3600
/**
 * Milliseconds before their expiry when credentials are renewed: runs that start with them may need to connect again, to
 * cancel.
 */
const RENEWAL_MARGIN_MS = 15 * 60_000

const cache = new Map<string, { login: Login; until: number }>()

/**
 * Requests temporary credentials of a database user
 * (https://docs.aws.amazon.com/redshift/latest/APIReference/API_GetClusterCredentials.html), and caches them.
 * @throws QueryError with Amazon's message
 */
export async function temporaryLogin(
  request: LoginRequest,
  signal: AbortSignal,
  endpointOf: EndpointOf = publicEndpoint,
): Promise<Login> {
  const key = JSON.stringify(request)
  const cached = cache.get(key)
  if (cached && cached.until > Date.now()) return cached.login
  checkRegion(request.region)
  if (request.cluster === '') throw new QueryError('Redshift Cluster ID is required: a password is asked for by it.')
  const identity = await credentialsFor(request, signal, endpointOf)
  const { region, user, database, cluster } = request
  const redshift = awsAction({ service: 'redshift', region }, identity, signal, endpointOf)
  const response = await redshift('GetClusterCredentials', '2012-12-01', {
    ...{
      ClusterIdentifier: cluster,
      DbUser: user,
      DbName: database,
      AutoCreate: 'false',
      DurationSeconds: String(LIFETIME_SECONDS),
    },
  })
  const login = { user: requiredText(response, 'DbUser'), password: requiredText(response, 'DbPassword') }
  cache.set(key, { login, until: Date.parse(requiredText(response, 'Expiration')) - RENEWAL_MARGIN_MS })
  return login
}

async function credentialsFor(request: LoginRequest, signal: AbortSignal, endpointOf: EndpointOf): Promise<Credentials> {
  const ownCredentials = credentialsOf(request.accessKey, request.secretKey)
  if (request.role === '') return ownCredentials
  const sts = awsAction({ service: 'sts', region: request.region }, ownCredentials, signal, endpointOf)
  const response = await sts('AssumeRole', '2011-06-15', { RoleArn: request.role, RoleSessionName: 'sightline' })
  return {
    accessKey: requiredText(response, 'AccessKeyId'),
    secretKey: requiredText(response, 'SecretAccessKey'),
    sessionToken: requiredText(response, 'SessionToken'),
  }
}

/** Makes a function that calls an action of an AWS service: form parameters in, XML out. */
function awsAction(scope: SigningScope, identity: Credentials, signal: AbortSignal, endpointOf: EndpointOf) {
  const client = httpClient({
    base: endpointOf(scope),
    signal,
    privateNetworks: 'all',
    sign: (call) => signedHeaders(call, identity, scope),
    errorFrom: (status, body) =>
      new QueryError(elementText(body, 'Message') ?? `Amazon refused to tell a password (${status}).`),
  })
  return async (action: string, version: string, parameters: Record<string, string>): Promise<string> => {
    const body = new URLSearchParams({ Action: action, Version: version, ...parameters })
    return (await client.send({ method: 'POST', path: '/', body })).text()
  }
}

function requiredText(xml: string, element: string): string {
  const text = elementText(xml, element)
  if (text === null) throw new QueryError(`Amazon's answer has no ${element}.`)
  return text
}
