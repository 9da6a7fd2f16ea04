import { hostname, networkInterfaces } from 'node:os'
import type { Context } from '../../platform/context.ts'

/**
 * The address of the site where a stranger must not choose it; null when it is not certain. Without a configured address there is
 * only what the request says of the host, which its sender can choose: a link in a mail to somewhere else would hand the reader's
 * token to whoever sits there. So the request is believed only when it names this machine.
 */
export function certainBaseUrl({ config, baseUrl }: Pick<Context, 'config' | 'baseUrl'>): string | null {
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
