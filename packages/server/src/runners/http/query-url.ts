import type { SourceContext } from '../runner.ts'
import { type HttpClient, httpClient, type Login } from './client.ts'

/** Where the texts of a source's queries may lead, and who asks there. */
export interface QueryUrlSource {
  /** What relative addresses follow; '' for none. */
  base: string
  /** What an admin has stored: it is shown to the server of the base address alone, as anybody can write another one into a text. */
  login: Login | null
  /** What the text itself names, for the server of the address that it names first. */
  own?: { login: Login; address: string } | null
  /** False takes any certificate. */
  verify?: boolean
}

/** A client for addresses that stand in the text of a query: public ones, and those that the operator has listed. */
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

/** Whether an address, which may be relative, is on the server of the base address. */
function isWithin(base: string, path: string): boolean {
  if (base === '') return false
  const address = URL.parse(path)
  return address === null || address.origin === URL.parse(base)?.origin
}
