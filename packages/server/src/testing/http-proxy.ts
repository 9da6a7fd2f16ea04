import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse, request as send } from 'node:http'

/** A proxy answers a request itself, forwards it late, breaks the response off after some bytes, or says nothing. */
export type ProxyFault = { status: number; body: string } | { delay: number } | { breaksAfter: number } | 'silence'

/** A proxy between a client and an HTTP server that can play its faults. */
export interface FaultyHttpProxy {
  port: number
  /** Decides about each request; null forwards it. */
  fault: (request: { method: string; url: string; headers: IncomingMessage['headers'] }) => ProxyFault | null
  /** Methods and paths of the requests so far. */
  requests: string[]
  /** Ends all connections of clients. */
  cut(): void
  close(): Promise<void>
}

/** The body of an error of S3. */
export const s3Error = (status: number, code: string): ProxyFault => ({
  status,
  body: `<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code><Message>Played by a test.</Message></Error>`,
})

/** Listens on a free port of 127.0.0.1 and forwards to another one. */
export async function startFaultyHttpProxy(targetPort: number): Promise<FaultyHttpProxy> {
  const server = createServer((request, response) => {
    const { method = 'GET', url = '/', headers } = request
    proxy.requests.push(`${method} ${url}`)
    const fault = proxy.fault({ method, url, headers })
    if (fault === 'silence') return
    if (fault !== null && 'status' in fault) {
      request.resume()
      response.writeHead(fault.status, { 'content-type': 'application/xml' }).end(fault.body)
      return
    }
    const onward = send({ host: '127.0.0.1', port: targetPort, method, path: url, headers }, (reply) => {
      response.writeHead(reply.statusCode ?? 502, reply.headers)
      if (fault !== null && 'breaksAfter' in fault) void breakOff(reply, response, fault.breaksAfter)
      else reply.pipe(response)
    })
    onward.on('error', () => response.destroy())
    response.on('close', () => onward.destroy())
    if (fault !== null && 'delay' in fault) setTimeout(() => request.pipe(onward), fault.delay)
    else request.pipe(onward)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const proxy: FaultyHttpProxy = {
    port: address !== null && typeof address === 'object' ? address.port : 0,
    fault: () => null,
    requests: [],
    cut: () => server.closeAllConnections(),
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  return proxy
}

async function breakOff(reply: IncomingMessage, response: ServerResponse, bytes: number): Promise<void> {
  let sent = 0
  for await (const piece of reply) {
    const part: Buffer = piece.subarray(0, bytes - sent)
    sent += part.length
    await new Promise((resolve) => response.write(part, resolve))
    if (sent >= bytes) break
  }
  response.destroy()
}
