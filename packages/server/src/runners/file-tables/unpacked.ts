import { createReadStream, createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { QueryError } from '../runner.ts'

const MAX_UNPACKED_BYTES = 8 * 1024 ** 3

/**
 * Unpacks what gzip has packed. The engine could as well, but it does not notice when the end is missing.
 * @param tempDir where the copy goes
 * @returns the path of the copy
 * @throws QueryError when the file is too large, cut short, or not packed at all
 */
export async function unpacked(path: string, tempDir: string): Promise<string> {
  const copy = join(tempDir, 'unpacked')
  let bytes = 0
  try {
    await pipeline(
      createReadStream(path),
      createGunzip(),
      async function* (chunks: AsyncIterable<Buffer>) {
        for await (const chunk of chunks) {
          bytes += chunk.length
          if (bytes > MAX_UNPACKED_BYTES) throw new QueryError('The file holds more than 8 GB when unpacked.')
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
