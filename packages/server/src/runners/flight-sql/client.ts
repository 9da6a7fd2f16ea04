import type { IncomingHttpHeaders } from 'node:http2'
import { basicLogin } from '../http/options.ts'
import { QueryError } from '../runner.ts'
import { GrpcConnection } from './grpc.ts'
import { NotImplemented } from './grpc-status.ts'
import {
  action,
  descriptor,
  type FlightData,
  type FlightInfo,
  flightData,
  readFlightData,
  readFlightInfo,
  sessionOptions,
  ticketMessage,
} from './messages.ts'
import { type FlightOptions, headersIn } from './options.ts'
import { Fields } from './protobuf.ts'

/** A session with a server: https://arrow.apache.org/docs/format/Flight.html. */
export class FlightClient {
  readonly #connection: GrpcConnection
  readonly #signal: AbortSignal
  readonly #headers: Record<string, string>
  readonly #cookies = new Map<string, string>()

  private constructor(connection: GrpcConnection, headers: Record<string, string>, signal: AbortSignal) {
    this.#connection = connection
    this.#headers = headers
    this.#signal = signal
  }

  /** Connects, signs in and chooses the catalog. @param signal aborts all calls @throws QueryError saying why that fails */
  static async open(options: FlightOptions, signal: AbortSignal): Promise<FlightClient> {
    const connection = await GrpcConnection.open(options, signal)
    const client = new FlightClient(connection, { ...headersIn(options.call_headers) }, signal)
    try {
      await client.#signIn(options)
      if (options.catalog) await client.#choose(options.catalog)
      return client
    } catch (error) {
      connection.close()
      throw error
    }
  }

  close(): void {
    this.#connection.close()
  }

  async infoOf(command: Buffer): Promise<FlightInfo> {
    const [reply] = await this.#call('GetFlightInfo', [descriptor(command)])
    if (reply === undefined) throw new QueryError('The server returned nothing about the result.')
    return readFlightInfo(reply)
  }

  /** The messages of a part of a result. */
  async *dataOf(ticket: Buffer): AsyncGenerator<FlightData, void, undefined> {
    for await (const reply of this.#replies('DoGet', [ticketMessage(ticket)])) yield readFlightData(reply)
  }

  /** Sends rows for a command. @returns what the server says about them */
  async upload(command: Buffer, rows: readonly FlightData[]): Promise<Buffer[]> {
    const messages = rows.map((data, at) => flightData(data, at === 0 ? command : undefined))
    return (await this.#call('DoPut', messages)).map((reply) => new Fields(reply).bytes(1))
  }

  /** @param signal aborts this call, in place of the one of the client @returns the bodies of the results */
  async act(type: string, body: Buffer, signal = this.#signal): Promise<Buffer[]> {
    return (await this.#call('DoAction', [action(type, body)], signal)).map((reply) => new Fields(reply).bytes(1))
  }

  async #call(method: string, requests: readonly Buffer[], signal?: AbortSignal): Promise<Buffer[]> {
    const replies: Buffer[] = []
    for await (const reply of this.#replies(method, requests, signal)) replies.push(reply)
    return replies
  }

  #replies(method: string, requests: readonly Buffer[], signal = this.#signal): AsyncGenerator<Buffer, void, undefined> {
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const headers = { ...this.#headers, ...(cookie ? { cookie } : {}) }
    return this.#connection.call({ method, requests, headers, signal, onHeaders: (received) => this.#keep(received) })
  }

  /** Keeps cookies, by which servers know a session, and the token that a login returns. */
  #keep({ 'set-cookie': cookies = [], authorization }: IncomingHttpHeaders): void {
    for (const cookie of cookies) {
      const [, name = '', value = ''] = /^\s*([^=;]+)=([^;]*)/.exec(cookie) ?? []
      if (name !== '') this.#cookies.set(name, value)
    }
    if (authorization?.startsWith('Bearer ')) this.#headers.authorization = authorization
  }

  /** A login is exchanged for a token; a server that has none gets the login with each call. */
  async #signIn({ username, password, token }: FlightOptions): Promise<void> {
    if (token) {
      this.#headers.authorization = `Bearer ${token}`
      return
    }
    const login = basicLogin(username, password)
    if (login === null || !('user' in login)) return
    this.#headers.authorization = `Basic ${Buffer.from(`${login.user}:${login.password}`).toString('base64')}`
    try {
      await this.#call('Handshake', [])
    } catch (error) {
      if (!(error instanceof NotImplemented)) throw error
    }
  }

  async #choose(catalog: string): Promise<void> {
    let replies: Buffer[]
    try {
      replies = await this.act('SetSessionOptions', sessionOptions({ catalog }))
    } catch (error) {
      if (!(error instanceof NotImplemented)) throw error
      throw new QueryError('The server lets no catalog be chosen: leave the field empty.', { cause: error })
    }
    if (replies.some((reply) => new Fields(reply).all(1).length > 0))
      throw new QueryError(`The server has no catalog ${catalog}, or does not let you choose it.`)
  }
}
