import type { SourceContext } from '../runner.ts'
import { type HttpClient, httpClient } from './client.ts'
import type { Login } from './options.ts'

/** The server that URLs in the queries of a source lead to, and the logins for it. */
export interface QueryUrlSource {
  /** Base of relative URLs; '' for none. */
  base: string
  /** The login that an admin has stored. It is sent to the server of the base URL only, since a query can name any other server. */
  login: Login | null
  /** The login that the query itself contains, for the server of the first URL in it. */
  own?: { login: Login; address: string } | null
  /** False accepts any certificate. */
  verify?: boolean
}

/** A client for URLs in query texts: they may lead to public addresses and to the private ones that the operator has listed. */
export function queryUrlClient(
  { base, login, own = null, verify = true }: QueryUrlSource,
  { signal, sourceNetworks = [] }: Pick<SourceContext<unknown>, 'signal' | 'sourceNetworks'>,
): HttpClient {
  const loginAt = (address: string): Login | null => {
    if (own) return isWithin(own.address, address) ? own.login : null
    return isWithin(base, address) ? login : null
  }
  const tls = { rejectUnauthorized: verify }
  return {
    send: (request = {}) =>
      httpClient({ base, signal, privateNetworks: sourceNetworks, login: loginAt(request.path ?? ''), tls }).send(request),
  }
}

/** Whether a URL, which may be relative, is on the server of the base URL. */
function isWithin(base: string, path: string): boolean {
  if (base === '') return false
  const address = URL.parse(path)
  return address === null || address.origin === URL.parse(base)?.origin
}
