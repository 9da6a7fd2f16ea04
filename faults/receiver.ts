import { once } from 'node:events'
import { createServer } from 'node:http'

/** A web server that webhooks are sent to. */
export interface Receiver {
  url: string
  /** How often each message arrived, by its key. */
  received: ReadonlyMap<string, number>
  /** The response to calls: a status, or nothing at all. */
  answer: 200 | 500 | 'silence'
  close(): void
}

/** Starts a receiver on a free port of 127.0.0.1. */
export async function startReceiver(): Promise<Receiver> {
  const received = new Map<string, number>()
  const server = createServer((request, response) => {
    request.resume()
    if (receiver.answer === 'silence') return
    const key = String(request.headers['webhook-id'])
    if (receiver.answer === 200) received.set(key, (received.get(key) ?? 0) + 1)
    response.writeHead(receiver.answer).end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = address !== null && typeof address === 'object' ? address.port : 0
  const receiver: Receiver = {
    url: `http://127.0.0.1:${port}/hook`,
    received,
    answer: 200,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
  return receiver
}
