import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { Transform } from 'node:stream'

/** Stands between a client and a server, and can come between them. */
export interface TcpProxy {
  port: number
  /** Decides by the first bytes of a connection whether it is let through; others are closed. */
  admits: (first: Buffer) => boolean
  /** Sees each piece of a connection and decides whether it is passed on: tests cut the connection where it matters. */
  passes: (piece: Buffer, from: 'client' | 'server') => boolean
  /** Breaks every connection there is. */
  cut(): void
  close(): Promise<void>
}

/** Listens on a free port of 127.0.0.1 and passes everything on to another one. */
export async function startTcpProxy(targetPort: number): Promise<TcpProxy> {
  const sockets = new Set<Socket>()
  const keep = (socket: Socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    // Whatever happens to one side shows at the other.
    socket.on('error', () => socket.destroy())
  }
  const server = createServer((client) => {
    keep(client)
    const target = connect(targetPort, '127.0.0.1')
    keep(target)
    client.once('close', () => target.destroy())
    target.once('close', () => client.destroy())
    // Not every protocol begins with the client, so the server is heard at once.
    target.pipe(filter('server')).pipe(client)
    client.once('data', (first) => {
      if (!proxy.admits(first)) {
        client.destroy()
        return
      }
      const pieces = filter('client')
      pieces.pipe(target)
      pieces.write(first)
      client.pipe(pieces)
    })
  })
  const filter = (from: 'client' | 'server') =>
    new Transform({
      transform: (piece: Buffer, _, done) => (proxy.passes(piece, from) ? done(null, piece) : done()),
    })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const cut = () => {
    for (const socket of sockets) socket.destroy()
  }
  const proxy: TcpProxy = {
    port: address !== null && typeof address === 'object' ? address.port : 0,
    admits: () => true,
    passes: () => true,
    cut,
    async close() {
      cut()
      server.close()
      await once(server, 'close')
    },
  }
  return proxy
}
