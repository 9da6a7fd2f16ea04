import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

/** Stands between a client and a server, and can come between them. */
export interface TcpProxy {
  port: number
  /** Decides by the first bytes of a connection whether it is let through; others are closed. */
  admits: (first: Buffer) => boolean
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
    target.pipe(client)
    client.once('data', (first) => {
      if (!proxy.admits(first)) {
        client.destroy()
        return
      }
      target.write(first)
      client.pipe(target)
    })
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
    cut,
    async close() {
      cut()
      server.close()
      await once(server, 'close')
    },
  }
  return proxy
}
