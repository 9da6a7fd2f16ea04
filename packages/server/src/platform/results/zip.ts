import { once } from 'node:events'
import { Readable } from 'node:stream'
import { crc32, createDeflateRaw } from 'node:zlib'

/** One file of an archive, written while its content is generated. */
export interface ZipEntry {
  name: string
  content: AsyncIterable<string | Uint8Array> | Iterable<string>
}

const VERSION = 20
/** Bit 3: sizes follow the content. Bit 11: names are UTF-8. */
const FLAGS = (1 << 3) | (1 << 11)
const DEFLATE = 8
/** 1980-01-01, the earliest date of the format: a constant, so that the same content gives the same bytes. */
const DATE = (1 << 5) | 1

/** Maximum size of a file in an archive without ZIP64. */
export const MAX_ENTRY_BYTES = 0xffff_ffff

interface Written {
  name: Buffer
  offset: number
  checksum: number
  compressed: number
  size: number
}

/**
 * Writes a ZIP archive (https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT) without knowing sizes in advance, and so
 * with constant memory. Each file, and the archive, must stay below 4 GB.
 */
export async function* zip(entries: Iterable<ZipEntry>): AsyncGenerator<Uint8Array, void, undefined> {
  const written: Written[] = []
  let offset = 0
  for (const { name, content } of entries) {
    const entry: Written = { name: Buffer.from(name, 'utf8'), offset, checksum: 0, compressed: 0, size: 0 }
    const header = localHeader(entry)
    yield header
    for await (const piece of deflated(content, entry)) {
      entry.compressed += piece.length
      yield piece
    }
    const descriptor = words([0x08074b50, entry.checksum, entry.compressed, entry.size])
    yield descriptor
    offset += header.length + entry.compressed + descriptor.length
    written.push(entry)
  }
  const directory = Buffer.concat(written.map(directoryRecord))
  yield directory
  yield endRecord(written.length, directory.length, offset)
}

async function* deflated(content: ZipEntry['content'], entry: Written): AsyncGenerator<Uint8Array, void, undefined> {
  const source = Readable.from(
    (async function* () {
      for await (const piece of content) {
        const bytes = typeof piece === 'string' ? Buffer.from(piece, 'utf8') : piece
        entry.checksum = crc32(bytes, entry.checksum)
        entry.size += bytes.length
        yield bytes
      }
    })(),
  )
  // Level 1 already shrinks the markup of a sheet to a tenth, and speed matters more for a download.
  const deflate = createDeflateRaw({ level: 1, chunkSize: 64 * 1024 })
  source.on('error', (error) => deflate.destroy(error))
  source.pipe(deflate)
  try {
    yield* deflate
  } finally {
    source.destroy()
    if (!deflate.destroyed) deflate.destroy()
    if (!source.closed) await once(source, 'close')
  }
}

function localHeader({ name }: Written): Buffer {
  const header = Buffer.alloc(30)
  header.writeUInt32LE(0x04034b50, 0)
  header.writeUInt16LE(VERSION, 4)
  header.writeUInt16LE(FLAGS, 6)
  header.writeUInt16LE(DEFLATE, 8)
  header.writeUInt16LE(DATE, 12)
  header.writeUInt16LE(name.length, 26)
  return Buffer.concat([header, name])
}

function directoryRecord({ name, offset, checksum, compressed, size }: Written): Buffer {
  const record = Buffer.alloc(46)
  record.writeUInt32LE(0x02014b50, 0)
  record.writeUInt16LE(VERSION, 4)
  record.writeUInt16LE(VERSION, 6)
  record.writeUInt16LE(FLAGS, 8)
  record.writeUInt16LE(DEFLATE, 10)
  record.writeUInt16LE(DATE, 14)
  record.writeUInt32LE(checksum, 16)
  record.writeUInt32LE(compressed, 20)
  record.writeUInt32LE(size, 24)
  record.writeUInt16LE(name.length, 28)
  record.writeUInt32LE(offset, 42)
  return Buffer.concat([record, name])
}

function endRecord(count: number, directorySize: number, directoryOffset: number): Buffer {
  const record = Buffer.alloc(22)
  record.writeUInt32LE(0x06054b50, 0)
  record.writeUInt16LE(count, 8)
  record.writeUInt16LE(count, 10)
  record.writeUInt32LE(directorySize, 12)
  record.writeUInt32LE(directoryOffset, 16)
  return record
}

function words(values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(4 * values.length)
  values.forEach((value, index) => {
    bytes.writeUInt32LE(value, 4 * index)
  })
  return bytes
}
