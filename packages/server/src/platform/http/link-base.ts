import { hostname, networkInterfaces } from 'node:os'
import type { Context } from '../context.ts'

/**
 * The URL of the site's root for links in mails; null when it is not certain. Without `SIGHTLINE_BASE_URL` there is only the host
 * that the request names, which its sender can choose: a link that leads elsewhere would hand the reader's token to whoever is
 * there. So the request is believed only when it names this machine.
 */
export function linkBase({ config, baseUrl }: Pick<Context, 'config' | 'baseUrl'>): string | null {
  if (config.baseUrl !== null) return config.baseUrl
  const host = URL.parse(baseUrl)?.hostname.replace(/^\[|\]$/g, '')
  return host !== undefined && isThisMachine(host) ? baseUrl : null
}

function isThisMachine(host: string): boolean {
  if (host === 'localhost' || host === hostname().toLowerCase()) return true
  return Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .some(({ address }) => address === host)
}
