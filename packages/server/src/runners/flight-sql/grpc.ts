import { once } from 'node:events'
import { type ClientHttp2Session, type ClientHttp2Stream, connect, constants, type IncomingHttpHeaders } from 'node:http2'
import { CANCELLED, ConnectionLost, QueryError } from '../runner.ts'
import { otherServer } from '../sql/connection-messages.ts'
import { connectToServer, hostInUrl, type ServerAddress } from '../sql/server-socket.ts'
import { statusError } from './grpc-status.ts'

const SERVICE = '/arrow.flight.protocol.FlightService'
/** Bytes that a server may send before they are read, of a call and of all calls of a connection. */
const WINDOW = 2 ** 22
/** The five bytes in front of each message: whether it is compressed, and its length. */
const PREFIX = 5
/** A longer message would not fit beside others into the memory of a run. */
const MAX_MESSAGE_BYTES = 256 * 2 ** 20

/** One call of a method. */
export interface Call {
  method: string
  /** All messages of the client. */
  requests: readonly Buffer[]
  headers: Record<string, string>
  /** Aborts the call; the server is notified. */
  signal: AbortSignal
  /** Gets the headers in front of the messages, and those behind them. */
  onHeaders?(headers: IncomingHttpHeaders): void
}

/**
 * A connection of gRPC (https://github.com/grpc/grpc/blob/master/doc/PROTOCOL-HTTP2.md) to the Flight service of a server. It is made
 * over HTTP/2 of Node.js, whose connections may lead through an SSH tunnel and say why they fail.
 */
export class GrpcConnection {
  readonly #session: ClientHttp2Session
  #failure: Error | undefined

  private constructor(session: ClientHttp2Session) {
    this.#session = session
    session.on('error', (error) => {
      this.#failure = error
    })
  }

  /** @throws QueryError saying why there is no connection */
  static open(address: ServerAddress, signal: AbortSignal): Promise<GrpcConnection> {
    const { host, port, encryption } = address
    return connectToServer({ ...address, protocols: ['h2'] }, signal, async (socket) => {
      const url = `${encryption === 'none' ? 'http' : 'https'}://${hostInUrl(host)}:${port}`
      const session = connect(url, {
        createConnection: () => socket,
        settings: { enablePush: false, initialWindowSize: WINDOW },
      })
      const connection = new GrpcConnection(session)
      const closed = new AbortController()
      session.once('close', () => closed.abort())
      try {
        // Every server of HTTP/2 begins with its settings.
        await once(session, 'remoteSettings', { signal: closed.signal })
      } catch (error) {
        session.destroy()
        if (socket.destroyed && signal.aborted) throw error
        throw new QueryError(notThisServer(address), { cause: connection.#failure ?? error })
      }
      session.setLocalWindowSize(WINDOW)
      return connection
    })
  }

  close(): void {
    this.#session.destroy()
  }

  /**
   * Calls a method, and yields the messages of the server as they are read. The server waits while they are not.
   * @throws QueryError with the server's message, or why the call has failed
   */
  async *call({ method, requests, headers, signal, onHeaders }: Call): AsyncGenerator<Buffer, void, undefined> {
    if (signal.aborted) throw new QueryError(CANCELLED)
    const stream = this.#request(method, headers)
    let ending: IncomingHttpHeaders = {}
    const receive = (received: IncomingHttpHeaders) => {
      ending = received
      onHeaders?.(received)
    }
    stream.on('response', receive).on('trailers', receive)
    const abort = () => stream.close(constants.NGHTTP2_CANCEL)
    signal.addEventListener('abort', abort)
    try {
      for (const request of requests) stream.write(framed(request))
      stream.end()
      yield* messagesOf(stream.iterator({ destroyOnReturn: false }))
    } catch (error) {
      if (error instanceof QueryError) throw error
      if (signal.aborted) throw new QueryError(CANCELLED, { cause: error })
      throw new ConnectionLost({ cause: this.#failure ?? error })
    } finally {
      signal.removeEventListener('abort', abort)
      stream.on('error', () => {})
      stream.close(constants.NGHTTP2_CANCEL)
    }
    if (signal.aborted) throw new QueryError(CANCELLED)
    const error = statusError(ending)
    if (error) throw error
  }

  #request(method: string, headers: Record<string, string>): ClientHttp2Stream {
    if (this.#session.destroyed || this.#session.closed) throw new ConnectionLost({ cause: this.#failure })
    return this.#session.request({
      ':method': 'POST',
      ':path': `${SERVICE}/${method}`,
      'content-type': 'application/grpc',
      te: 'trailers',
      'user-agent': 'Sightline',
      ...headers,
    })
  }
}

const notThisServer = (address: ServerAddress) =>
  otherServer(address, 'a Flight SQL server', { isEncrypted: address.encryption !== 'none' })

function framed(message: Buffer): Buffer {
  const prefix = Buffer.alloc(PREFIX)
  prefix.writeUInt32BE(message.length, 1)
  return Buffer.concat([prefix, message])
}

async function* messagesOf(stream: AsyncIterable<Buffer>): AsyncGenerator<Buffer, void, undefined> {
  let chunks: Buffer[] = []
  let size = 0
  /** Bytes up to the end of the next message, as far as they are known. */
  let needed = PREFIX
  for await (const chunk of stream) {
    chunks.push(chunk)
    size += chunk.length
    while (size >= needed) {
      const joined = chunks.length === 1 ? (chunks[0] ?? chunk) : Buffer.concat(chunks, size)
      chunks = [joined]
      needed = PREFIX + lengthOf(joined)
      if (size < needed) break
      yield joined.subarray(PREFIX, needed)
      size -= needed
      chunks = [joined.subarray(needed)]
      needed = PREFIX
    }
  }
}

function lengthOf(framedMessage: Buffer): number {
  if (framedMessage[0] !== 0) throw new QueryError('The server sends compressed messages although none were asked for.')
  const length = framedMessage.readUInt32BE(1)
  if (length > MAX_MESSAGE_BYTES)
    throw new QueryError(`The server sends ${length} bytes in one piece; the limit is ${MAX_MESSAGE_BYTES}.`)
  return length
}
