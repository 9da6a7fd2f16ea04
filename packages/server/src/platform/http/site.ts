import type { FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'

/** Where the site lies: its public address when one is configured, else what the request says. */
export interface Site {
  /** Path of the site's root, with a slash at both ends. */
  basePath: string
  /** Whether the browser that sent a request speaks TLS, with us or with a trusted proxy in front of us. */
  isSecure(request: Pick<FastifyRequest, 'protocol'>): boolean
  /** Absolute address of the root, with a trailing slash. */
  addressFor(request: FastifyRequest): string
}

/** @param baseUrl the configured public address with a trailing slash, or null */
export function siteAt(baseUrl: string | null): Site {
  if (baseUrl !== null) {
    const { pathname, protocol } = new URL(baseUrl)
    const isHttps = protocol === 'https:'
    return { basePath: pathname, isSecure: (request) => isHttps || speaksTls(request), addressFor: () => baseUrl }
  }
  return { basePath: '/', isSecure: speaksTls, addressFor: (request) => `${request.protocol}://${request.host}/` }
}

const speaksTls = ({ protocol }: Pick<FastifyRequest, 'protocol'>) => protocol === 'https'

/**
 * An address as our routes know it: a proxy may or may not have taken the base path away. Slashes in front count as one, as clients
 * that are given an address with a slash at its end ask for `//api/…`.
 */
export function withoutBasePath(url: string, basePath: string): string {
  const path = oneSlash(url)
  return basePath !== '/' && path.startsWith(basePath) ? oneSlash(path.slice(basePath.length - 1)) : path
}

const oneSlash = (url: string) => url.replace(/^\/{2,}/, '/')

/** @param location a path of this site, or one that is relative to its root */
export const pathWithin = ({ basePath }: Site, location: string): string =>
  location.startsWith('/') ? location : basePath + location.replace(/^\.\//, '')

/** The sign-in page, which leads back to what was asked for. @param url of the request, without the base path */
export const loginFor = ({ basePath }: Site, url: string): string =>
  `${basePath}login?next=${encodeURIComponent(basePath + url.slice(1))}`

/** Where the site is, for links that no request asks for. Without a configured address, the one at which this process answers. */
export const siteUrl = ({ baseUrl, host, port }: Pick<Config, 'baseUrl' | 'host' | 'port'>): string =>
  baseUrl ?? `http://${host.includes(':') ? `[${host}]` : host}:${port}/`
