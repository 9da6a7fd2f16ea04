import type { FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'

/** Where the site lies: its public address when one is configured, else what the request says. */
export interface Site {
  /** Path of the site's root, with a slash at both ends. */
  basePath: string
  isSecure: boolean
  /** Absolute address of the root, with a trailing slash. */
  addressFor(request: FastifyRequest): string
}

/** @param baseUrl the configured public address with a trailing slash, or null */
export function siteAt(baseUrl: string | null): Site {
  if (baseUrl !== null) {
    const { pathname, protocol } = new URL(baseUrl)
    return { basePath: pathname, isSecure: protocol === 'https:', addressFor: () => baseUrl }
  }
  return { basePath: '/', isSecure: false, addressFor: (request) => `${request.protocol}://${request.host}/` }
}

/** An address as our routes know it: a proxy may or may not have taken the base path away. */
export function withoutBasePath(url: string, basePath: string): string {
  return basePath !== '/' && url.startsWith(basePath) ? url.slice(basePath.length - 1) : url
}

/** Where the site is, for links that no request asks for. Without a configured address, the one at which this process answers. */
export const addressOfSite = ({ baseUrl, host, port }: Pick<Config, 'baseUrl' | 'host' | 'port'>): string =>
  baseUrl ?? `http://${host.includes(':') ? `[${host}]` : host}:${port}/`
