import { lookup as lookUp } from 'node:dns'
import { type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { BlockList, isIP, type LookupFunction } from 'node:net'

const MAX_REDIRECTS = 3

/**
 * Where no address that somebody typed may lead: the network of this machine's own cable, where clouds hand out the secrets of
 * their machines, and what is no single place. Private networks are allowed, as that is where organizations keep their services.
 */
const forbidden = new BlockList()
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['169.254.0.0', 16],
  ['224.0.0.0', 3],
] as const) {
  forbidden.addSubnet(network, bits, 'ipv4')
}
for (const [network, bits] of [
  ['::', 128],
  ['fe80::', 10],
  ['fd00:ec2::', 32],
  ['ff00::', 8],
] as const) {
  forbidden.addSubnet(network, bits, 'ipv6')
}

const isForbidden = (address: string) => {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '')
  return forbidden.check(plain, isIP(plain) === 6 ? 'ipv6' : 'ipv4')
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
    const response = await get(url, signal)
    const { statusCode = 0, headers } = response
    if (statusCode >= 300 && statusCode < 400 && headers.location !== undefined) {
      response.destroy()
      url = new URL(headers.location, url)
    } else if (statusCode === 200) return readText(response, maxBytes)
    else {
      response.destroy()
      throw new Error(`${url.host} answered with status ${statusCode}.`)
    }
  }
  throw new Error(`${url.host} led on to another address too many times.`)
}

function get(url: URL, signal: AbortSignal): Promise<IncomingMessage> {
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw new Error('The address must begin with http:// or https://.')
  const host = url.hostname.replace(/^\[|\]$/g, '')
  if (isIP(host) !== 0 && isForbidden(host)) throw new Error(`${host} is not an address that may be asked.`)
  const request = url.protocol === 'https:' ? requestHttps : requestHttp
  return new Promise((resolve, reject) => {
    request(url, { lookup: allowedLookup, signal, agent: false, headers: { accept: '*/*' } }, resolve)
      .once('error', reject)
      .end()
  })
}

const allowedLookup: LookupFunction = (hostname, options, done) => {
  lookUp(hostname, options, (error, found, family) => {
    const addresses = typeof found === 'string' ? [found] : (found ?? []).map(({ address }) => address)
    const refusal = addresses.some(isForbidden) ? new Error(`${hostname} is not an address that may be asked.`) : null
    done(error ?? refusal, found, family)
  })
}

async function readText(response: IncomingMessage, maxBytes: number): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of response) {
    size += chunk.length
    if (size > maxBytes) throw new Error(`The answer is larger than ${maxBytes} bytes.`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}
