import { once } from 'node:events'
import { chmod, rm } from 'node:fs/promises'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ArchiveStream } from './archive-stream.ts'

/** Operating systems limit the path of a socket, Linux to 107 bytes, macOS to 103. */
const MAX_PATH = 103
const BYTES_HEADER = 'x-bytes'

const socketIn = (dataDir: string): string => join(dataDir, 'backup.sock')

/**
 * Lets the owner of the data directory have backups while this process has the embedded database open: over a socket in that
 * directory, which no other user may enter and which no network reaches.
 * @param begin starts a backup
 */
export async function openBackupSocket(
  dataDir: string,
  begin: () => Promise<ArchiveStream>,
  onError: (error: unknown) => void,
): Promise<{ close(): Promise<void> }> {
  const path = socketIn(dataDir)
  if (Buffer.byteLength(path) > MAX_PATH) {
    onError(new Error(`Backups have to wait until this server is stopped, because the path ${path} is too long for a socket.`))
    return { close: async () => {} }
  }
  const server = createServer((call, reply) => void answer(call, reply, begin).catch(onError))
  // A killed process leaves its socket behind; this process owns the directory now.
  await rm(path, { force: true })
  server.listen(path)
  await once(server, 'listening')
  await chmod(path, 0o600)
  server.unref()
  return {
    async close() {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}

async function answer(call: IncomingMessage, reply: ServerResponse, begin: () => Promise<ArchiveStream>): Promise<void> {
  if (call.method !== 'POST' || call.url !== '/backup') {
    reply.writeHead(404).end()
    return
  }
  let backup: ArchiveStream
  try {
    backup = await begin()
  } catch (error) {
    reply.writeHead(500).end(error instanceof Error ? error.message : String(error))
    if (error instanceof Error && error.name === 'Error') return
    throw error
  }
  reply.writeHead(200, { [BYTES_HEADER]: backup.manifest.bytes })
  // An operator who interrupts the command also ends the copy.
  const sent = pipeline(backup.content, reply).catch((error: unknown) => {
    if (!call.destroyed) throw error
  })
  await Promise.all([sent, backup.ended])
}

/** A backup that a running server makes. */
export interface ServedBackup {
  content: Readable
  /** About the number of its bytes. */
  bytes: number
}

/**
 * Asks the server that has the data directory for a backup.
 * @returns null if no server answers there
 * @throws Error with the server's sentence if it cannot make one
 */
export async function requestBackup(dataDir: string): Promise<ServedBackup | null> {
  const path = socketIn(dataDir)
  if (Buffer.byteLength(path) > MAX_PATH) return null
  const call = request({ socketPath: path, method: 'POST', path: '/backup' })
  call.end()
  let reply: IncomingMessage
  try {
    ;[reply] = await once(call, 'response')
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : null
    if (code === 'ENOENT' || code === 'ECONNREFUSED') return null
    throw error
  }
  if (reply.statusCode === 200) return { content: reply, bytes: Number(reply.headers[BYTES_HEADER]) }
  let sentence = ''
  for await (const chunk of reply.setEncoding('utf8')) sentence += chunk
  throw new Error(sentence)
}
