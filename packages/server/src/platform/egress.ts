import { lookup as lookUp } from 'node:dns'
import { type IncomingHttpHeaders, type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP, type LookupFunction, type Socket } from 'node:net'
import { connect as connectSecurely } from 'node:tls'
import { embeddedIpv4, isAmong } from './networks.ts'

const MAX_REDIRECTS = 3

/**
 * Addresses that a URL entered by a user must never reach: the link-local network, the metadata services at which clouds hand out
 * the credentials of their machines, and addresses that are no single host. Settings cannot allow them.
 */
const FORBIDDEN = [
  ...['0.0.0.0/8', '169.254.0.0/16', '224.0.0.0/3', '::/128', 'fe80::/10', 'ff00::/8'],
  // Metadata services: Azure, Alibaba Cloud, Oracle Cloud, Amazon, Google.
  ...['168.63.129.16', '100.100.100.200', '192.0.0.192', 'fd00:ec2::/32', 'fd20:ce::254'],
  // IPv6 gateways whose addresses do not reveal the IPv4 address behind them.
  ...['64:ff9b:1::/48', '2001::/32'],
]

/** Addresses that are not on the public internet: those of this machine and of private networks. */
const PRIVATE = [
  ...['10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '172.16.0.0/12', '192.0.0.0/24', '192.168.0.0/16', '198.18.0.0/15'],
  ...['::1/128', 'fc00::/7'],
]

/** @returns whether connecting to the address is forbidden */
type Fence = (address: string) => boolean

/** The address itself and, for an IPv6 gateway, the IPv4 address behind it. */
const meaningsOf = (address: string): string[] => [address, embeddedIpv4(address)].filter((meaning) => meaning !== null)

/** Allows private networks, because organizations run their services there. */
const forbidden: Fence = (address) => meaningsOf(address).some((meaning) => isAmong(meaning, FORBIDDEN))

/** @param allowed private addresses and networks that are allowed nevertheless */
const forbiddenOrPrivate =
  (allowed: readonly string[]): Fence =>
  (address) =>
    forbidden(address) || meaningsOf(address).some((meaning) => isAmong(meaning, PRIVATE) && !isAmong(meaning, allowed))

const fenceOf = (privateNetworks: 'all' | readonly string[]): Fence =>
  privateNetworks === 'all' ? forbidden : forbiddenOrPrivate(privateNetworks)

/**
 * Options for `net.connect` with which a host is only reached at an address that may be asked.
 * @param privateNetworks private addresses and networks that may be called
 * @throws AddressRefused, which is also the error of the connection
 */
export function guardedHost(host: string, privateNetworks: readonly string[]): { host: string; lookup: LookupFunction } {
  const fence = fenceOf(privateNetworks)
  if (isIP(host) !== 0 && fence(host)) throw new AddressRefused(host)
  return { host, lookup: lookupWithin(fence) }
}

/** The URL leads to an address that must not be called. */
export class AddressRefused extends Error {
  constructor(host: string) {
    super(`${host} is not an address that may be asked.`)
    this.name = 'AddressRefused'
  }
}

/** The server has not sent anything for longer than the time limit. */
export class ResponseTimeout extends Error {
  constructor(milliseconds: number) {
    super(`The server did not respond within ${milliseconds / 1000} seconds.`)
    this.name = 'ResponseTimeout'
  }
}

export interface FetchLimits {
  maxBytes: number
  /** Milliseconds for the whole call, redirects included. */
  timeoutMs: number
}

/**
 * Fetches a text from a URL that a user entered. The address is checked when the connection is made, so that a host name cannot
 * resolve to one address for the check and to another for the call; each redirect is checked again.
 * @throws Error with one sentence
 */
export async function fetchText(address: string, { maxBytes, timeoutMs }: FetchLimits): Promise<string> {
  const signal = AbortSignal.timeout(timeoutMs)
  let url = new URL(address)
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
    const response = await ask(url, { headers: { accept: '*/*' }, signal }, forbidden)
    const { statusCode = 0, headers } = response
    if (statusCode >= 300 && statusCode < 400 && headers.location !== undefined) {
      response.destroy()
      url = new URL(headers.location, url)
    } else if (statusCode === 200) {
      const { text, isWhole } = await readText(response, maxBytes)
      if (!isWhole) throw new Error(`The response is larger than ${maxBytes} bytes.`)
      return text
    } else {
      response.destroy()
      throw new Error(`${url.host} answered with status ${statusCode}.`)
    }
  }
  throw new Error(`${url.host} led on to another address too many times.`)
}

export interface Post {
  headers: Record<string, string>
  body: string
}

