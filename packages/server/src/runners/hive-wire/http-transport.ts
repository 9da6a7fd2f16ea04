import { buffer } from 'node:stream/consumers'
import { httpClient } from '../http/client.ts'
import { tlsOptions } from '../http/options.ts'
import { hostInUrl } from '../sql/server-socket.ts'
import type { HiveOptions } from './define-runner.ts'
import { loginOf, type Transport } from './transport.ts'

/** Sends each message in a request of its own, as servers in HTTP mode want it. */
export function httpTransport(options: HiveOptions, signal: AbortSignal): Transport {
  const { host, port, path, encryption, authority, ssh_tunnel: tunnel } = options
  const closing = new AbortController()
  const client = httpClient({
    base: `${encryption === 'none' ? 'http' : 'https'}://${hostInUrl(host)}:${port}`,
    signal: AbortSignal.any([signal, closing.signal]),
    privateNetworks: 'all',
    login: loginOf(options),
    tls: tlsOptions({ ca: authority, verify: encryption === 'verified' }),
    tunnel,
  })
  return {
    async exchange(message) {
      const headers = { 'content-type': 'application/x-thrift' }
      const { body } = await client.send({ method: 'POST', path: path, body: message, headers })
      return buffer(body)
    },
    close: () => closing.abort(),
  }
}
