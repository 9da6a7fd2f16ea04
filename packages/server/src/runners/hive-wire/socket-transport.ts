import type { Socket } from 'node:net'
import { CANCELLED, ConnectionLost, QueryError } from '../runner.ts'
import { connectToServer } from '../sql/server-socket.ts'
import type { HiveOptions } from './define-runner.ts'
import { loginOf, notThisServer, type Transport } from './transport.ts'

/** The steps of signing in, as Thrift frames SASL (https://github.com/apache/thrift/blob/master/doc/specs/thrift-sasl-spec.txt). */
const STEP = { start: 1, ok: 2, bad: 3, error: 4, complete: 5 }
/** No server has longer messages while signing in: this is another protocol. */
const MAX_STEP_BYTES = 65_536

/** Connects to a server in binary mode, and signs in with name and password. */
export const openSocketTransport = (options: HiveOptions, signal: AbortSignal): Promise<Transport> =>
  connectToServer(options, signal, async (socket) => {
    const transport = new SocketTransport(socket, signal)
    await transport.signIn(options)
    return transport
  })

/** A connection on which each message has its length in front. */
class SocketTransport implements Transport {
  readonly #socket: Socket
  readonly #signal: AbortSignal
  readonly #chunks: AsyncIterator<Buffer>
  /** Bytes that have arrived and were not read yet. */
  #rest: Buffer = Buffer.alloc(0)

  constructor(socket: Socket, signal: AbortSignal) {
    this.#socket = socket
    this.#signal = signal
    this.#chunks = socket[Symbol.asyncIterator]()
    signal.addEventListener('abort', this.#abort)
  }

  /** @throws QueryError with the server's message if it refuses the login, or if it speaks another protocol */
  async signIn(options: HiveOptions): Promise<void> {
    const { user, password } = loginOf(options)
    this.#socket.write(Buffer.concat([step(STEP.start, 'PLAIN'), step(STEP.ok, `\0${user}\0${password}`)]))
    const header = await this.#read(5)
    const [status, length] = [header.readUInt8(0), header.readUInt32BE(1)]
    if (status < STEP.start || status > STEP.complete || length > MAX_STEP_BYTES) throw new QueryError(notThisServer(options))
    const message = (await this.#read(length)).toString()
    if (status === STEP.bad || status === STEP.error)
      throw new QueryError(`The server refused the login: ${message || 'no reason given'}`)
  }

  async exchange(message: Buffer): Promise<Buffer> {
    try {
      const length = Buffer.alloc(4)
      length.writeUInt32BE(message.length)
      this.#socket.write(Buffer.concat([length, message]))
      return await this.#read((await this.#read(4)).readUInt32BE(0))
    } catch (error) {
      this.close()
      if (this.#signal.aborted) throw new QueryError(CANCELLED, { cause: error })
      throw error instanceof QueryError ? error : new ConnectionLost({ cause: error })
    }
  }

  close(): void {
    this.#signal.removeEventListener('abort', this.#abort)
    this.#socket.destroy()
  }

  readonly #abort = () => this.close()

  async #read(length: number): Promise<Buffer> {
    const parts = [this.#rest]
    for (let size = this.#rest.length; size < length; ) {
      const { value, done } = await this.#chunks.next()
      if (done) throw new ConnectionLost()
      parts.push(value)
      size += value.length
    }
    const joined = parts.length === 1 ? this.#rest : Buffer.concat(parts)
    this.#rest = joined.subarray(length)
    return joined.subarray(0, length)
  }
}

function step(status: number, content: string): Buffer {
  const header = Buffer.alloc(5)
  header.writeUInt8(status)
  header.writeUInt32BE(Buffer.byteLength(content), 1)
  return Buffer.concat([header, Buffer.from(content)])
}
