import { createWriteStream } from 'node:fs'
import { access, open, rename, rm } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { constants, createZstdCompress } from 'node:zlib'
import { isDiskFull } from '../files/disk-full.ts'
import type { Progress } from './parts.ts'
import type { ServedBackup } from './socket.ts'

/**
 * Compresses a backup into a new file that only its owner may read. The file gets its name when it is complete and on the disk, so
 * an interruption leaves no incomplete backup under that name.
 * @param begin starts to write the backup; called once the file can be created
 * @throws Error with one sentence if there is such a file already, or the disk is full
 */
export async function writeBackupFile(file: string, begin: () => Promise<ServedBackup>, onProgress: Progress): Promise<void> {
  const path = resolve(file)
  const part = `${path}.part`
  if (await exists(path)) throw new Error(`${path} is there already: choose another name.`)
  const target = await open(part, 'wx', 0o600).catch((cause: unknown) => {
    if (!isCode(cause, 'EEXIST')) throw cannotWrite(path, cause)
    throw new Error(`${part} is there already: another backup is being written, or one was interrupted and it can be deleted.`)
  })
  try {
    const compressed = createZstdCompress({ params: { [constants.ZSTD_c_checksumFlag]: 1 } })
    const { content, bytes } = await begin()
    const counted = async function* (chunks: AsyncIterable<Uint8Array>) {
      let read = 0
      for await (const chunk of chunks) {
        read += chunk.length
        onProgress(read, bytes)
        yield chunk
      }
    }
    await pipeline(content, counted, compressed, createWriteStream(part, { fd: target.fd, autoClose: false }))
    await target.sync()
    await target.close()
    await rename(part, path)
    await syncFolder(dirname(path))
  } catch (error) {
    await target.close().catch(() => {})
    await rm(part, { force: true })
    throw isDiskFull(error) ? new Error(`The disk of ${path} is full, so no backup was written.`, { cause: error }) : error
  }
}

/** So that the name of a file survives a power failure. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r')
  // Not every file system supports this; those that do not sync names by themselves.
  await folder.sync().catch(() => {})
  await folder.close()
}

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  )

const cannotWrite = (path: string, cause: unknown) =>
  new Error(`${path} cannot be written: ${cause instanceof Error ? cause.message : cause}`, { cause })

const isCode = (error: unknown, code: string) => error instanceof Error && 'code' in error && error.code === code
