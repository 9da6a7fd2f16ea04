import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

// Systems give the ports above these to outgoing connections, and to servers that take any: one of them could be in use again
// before the server listens for which it was found. Browsers refuse some of the ports below.
const FIRST = 11_000
const END = 32_000

/** A free TCP port of this machine, which nothing takes that does not ask for it. */
export async function freePort(): Promise<number> {
  let port: number
  do port = randomInt(FIRST, END)
  while (!(await isFree(port)))
  return port
}

const isFree = (port: number) =>
  new Promise<boolean>((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
