import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

export interface StubCall {
  method: string
  path: string
  query: URLSearchParams
  headers: IncomingHttpHeaders
  body: string
  bytes: Buffer
}

export interface StubAnswer {
  /** Default 200. */
  status?: number
  headers?: Record<string, string>
  /** Strings are sent as they are, other values as JSON; iterables chunk by chunk. */
  body?: unknown
  /** Breaks the connection in the middle of the response. */
  breaks?: boolean
}

export interface StubServer {
  url: string
  port: number
  /** Received calls. */
  calls: StubCall[]
  close(): Promise<void>
}

/** A stub of a vendor's published protocol, for servers that cannot run here. */
export async function startStub(
  answer: (call: StubCall, closed: AbortSignal) => StubAnswer | Promise<StubAnswer>,
): Promise<StubServer> {
  const calls: StubCall[] = []
  const server = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://stub')
    const { method = 'GET', headers } = request
    const bytes = await buffer(request)
    const call = { method, path: pathname, query: searchParams, headers, body: bytes.toString('utf8'), bytes }
    calls.push(call)
    const closed = new AbortController()
    response.once('close', () => closed.abort())
    await reply(response, await answer(call, closed.signal))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    calls,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

async function reply(
  response: ServerResponse,
  { status = 200, headers = {}, body = '', breaks = false }: StubAnswer,
): Promise<void> {
  response.writeHead(status, headers)
  const pieces = isPieces(body) ? body : [body]
  for await (const piece of pieces)
    response.write(typeof piece === 'string' || piece instanceof Uint8Array ? piece : JSON.stringify(piece))
  if (breaks) response.destroy()
  else response.end()
}

const isPieces = (body: unknown): body is AsyncIterable<unknown> =>
  typeof body === 'object' && body !== null && Symbol.asyncIterator in body
