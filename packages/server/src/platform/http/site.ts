import type { FastifyRequest } from 'fastify'

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
