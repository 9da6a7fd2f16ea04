import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type ServerHttp2Session, type ServerHttp2Stream } from 'node:http2'
import type { AddressInfo } from 'node:net'
import { type FlightData, flightData } from '../messages.ts'
import { Fields, message } from '../protobuf.ts'

/** A call of a method, with all messages of the client. */
export interface StubCall {
  method: string
  headers: IncomingHttpHeaders
  requests: Buffer[]
}

/** The answer to a call. */
export interface StubReply {
  headers?: Record<string, string | string[]>
  messages?: Buffer[]
  /** The status of gRPC; 0 when left out. */
  status?: number
  text?: string
  /** Bytes in place of messages. */
  raw?: Buffer
  /** Nothing comes after the messages. */
  isOpen?: boolean
}

export interface FlightStub {
  port: number
  calls: StubCall[]
  close(): Promise<void>
}

/** A server of gRPC on 127.0.0.1, which answers as a test wants. */
export async function startFlightStub(answer: (call: StubCall) => StubReply): Promise<FlightStub> {
  const calls: StubCall[] = []
  const sessions = new Set<ServerHttp2Session>()
  const server = createServer()
  server.on('session', (session) => {
    sessions.add(session)
    session.on('error', () => {})
  })
  server.on('stream', async (stream: ServerHttp2Stream, headers: IncomingHttpHeaders) => {
    stream.on('error', () => {})
    const body = Buffer.concat(await stream.toArray().catch(() => []))
    const call = { method: String(headers[':path']).replace(/.*\//, ''), headers, requests: unframed(body) }
    calls.push(call)
    send(stream, answer(call))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    calls,
    async close() {
      for (const session of sessions) session.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function send(stream: ServerHttp2Stream, { headers, messages = [], status = 0, text = '', raw, isOpen }: StubReply): void {
  if (stream.destroyed) return
  stream.respond({ ':status': 200, 'content-type': 'application/grpc', ...headers }, { waitForTrailers: true })
  stream.on('wantTrailers', () =>
    stream.sendTrailers({ 'grpc-status': String(status), 'grpc-message': encodeURIComponent(text) }),
  )
  stream.write(raw ?? Buffer.concat(messages.map(framed)))
  if (!isOpen) stream.end()
}

const framed = (content: Buffer): Buffer => {
  const prefix = Buffer.alloc(5)
  prefix.writeUInt32BE(content.length, 1)
  return Buffer.concat([prefix, content])
}

function unframed(bytes: Buffer): Buffer[] {
  const found: Buffer[] = []
  for (let at = 0; at < bytes.length; ) {
    const end = at + 5 + bytes.readUInt32BE(at + 1)
    found.push(bytes.subarray(at + 5, end))
    at = end
  }
  return found
}

/** Says that a result has these parts, each with the servers that have it. */
export const infoReply = (...parts: { ticket: string; locations?: string[] }[]): StubReply => ({
  messages: [
    message({
      3: parts.map(({ ticket, locations = [] }) =>
        message({ 1: message({ 1: ticket }), 2: locations.map((uri) => message({ 1: uri })) }),
      ),
    }),
  ],
})

export const dataReply = (data: readonly FlightData[]): StubReply => ({ messages: data.map((one) => flightData(one)) })

/** The ticket of a call for data. */
export const ticketOf = ({ requests: [request = Buffer.alloc(0)] }: StubCall): string => new Fields(request).text(1)

/** The type of an action. */
export const actionOf = ticketOf
