import { isUtf8 } from 'node:buffer'
import { createReadStream, createWriteStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { QueryError } from '../runner.ts'

const CHUNK_BYTES = 1024 * 1024

/**
 * Returns a UTF-8 version of a text file: the file itself or a copy. A byte order mark identifies UTF-16; bytes that are not
 * UTF-8 are read as Windows-1252, the usual encoding of Western spreadsheets, which maps every byte to a character.
 * @param tempDir folder for the copy
 * @param named the encoding's WHATWG label, if known
 * @throws QueryError naming the first line that is not text
 */
export async function asUtf8(path: string, tempDir: string, named: string | null = null): Promise<string> {
  const encoding = named ?? (await encodingOf(path))
  if (encoding === 'utf-8') return path
  const copy = join(tempDir, 'utf-8')
  const decoder = new TextDecoder(encoding)
  await pipeline(
    createReadStream(path, { highWaterMark: CHUNK_BYTES }),
    async function* (chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) yield decoder.decode(chunk, { stream: true })
      yield decoder.decode()
    },
    createWriteStream(copy),
  )
  return copy
}

async function encodingOf(path: string): Promise<'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252'> {
  const mark = await firstBytes(path, 2)
  if (mark.equals(Buffer.from([0xff, 0xfe]))) return 'utf-16le'
  if (mark.equals(Buffer.from([0xfe, 0xff]))) return 'utf-16be'
  let isValid = true
  let lines = 1
  let rest: Buffer = Buffer.alloc(0)
  for await (const chunk of createReadStream(path, { highWaterMark: CHUNK_BYTES }) as AsyncIterable<Buffer>) {
    const zero = chunk.indexOf(0)
    if (zero >= 0) {
      const line = lines + lineBreaks(chunk.subarray(0, zero))
      throw new QueryError(`Line ${line} holds bytes that are no text. Please save the file as UTF-8.`)
    }
    lines += lineBreaks(chunk)
    if (!isValid) continue
    const bytes = rest.length ? Buffer.concat([rest, chunk]) : chunk
    const whole = bytes.subarray(0, completeCharacters(bytes))
    isValid = isUtf8(whole)
    rest = bytes.subarray(whole.length)
  }
  return isValid && rest.length === 0 ? 'utf-8' : 'windows-1252'
}

async function firstBytes(path: string, count: number): Promise<Buffer> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(count), 0, count, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

function lineBreaks(bytes: Buffer): number {
  let count = 0
  for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10, at + 1)) count++
  return count
}

/** The number of bytes up to the last character that the end of the chunk does not split. */
function completeCharacters(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back] ?? 0
    if (byte < 0x80) break
    // The lead byte gives the length of a character: 110xxxxx two bytes, 1110xxxx three, 11110xxx four.
    if (byte >= 0xc0) return (byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2) > back ? bytes.length - back : bytes.length
  }
  return bytes.length
}

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
