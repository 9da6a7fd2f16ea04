import { connect, type Socket } from 'node:net'

/** A request that is sent repeatedly. */
export interface Shot {
  method: 'GET' | 'POST'
  path: string
  headers: Record<string, string>
  body?: unknown
}

const HEAD_END = Buffer.from('\r\n\r\n')

/**
 * Loads a server over a fixed number of connections with one request at a time each. It uses bare sockets because an HTTP
 * client would take more time than the server under test.
 * @returns responses per second
 * @throws if a response does not have status 200 and a content length
 */
export async function answersPerSecond(url: string, shot: Shot, connections: number, milliseconds: number): Promise<number> {
  const { hostname, port } = new URL(url)
  const request = requestText(hostname, shot)
  const started = performance.now()
  const until = started + milliseconds
  const counts = await Promise.all(
    Array.from({ length: connections }, () => askUntil(connect(Number(port), hostname), request, until)),
  )
  return counts.reduce((sum, count) => sum + count, 0) / ((performance.now() - started) / 1000)
}

function requestText(host: string, { method, path, headers, body }: Shot): Buffer {
  const content = body === undefined ? '' : JSON.stringify(body)
  const lines = Object.entries({ ...headers, host, 'content-length': String(Buffer.byteLength(content)) })
  return Buffer.from(
    `${method} ${path} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n${content}`,
  )
}

function askUntil(socket: Socket, request: Buffer, until: number): Promise<number> {
  return new Promise((resolve, reject) => {
    let count = 0
    let head: Buffer = Buffer.alloc(0)
    /** Remaining bytes of the body; null while the header is being read. */
    let missing: number | null = null
    const take = (chunk: Buffer) => {
      if (missing === null) {
        head = head.length === 0 ? chunk : Buffer.concat([head, chunk])
        const end = head.indexOf(HEAD_END)
        if (end < 0) return
        const length = lengthIn(head.toString('latin1', 0, end))
        missing = length - (head.length - end - HEAD_END.length)
        head = Buffer.alloc(0)
      } else missing -= chunk.length
      if (missing > 0) return
      missing = null
      count++
      if (performance.now() < until) socket.write(request)
      else {
        socket.destroy()
        resolve(count)
      }
    }
    socket.on('data', (chunk: Buffer) => {
      try {
        take(chunk)
      } catch (error) {
        socket.destroy()
        reject(error)
      }
    })
    socket.once('error', reject)
    socket.once('connect', () => socket.write(request))
  })
}

function lengthIn(head: string): number {
  const length = /^content-length: (\d+)$/im.exec(head)?.[1]
  if (!head.startsWith('HTTP/1.1 200 ') || length === undefined) throw new Error(`The server answered:\n${head}`)
  return Number(length)
}
