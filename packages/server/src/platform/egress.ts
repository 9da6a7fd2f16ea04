import { lookup as lookUp } from 'node:dns'
import { type IncomingHttpHeaders, type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP, type LookupFunction, type Socket } from 'node:net'
import { connect as connectSecurely } from 'node:tls'
import { embeddedIpv4, isAmong } from './networks.ts'

const MAX_REDIRECTS = 3

/**
 * Where no address that somebody typed may lead: the link-local network and the addresses at which clouds hand out the secrets of
 * their machines, and what is no single host. Nobody can list these.
 */
const FORBIDDEN = [
  ...['0.0.0.0/8', '169.254.0.0/16', '224.0.0.0/3', '::/128', 'fe80::/10', 'ff00::/8'],
  // Metadata services: Azure, Alibaba Cloud, Oracle Cloud, Amazon, Google.
  ...['168.63.129.16', '100.100.100.200', '192.0.0.192', 'fd00:ec2::/32', 'fd20:ce::254'],
  // Gateways to IPv4 whose form does not tell which address they lead to.
  ...['64:ff9b:1::/48', '2001::/32'],
]

/** Machines that are not on the public internet: this one, and those of the organization. */
const PRIVATE = [
  ...['10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '172.16.0.0/12', '192.0.0.0/24', '192.168.0.0/16', '198.18.0.0/15'],
  ...['::1/128', 'fc00::/7'],
]

/** @returns whether an address may not be connected to */
type Fence = (address: string) => boolean

/** An address, and the IPv4 address that it leads to by a gateway. */
const meaningsOf = (address: string): string[] => [address, embeddedIpv4(address)].filter((meaning) => meaning !== null)

/** Private networks are allowed, as that is where organizations keep their services. */
const forbidden: Fence = (address) => meaningsOf(address).some((meaning) => isAmong(meaning, FORBIDDEN))

/** @param allowed private addresses and networks that are allowed all the same */
const forbiddenOrPrivate =
  (allowed: readonly string[]): Fence =>
  (address) =>
    forbidden(address) || meaningsOf(address).some((meaning) => isAmong(meaning, PRIVATE) && !isAmong(meaning, allowed))

/** The address is one that may not be asked. */
export class AddressRefused extends Error {
  constructor(host: string) {
    super(`${host} is not an address that may be asked.`)
    this.name = 'AddressRefused'
  }
}

/** Nothing has come from the server for longer than it was given. */
export class ResponseTimeout extends Error {
  constructor(milliseconds: number) {
    super(`The server did not answer for ${milliseconds / 1000} seconds.`)
    this.name = 'ResponseTimeout'
  }
}

export interface FetchLimits {
  maxBytes: number
  /** For all of it, redirects included. */
  timeoutMs: number
}

/**
 * Reads a text from an address that somebody typed. The address of the host is checked as it is connected to, so that a name
 * cannot mean one place when it is checked and another when it is used; each redirect is checked again.
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
      if (!isWhole) throw new Error(`The answer is larger than ${maxBytes} bytes.`)
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
  /** Of the answer; what comes after them is left unread. */
  maxBytes: number
  /** Private addresses and networks that may be called; no others are. */
  allowedNetworks: readonly string[]
}

/**
 * Posts a text to an address that somebody typed: to a public one, unless the operator allows more. Redirects are not followed,
 * as they would carry the text to where nobody has sent it.
 * @returns what was answered, whatever its status
 * @throws AddressRefused; other errors when nothing was answered
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

/** How a server is known, and who asks, where that is told by certificates: texts in PEM. */
export interface TlsOptions {
  /** Who vouches for the server, in place of the authorities that Node.js knows. */
  ca?: string | undefined
  cert?: string | undefined
  key?: string | undefined
  passphrase?: string | undefined
  /** False takes any certificate. */
  rejectUnauthorized?: boolean | undefined
}

export interface OpenRequest extends Call {
  tls?: TlsOptions
  /** Milliseconds that the connection may be silent; 0 for any time. */
  silence?: number
  /** Private addresses and networks that may be asked; `all` where an admin has fixed the address. */
  privateNetworks: 'all' | readonly string[]
  /** Opens a connection to the server by another way: names are then those that its other end knows. */
  connect?(): Promise<Socket>
}

/** An answer that has begun to arrive. Whoever does not read its body to the end destroys it. */
export interface OpenedResponse {
  status: number
  headers: IncomingHttpHeaders
  body: IncomingMessage
}

/**
 * Asks an address, and hands over the answer as it arrives. Redirects are not followed.
 * @throws AddressRefused; other errors when nothing was answered
 */
export async function openUrl(url: URL, { tls, privateNetworks, ...call }: OpenRequest): Promise<OpenedResponse> {
  const fence = privateNetworks === 'all' ? forbidden : forbiddenOrPrivate(privateNetworks)
  const body = await ask(url, { ...tls, ...call }, fence)
  return { status: body.statusCode ?? 0, headers: body.headers, body }
}

interface Call {
  method?: string
  headers: Record<string, string>
  body?: string
  signal: AbortSignal
}

async function ask(
  url: URL,
  { body, silence = 0, connect, ...call }: Call & TlsOptions & Pick<OpenRequest, 'connect' | 'silence'>,
  isRefused: Fence,
): Promise<IncomingMessage> {
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw new Error('The address must begin with http:// or https://.')
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

/** The same connection with TLS, to a server that proves to be the one of this name. */
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
    // Leaving the loop ends the connection.
    if (size > maxBytes) break
  }
  return { text: Buffer.concat(chunks).subarray(0, maxBytes).toString('utf8'), isWhole: size <= maxBytes }
}
