import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'

/** A server of a test on a free port of 127.0.0.1. */
export interface TcpListener {
  port: number
  /** Closes all connections and stops listening. */
  close(): Promise<void>
}

/** @param talk handles one connection */
export async function listen(talk: (socket: Socket) => void): Promise<TcpListener> {
  const sockets = new Set<Socket>()
  const server = createServer({ noDelay: true }, (socket) => {
    sockets.add(socket)
    socket.on('error', () => socket.destroy())
    talk(socket)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  return {
    port: address !== null && typeof address === 'object' ? address.port : 0,
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
