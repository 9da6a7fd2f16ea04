import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { Transform } from 'node:stream'

/** A proxy between a client and a server that can cut connections. */
export interface TcpProxy {
  port: number
  /** Decides by the first bytes whether to accept a connection; others are closed. */
  admits: (first: Buffer) => boolean
  /** Decides for each chunk whether to forward it, so that tests can cut a connection at a certain point. */
  passes: (piece: Buffer, from: 'client' | 'server') => boolean
  /** Breaks all open connections. */
  cut(): void
  close(): Promise<void>
}

/** Listens on a free port of 127.0.0.1 and forwards to another one. */
export async function startTcpProxy(targetPort: number): Promise<TcpProxy> {
  const sockets = new Set<Socket>()
  const keep = (socket: Socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    // Propagates errors and closing to the other side.
    socket.on('error', () => socket.destroy())
  }
  const server = createServer((client) => {
    keep(client)
    const target = connect(targetPort, '127.0.0.1')
    keep(target)
    client.once('close', () => target.destroy())
    target.once('close', () => client.destroy())
    // In some protocols the server speaks first, so its data is forwarded at once.
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
