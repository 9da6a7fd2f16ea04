import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { TLSSocket } from 'node:tls'
import { type Authority, type Certified, keyText } from './certificate.ts'
import { listen, type TcpListener } from './tcp-listener.ts'

/** Negotiates encryption on a new connection. @returns the stream to encrypt */
export type TlsNegotiation = (socket: Socket) => Promise<Duplex>

const nothing: TlsNegotiation = async (socket) => socket

/** Negotiates as servers with PostgreSQL's protocol do: the client sends eight bytes and gets one in return. */
export const asPostgres: TlsNegotiation = async (socket) => {
  await once(socket, 'data')
  socket.write('S')
  return socket
}

/** A proxy that terminates TLS in front of a plain server. */
export function startTlsProxy(targetPort: number, own: Certified, opening: TlsNegotiation = nothing): Promise<TcpListener> {
  const [key, cert] = [keyText(own), own.certificate.toString()]
  return listen(async (socket) => {
    // TLS 1.2, since data that TLS 1.3 servers send right after their handshake would get lost in older protocols.
    const secure = new TLSSocket(await opening(socket), { isServer: true, key, cert, maxVersion: 'TLSv1.2' })
    const target = connect(targetPort, '127.0.0.1')
    secure.pipe(target).pipe(secure)
    secure.on('error', () => target.destroy()).on('close', () => target.destroy())
    target.on('error', () => secure.destroy())
  })
}

/** The ports of TLS proxies in front of one server on `localhost`, by their certificates. */
export interface TlsProxies {
  /** With a valid certificate. */
  good: number
  /** With a certificate of an unknown authority. */
  unknown: number
  /** With a certificate for another name. */
  misnamed: number
  expired: number
  close(): Promise<void>
}

/** @param known issues all certificates except the unknown one, which `stranger` issues */
export async function startTlsProxies(
  targetPort: number,
  { known, stranger, opening }: { known: Authority; stranger: Authority; opening?: TlsNegotiation },
): Promise<TlsProxies> {
  const start = async (own: Promise<Certified>) => startTlsProxy(targetPort, await own, opening)
  const good = await start(known.issue('localhost'))
  const unknown = await start(stranger.issue('localhost'))
  const misnamed = await start(known.issue('other.example'))
  const expired = await start(known.issue('localhost', true))
  return {
    ...{ good: good.port, unknown: unknown.port, misnamed: misnamed.port, expired: expired.port },
    async close() {
      for (const front of [good, unknown, misnamed, expired]) await front.close()
    },
  }
}

/** The expected error for such certificates. */
export const CERTIFICATE_REFUSED = {
  unknown: /the certificate of localhost:\d+ is not trusted: (unable to verify the first|self-signed) certificate/,
  misnamed: /the certificate of localhost:\d+ is not trusted: Hostname\/IP does not match certificate's altnames/,
  expired: /the certificate of localhost:\d+ is not trusted: certificate has expired$/,
} as const
