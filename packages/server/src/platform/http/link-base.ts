import { hostname, networkInterfaces } from 'node:os'
import type { Context } from '../context.ts'

/** The URL of the site's root for links in emails; null if it is not certain. Without `SIGHTLINE_BASE_URL` there is only the `host` header,
 * which the client can choose: a link to another host would give the recipient's token to that host. So the header counts only
 * if it
 * names this machine.
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