export interface PostLimits {
  signal: AbortSignal
  /** Maximum number of response bytes to read; the rest is ignored. */
  maxBytes: number
  /** Private addresses and networks that may be called; all others are refused. */
  allowedNetworks: readonly string[]
}

/**
 * Posts a text to a URL that a user entered: to public addresses only, unless the operator allows more. Redirects are not
 * followed, because they would send the text to a server that the user did not name.
 * @returns the response, whatever its status
 * @throws AddressRefused; other errors if there is no response
 */
export async function postText(
  address: string,
  { headers, body }: Post,
  { signal, maxBytes, allowedNetworks }: PostLimits,
): Promise<{ status: number; text: string }> {
  const call = { method: 'POST', headers, body, signal }
  const response = await ask(new URL(address), call, forbiddenOrPrivate(allowedNetworks))
  const { text } = await readText(response, maxBytes)
  return { status: response.statusCode ?? 0, text }
}

/** TLS settings: certificates and keys in PEM format. */
export interface TlsOptions {
  /** Certificate authorities that replace those of Node.js. */
  ca?: string | undefined
  cert?: string | undefined
  key?: string | undefined
  passphrase?: string | undefined
  /** False accepts any certificate. */
  rejectUnauthorized?: boolean | undefined
}

export interface OpenRequest extends Call {
  tls?: TlsOptions
  /** Milliseconds that the connection may be silent; 0 for no limit. */
  silence?: number
  /** Private addresses and networks that may be called; `all` if an admin has set the URL. */
  privateNetworks: 'all' | readonly string[]
  /** Opens the connection in another way, such as through a tunnel; host names are then resolved at its other end. */
  connect?(): Promise<Socket>
}

/** A response whose headers have arrived. The caller must either read its body to the end or destroy it. */
export interface OpenedResponse {
  status: number
  headers: IncomingHttpHeaders
  body: IncomingMessage
}

/**
 * Sends a request and returns the response as a stream. Redirects are not followed.
 * @throws AddressRefused; other errors if there is no response
 */
export async function openUrl(url: URL, { tls, privateNetworks, ...call }: OpenRequest): Promise<OpenedResponse> {
  const body = await ask(url, { ...tls, ...call }, fenceOf(privateNetworks))
  return { status: body.statusCode ?? 0, headers: body.headers, body }
}

interface Call {
  method?: string
  headers: Record<string, string>
  body?: string | Uint8Array
  signal: AbortSignal
}

async function ask(
  url: URL,
  { body, silence = 0, connect, ...call }: Call & TlsOptions & Pick<OpenRequest, 'connect' | 'silence'>,
  isRefused: Fence,
): Promise<IncomingMessage> {
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw new Error('The URL must begin with http:// or https://.')
  const host = url.hostname.replace(/^\[|\]$/g, '')
  if (isIP(host) !== 0 && isRefused(host)) throw new AddressRefused(host)
  const request = url.protocol === 'https:' ? requestHttps : requestHttp
  const connection = await connect?.()
  const answer = new Promise<IncomingMessage>((resolve, reject) => {
    const way = connection
      ? { createConnection: () => (url.protocol === 'https:' ? secured(connection, host, call) : connection) }
      : { lookup: lookupWithin(isRefused), agent: false }
    const asking = request(url, { ...way, ...call }, resolve)
    if (silence > 0) asking.setTimeout(silence, () => asking.destroy(new ResponseTimeout(silence)))
    asking.on('error', reject).end(body)
  })
  return answer.catch((error) => {
    connection?.destroy()
    throw error
  })
}

/** Starts TLS on the connection and verifies that the server has a certificate for this host name. */
function secured(socket: Socket, host: string, { ca, cert, key, passphrase, rejectUnauthorized }: TlsOptions): Socket {
  const identity = { ca, cert, key, passphrase, rejectUnauthorized }
  return connectSecurely({ ...identity, socket, host, ...(isIP(host) ? {} : { servername: host }) })
}

const lookupWithin =
  (isRefused: Fence): LookupFunction =>
  (hostname, options, done) => {
    lookUp(hostname, options, (error, found, family) => {
      const addresses = typeof found === 'string' ? [found] : (found ?? []).map(({ address }) => address)
      done(error ?? (addresses.some(isRefused) ? new AddressRefused(hostname) : null), found, family)
    })
  }

async function readText(response: IncomingMessage, maxBytes: number): Promise<{ text: string; isWhole: boolean }> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of response) {
    size += chunk.length
    chunks.push(chunk)
    // Leaving the loop closes the connection.
    if (size > maxBytes) break
  }
  return { text: Buffer.concat(chunks).subarray(0, maxBytes).toString('utf8'), isWhole: size <= maxBytes }
}
