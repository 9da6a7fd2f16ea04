import { memoized } from '@sightline/domain/memoized.ts'
import type { FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'

/** The site's URL: the configured one, otherwise that of the request. */
export interface Site {
  /** Path of the site's root, with a slash at both ends. */
  basePath: string
  /** Whether the browser uses TLS, with this server or with a trusted proxy. */
  isSecure(request: Pick<FastifyRequest, 'protocol'>): boolean
  /** Absolute URL of the root, with a trailing slash. */
  addressFor(request: FastifyRequest): string
}

/** @param baseUrl the configured public URL with a trailing slash, or null */
export function siteAt(baseUrl: string | null): Site {
  if (baseUrl !== null) {
    const { pathname, protocol } = new URL(baseUrl)
    const isHttps = protocol === 'https:'
    return { basePath: pathname, isSecure: (request) => isHttps || speaksTls(request), addressFor: () => baseUrl }
  }
  return { basePath: '/', isSecure: speaksTls, addressFor: addressAsked }
}

/** The URL that a client has asked for. */
const addressAsked = ({ protocol, host }: FastifyRequest): string => usableAddress(`${protocol}://${host}/`)

/** Clients choose what they send as `host`, and nearly all send one of a few. */
const MAX_ADDRESSES = 100

/** An address with a host that no URL can have, such as an empty one, leads nowhere. */
const usableAddress = memoized((address: string) => (URL.canParse(address) ? address : `${ORIGIN}/`), MAX_ADDRESSES)

const speaksTls = ({ protocol }: Pick<FastifyRequest, 'protocol'>) => protocol === 'https'

/** A URL as the routes know it: a proxy may or may not have removed the base path. Leading slashes count as one, because clients that are
 * configured with a trailing slash request `//api/…`.
 */
export function withoutBasePath(url: string, basePath: string): string {
  const path = oneSlash(url)
  return basePath !== '/' && path.startsWith(basePath) ? oneSlash(path.slice(basePath.length - 1)) : path
}

const oneSlash = (url: string) => url.replace(/^\/{2,}/, '/')

/** @param location a path of this site, or a path relative to its root */
export const pathWithin = ({ basePath }: Site, location: string): string =>
  location.startsWith('/') ? location : basePath + location.replace(/^\.\//, '')

/** The sign-in page, which leads back to the requested page. @param url of the request, without the base path */
export const loginFor = ({ basePath }: Site, url: string): string =>
  `${basePath}login?next=${encodeURIComponent(basePath + url.slice(1))}`

/** The site's URL for links that are not part of a response. Without a configured URL, the one on which this process listens. */
export const siteUrl = ({ baseUrl, host, port }: Pick<Config, 'baseUrl' | 'host' | 'port'>): string =>
  baseUrl ?? `http://${host.includes(':') ? `[${host}]` : host}:${port}/`

const HOME = './'

/** Placeholder for this site while a URL is resolved: the `host` header is the client's choice. */
const ORIGIN = 'http://site.invalid'

/** The page to open after signing in, from a requested URL: always a path of this site. The URL is resolved as browsers do it, and only
 * path, query and fragment are kept, so a URL of another site leads to the same path here. Other schemes, control characters,
 * backslashes
 * and paths that browsers would read as a host name lead to the home page.
 * @param basePath of the site, with a slash at both ends: the base of relative URLs
 * @returns a path that begins with exactly one slash, or `./` for the site's root
 */
export function localPath(next: string | undefined, basePath: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the expression finds control characters
  if (!next || /[\u0000-\u0020\u007f\\]/.test(next)) return HOME
  const resolved = URL.parse(next, ORIGIN + basePath)
  if (resolved === null || !/^https?:$/.test(resolved.protocol)) return HOME
  const isForeign = resolved.origin !== ORIGIN
  // Browsers read `https:host` as a URL with a host, some programs as a path.
  if (isForeign && !/^(https?:)?\/\//i.test(next)) return HOME
  const path = resolved.pathname + resolved.search + resolved.hash
  if (isForeign && path === '/') return HOME
  return /^\/([/\\]|%2f|%5c)/i.test(path) ? HOME : path
}
