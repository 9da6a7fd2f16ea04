import { createReadStream, createWriteStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { QueryError } from '../runner.ts'

const MAX_UNPACKED_BYTES = 4 * 1024 ** 3
/** Magic number of gzip (RFC 1952, 2.3.1). */
const MARK = Buffer.from([0x1f, 0x8b])

/** Whether a file is gzip-compressed, whatever its name. */
export async function isGzipped(path: string): Promise<boolean> {
  const file = await open(path)
  try {
    const { buffer } = await file.read(Buffer.alloc(MARK.length), 0, MARK.length, 0)
    return buffer.equals(MARK)
  } finally {
    await file.close()
  }
}

/**
 * Decompresses a gzip file. The engine could do it as well, but it does not notice a truncated file.
 * @param copy path to write to
 * @returns that path
 * @throws QueryError if the file is too large, truncated or not gzip
 */
export async function decompress(path: string, copy: string): Promise<string> {
  let bytes = 0
  try {
    await pipeline(
      createReadStream(path),
      createGunzip(),
      async function* (chunks: AsyncIterable<Buffer>) {
        for await (const chunk of chunks) {
          bytes += chunk.length
          if (bytes > MAX_UNPACKED_BYTES) throw new QueryError('The file holds more than 4 GB when unpacked.')
          yield chunk
        }
      },
      createWriteStream(copy),
    )
  } catch (error) {
    if (error instanceof QueryError) throw error
    throw new QueryError('The file is not compressed with gzip, or is cut short.', { cause: error })
  }
  return copy
}
