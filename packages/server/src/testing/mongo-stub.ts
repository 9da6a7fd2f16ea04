import type { AddressInfo } from 'node:net'
import { createServer, type Socket } from 'node:net'
import { BSON, type Document } from 'mongodb'

// The wire protocol: https://www.mongodb.com/docs/manual/reference/mongodb-wire-protocol/

const HEADER_BYTES = 16
const OP_REPLY = 1
const OP_QUERY = 2004
const OP_MSG = 2013

export interface MongoStub {
  port: number
  /** Received commands, without those of the driver itself. */
  commands: Document[]
  named(name: string): Document[]
  close(): Promise<void>
}

const ABOUT_ITSELF = {
  ismaster: true,
  helloOk: true,
  maxBsonObjectSize: 16 * 1024 * 1024,
  maxMessageSizeBytes: 48_000_000,
  maxWriteBatchSize: 100_000,
  logicalSessionTimeoutMinutes: 30,
  minWireVersion: 0,
  maxWireVersion: 21,
}

export const mongoError = (code: number, errmsg: string): Document => ({ ok: 0, code, errmsg, codeName: `Code${code}` })

/** A server with MongoDB's wire protocol. `answer` returns the reply to each command. */
export async function startMongo(answer: (command: Document) => Document | Promise<Document>): Promise<MongoStub> {
  const commands: Document[] = []
  const sockets = new Set<Socket>()
  const replyTo = async (command: Document): Promise<Document> => {
    if ('ismaster' in command || 'isMaster' in command || 'hello' in command) return ABOUT_ITSELF
    if ('endSessions' in command) return {}
    commands.push(command)
    return answer(command)
  }
  const server = createServer({ noDelay: true }, (socket) => {
    sockets.add(socket)
    socket.on('error', () => {}).on('close', () => sockets.delete(socket))
    let open = Buffer.alloc(0)
    socket.on('data', async (chunk) => {
      open = Buffer.concat([open, chunk])
      while (open.length >= HEADER_BYTES && open.length >= open.readInt32LE(0)) {
        const message = open.subarray(0, open.readInt32LE(0))
        open = open.subarray(message.length)
        const reply = await replyTo(commandIn(message))
        socket.write(written(message, { ok: 1, ...reply }))
      }
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    commands,
    named: (name) => commands.filter((command) => name in command),
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy()
        server.close(() => resolve())
      }),
  }
}

/**
 * The first document of a message, after the flags and the kind of its section. In the older format, which drivers still use
 * for their greeting, it follows the flags, a name and two numbers.
 */
function commandIn(message: Buffer): Document {
  const start = message.readInt32LE(12) === OP_QUERY ? message.indexOf(0, HEADER_BYTES + 4) + 1 + 8 : HEADER_BYTES + 5
  return BSON.deserialize(message.subarray(start, start + message.readInt32LE(start)), { promoteValues: true })
}

function written(message: Buffer, reply: Document): Buffer {
  const isGreeting = message.readInt32LE(12) === OP_QUERY
  const before = Buffer.alloc(HEADER_BYTES + (isGreeting ? 20 : 5))
  const body = BSON.serialize(reply)
  before.writeInt32LE(before.length + body.length, 0)
  before.writeInt32LE(message.readInt32LE(4), 8)
  before.writeInt32LE(isGreeting ? OP_REPLY : OP_MSG, 12)
  if (isGreeting) before.writeInt32LE(1, HEADER_BYTES + 16)
  return Buffer.concat([before, body])
}
