import { once } from 'node:events'
import type { Socket } from 'node:net'
import { Duplex } from 'node:stream'
import type { TlsNegotiation } from './tls-proxy.ts'

/** The type of the packets in which clients and servers agree on encryption. */
const PRE_LOGIN = 18
const HEADER = 8
const END_OF_MESSAGE = 1

/** The response to a pre-login: version 16, encryption of everything. */
const ENCRYPTED = Buffer.from([0, 0, 11, 0, 6, 1, 0, 17, 0, 1, 0xff, 16, 0, 0, 0, 0, 0, 1])

const packet = (content: Buffer): Buffer => {
  const header = Buffer.from([PRE_LOGIN, END_OF_MESSAGE, 0, 0, 0, 0, 1, 0])
  header.writeUInt16BE(content.length + HEADER, 2)
  return Buffer.concat([header, content])
}

/** Negotiates as SQL Server does: the TLS handshake is wrapped in pre-login packets, and later TLS data is not. */
export const asSqlServer: TlsNegotiation = async (socket) => {
  await once(socket, 'data')
  const inside = withinPackets(socket)
  socket.write(packet(ENCRYPTED))
  return inside
}

function withinPackets(socket: Socket): Duplex {
  let isWrapped = true
  let input = Buffer.alloc(0)
  const inside = new Duplex({
    read: () => undefined,
    write: (chunk: Buffer, _, done) => socket.write(isWrapped ? packet(chunk) : chunk, () => done()),
    destroy: (_, done) => {
      socket.destroy()
      done(null)
    },
  })
  socket.on('close', () => inside.destroy())
  socket.on('data', (chunk: Buffer) => {
    input = Buffer.concat([input, chunk])
    isWrapped &&= input[0] === PRE_LOGIN
    while (isWrapped && input.length >= HEADER && input.length >= input.readUInt16BE(2)) {
      const length = input.readUInt16BE(2)
      inside.push(input.subarray(HEADER, length))
      input = input.subarray(length)
      isWrapped = input.length === 0 || input[0] === PRE_LOGIN
    }
    if (isWrapped) return
    inside.push(input)
    input = Buffer.alloc(0)
  })
  return inside
}
