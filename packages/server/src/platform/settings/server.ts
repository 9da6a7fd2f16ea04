import { z } from 'zod'
import { proxyList } from '../networks.ts'
import { setting } from './setting.ts'
import { address, flag, one, origins, whole } from './values.ts'

export interface ServerConfig {
  port: number
  host: string
  /** Maximum number of open connections; further ones are refused. */
  maxConnections: number
  /** Milliseconds in which the body of a request has to arrive. */
  requestTime: number
  role: 'all' | 'web' | 'worker'
  /** Public URL with a trailing slash; null to derive it from each request. */
  baseUrl: string | null
  /** Whether responses have HSTS if the public URL uses TLS. */
  allowsHsts: boolean
  /** Origins of other sites whose pages may read results; `*` for all. */
  corsOrigins: string[]
  /**
   * Base URL of the documentation that the help shows, with a trailing slash; null for the documentation included in the product.
   */
  helpUrl: string | null
  /** URL that returns the newest version; null for no check. */
  versionUrl: string | null
}

export const serverSettings = {
  PORT: setting(whole(0, 65_535).default(5000), { meaning: 'port that the server listens on; `0` for any that is free' }),
  HOST: setting(z.string().default('127.0.0.1'), { meaning: 'IP address that the server listens on' }),
  SIGHTLINE_ROLE: setting(one('all', 'web', 'worker').default('all'), {
    meaning: '`web` (API and web app), `worker` (executions, schedules, background jobs) or `all`',
  }),
  SIGHTLINE_BASE_URL: setting(address(/^https?$/, 'https://sightline.example.com/').optional(), {
    meaning:
      'public URL, for links and cookies. Without it, emails with links are sent only if the request names this very machine',
    otherwise: 'from the request',
  }),
  SIGHTLINE_HSTS: setting(flag.default(true), {
    meaning:
      'if `SIGHTLINE_BASE_URL` begins with `https:`, browsers use TLS for this host for a year from each visit on (HSTS); `0` sends no such header',
  }),
  SIGHTLINE_TRUSTED_PROXIES: setting(proxyList.default([]), {
    meaning: '[trusted proxies](../guide/reverse-proxy.md); `loopback` stands for the addresses of this machine',
  }),
  SIGHTLINE_MAX_CONNECTIONS: setting(whole(10, 1_000_000).default(4096), {
    meaning: 'maximum number of open connections; more are closed at once',
  }),
  SIGHTLINE_REQUEST_TIME_LIMIT: setting(whole(1, 3600).default(30), {
    meaning: 'seconds in which the body of a request must arrive; an upload must send 4 KB per second',
  }),
  SIGHTLINE_CORS_ORIGINS: setting(origins.default([]), {
    meaning: 'origins whose pages may read results with a key, or `*`',
  }),
  SIGHTLINE_VERSION_URL: setting(address(/^https?$/, 'https://downloads.example.com/sightline/version.json').optional(), {
    meaning: 'requested once a day for the newest version, as `{"version": "1.2.3"}`; super admins then see that there is one',
    otherwise: 'none: no request',
  }),
  SIGHTLINE_HELP_URL: setting(address(/^https?$/, 'https://docs.example.com/sightline/').optional(), {
    meaning:
      'base URL of the documentation that the help shows, such as `https://docs.example.com/sightline/`; it must have the same pages as the product',
    otherwise: 'its own',
  }),
}

type Given = z.output<z.ZodObject<typeof serverSettings>>

export const serverConfigFrom = (given: Given): ServerConfig => ({
  port: given.PORT,
  host: given.HOST,
  maxConnections: given.SIGHTLINE_MAX_CONNECTIONS,
  requestTime: given.SIGHTLINE_REQUEST_TIME_LIMIT * 1000,
  role: given.SIGHTLINE_ROLE,
  baseUrl: withSlash(given.SIGHTLINE_BASE_URL),
  allowsHsts: given.SIGHTLINE_HSTS,
  corsOrigins: given.SIGHTLINE_CORS_ORIGINS,
  helpUrl: withSlash(given.SIGHTLINE_HELP_URL),
  versionUrl: given.SIGHTLINE_VERSION_URL ?? null,
})

const withSlash = (url: string | undefined): string | null => url?.replace(/\/*$/, '/') ?? null
