import { isIP } from 'node:net'
import { QueryError } from '../runner.ts'
import type { Address } from '../sql/connection-failure.ts'
import type { SshTunnel } from '../ssh/options.ts'
import { AT_THE_OTHER_END } from '../ssh/tunnel.ts'

/** Where a database is, and who we are there. */
export interface Target {
  host: string
  port: number
  user: string
  password: string
  servicename: string
  ssh_tunnel?: SshTunnel | undefined
}

/** In the place of the host, it says that the service name is all there is to say. */
const SERVICE_NAME_ALONE = '_useservicename'
const HOST = /^([\w.-]+|\[[0-9a-f:]+\])$/i
const SERVICE = /^[\w.$#-]+$/
/** Addresses that the driver would read files or ask services of a cloud for. */
const ELSEWHERE = /^\s*(config-|https?:)/i

/** Where the database is; null where the name of the service tells that too. */
export const addressOf = ({ host, port }: Target): Address | null =>
  host === SERVICE_NAME_ALONE ? null : { host: host.replace(/^\[|\]$/g, ''), port }

/**
 * What the driver is told of the way.
 * @throws QueryError for names that would say more than a name does
 */
export function connectString({ host, port, servicename, ssh_tunnel }: Target): string {
  if (host === SERVICE_NAME_ALONE) {
    if (ELSEWHERE.test(servicename)) throw new QueryError('DSN Service Name: settings are not fetched from elsewhere.')
    return servicename
  }
  if (!HOST.test(host)) throw new QueryError(`"${host}" is not the name of a host.`)
  if (!SERVICE.test(servicename)) throw new QueryError(`"${servicename}" is not the name of a service.`)
  // The short form of this would not do for names of one letter.
  const bare = host.replace(/^\[|\]$/g, '')
  const address = `(ADDRESS=(PROTOCOL=tcp)(HOST=${ssh_tunnel && !isIP(bare) ? AT_THE_OTHER_END : bare})(PORT=${port}))`
  return `(DESCRIPTION=${address}(CONNECT_DATA=(SERVICE_NAME=${servicename})))`
}
