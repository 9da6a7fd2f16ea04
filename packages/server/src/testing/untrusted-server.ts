import { once } from 'node:events'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { keyText, selfSigned } from './certificate.ts'

export interface UntrustedServer {
  url: string
  port: number
  close(): Promise<void>
}

/** A TLS server with an untrusted certificate, which accepts no login. */
export async function startUntrustedServer(): Promise<UntrustedServer> {
  const own = await selfSigned('nobody', '127.0.0.1')
  const server = createServer({ key: keyText(own), cert: own.certificate.toString() }, (_, response) =>
    response.writeHead(401).end(),
  )
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `https://127.0.0.1:${port}`,
    port,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
