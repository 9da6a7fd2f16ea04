import { createHash, createHmac } from 'node:crypto'
import type { OutgoingRequest } from '../http/client.ts'
import { QueryError } from '../runner.ts'

// Signature version 4: https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv.html

export interface Credentials {
  accessKey: string
  secretKey: string
  /** Part of temporary credentials. */
  sessionToken?: string | undefined
}

/** The service and region that a request is signed for. */
export interface SigningScope {
  region: string
  /** Its name in signatures: `athena`, `s3` … */
  service: string
}

const ALGORITHM = 'AWS4-HMAC-SHA256'
/** Proxies may change these headers. */
const UNSIGNED = new Set(['authorization', 'user-agent', 'accept', 'accept-encoding', 'content-length', 'connection'])

/**
 * The credentials from a form.
 * @throws QueryError if a key is missing: users' queries must not use the identity of the machine that Sightline runs on
 */
export function credentialsOf(accessKey: string | undefined, secretKey: string | undefined): Credentials {
  if (!accessKey || !secretKey)
    throw new QueryError('Access key and secret key are required: the identity of the machine Sightline runs on is not used.')
  return { accessKey, secretKey }
}

/** The headers that sign a request, to be added to its own. */
export function signedHeaders(
  call: OutgoingRequest,
  credentials: Credentials,
  scope: SigningScope,
  now = new Date(),
): Record<string, string> {
  const date = now.toISOString().replace(/[-:]|\.\d+/g, '')
  const added: Record<string, string> = {
    'x-amz-date': date,
    ...(credentials.sessionToken ? { 'x-amz-security-token': credentials.sessionToken } : {}),
    ...(scope.service === 's3' ? { 'x-amz-content-sha256': digestOf(call.body) } : {}),
  }
  const headers = { host: call.url.host, ...call.headers, ...added }
  return { ...added, authorization: authorization({ ...call, headers }, credentials, scope, date) }
}

/** @param date in the format of `x-amz-date`: `20150830T123600Z` */
function authorization(
  call: OutgoingRequest,
  { accessKey, secretKey }: Credentials,
  { region, service }: SigningScope,
  date: string,
): string {
  const headers = Object.entries(call.headers)
    .map(([name, value]): [string, string] => [name.toLowerCase(), value.trim().replace(/ +/g, ' ')])
    .filter(([name]) => !UNSIGNED.has(name))
    .sort(([one], [other]) => (one < other ? -1 : 1))
  const names = headers.map(([name]) => name).join(';')
  const canonical = [
    call.method,
    canonicalPath(call.url, service),
    canonicalQuery(call.url),
    ...headers.map(([name, value]) => `${name}:${value}`),
    '',
    names,
    digestOf(call.body),
  ].join('\n')
  const day = date.slice(0, 8)
  const terms = `${day}/${region}/${service}/aws4_request`
  const key = [day, region, service, 'aws4_request'].reduce<string | Buffer>(mac, `AWS4${secretKey}`)
  const signature = mac(key, [ALGORITHM, date, terms, digestOf(canonical)].join('\n')).toString('hex')
  return `${ALGORITHM} Credential=${accessKey}/${terms}, SignedHeaders=${names}, Signature=${signature}`
}

const mac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest()
const digestOf = (content: string | Uint8Array): string => createHash('sha256').update(content).digest('hex')

/** Percent-encodes everything but letters, digits and `-_.~`. */
const encoded = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)

/** S3 signs paths as they are; all other services expect them encoded a second time. */
function canonicalPath({ pathname }: URL, service: string): string {
  const segments = pathname.split('/')
  return segments.map((segment) => encoded(service === 's3' ? decodeURIComponent(segment) : segment)).join('/')
}

function canonicalQuery({ searchParams }: URL): string {
  const pairs = [...searchParams].map(([name, value]): [string, string] => [encoded(name), encoded(value)])
  // By name, then by value.
  pairs.sort(([name, value], [otherName, otherValue]) =>
    name === otherName ? compared(value, otherValue) : compared(name, otherName),
  )
  return pairs.map(([name, value]) => `${name}=${value}`).join('&')
}

const compared = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0)
