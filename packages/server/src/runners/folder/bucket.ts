import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { decompress } from '../file-tables/decoding.ts'
import type { HttpResponse } from '../http/client.ts'
import { QueryError } from '../runner.ts'
import { type FileStore, MAX_FILES, type StoredFile, tooManyFiles } from './file-store.ts'
import { createPartitionFolder, formatOf } from './formats.ts'
import type { BucketPlace, FolderOptions } from './options.ts'
import { type Bucket, listObjects, openBucket } from './s3.ts'

const GIGABYTE = 1024 ** 3
/** Bytes that one run may fetch. */
const MAX_BYTES = 2 * GIGABYTE
const CONCURRENCY = 8
/** Bytes of a sample: the beginning of a text file, or the end of a Parquet file, where its schema is. */
const SAMPLE_BYTES = 256 * 1024
/** Workbooks must be read as a whole, so only small ones are sampled. */
const LARGEST_SAMPLED_WORKBOOK = 16 * 1024 ** 2

interface RunEnvironment {
  signal: AbortSignal
  /** Folder for downloaded objects. */
  tempDir: string
}

/** The objects of a bucket below a prefix. They are downloaded on demand, once per version. */
export function bucketFiles(place: BucketPlace, options: FolderOptions, { signal, tempDir }: RunEnvironment): FileStore {
  const bucket = openBucket(place, options, signal)
  const fetched = new Map<string, Promise<string>>()
  const fetchOnce = (file: StoredFile): Promise<string> => {
    const known = fetched.get(file.place + file.version)
    if (known) return known
    const fetching = fetchWhole(bucket, file, tempDir)
    fetched.set(file.place + file.version, fetching)
    return fetching
  }
  return {
    async list() {
      const files: StoredFile[] = []
      for await (const objects of listObjects(bucket, place.prefix)) {
        files.push(...objects.flatMap(({ key, bytes, etag }) => fileOf(place, key, bytes, etag) ?? []))
        if (files.length > MAX_FILES) throw new QueryError(tooManyFiles())
      }
      return { files: files.sort((one, other) => (one.path < other.path ? -1 : 1)), closed: [] }
    },
    // The engine reads copies.
    checkLengths: async () => {},
    async fetchAll(files) {
      const bytes = files.reduce((sum, file) => sum + file.bytes, 0)
      if (bytes > MAX_BYTES)
        throw new QueryError(
          `The tables of this query hold ${(bytes / GIGABYTE).toFixed(1)} GB in the bucket, and a query fetches at most ${MAX_BYTES / GIGABYTE} GB.`,
        )
      const places = new Map<string, string>()
      for (let start = 0; start < files.length; start += CONCURRENCY)
        await Promise.all(
          files.slice(start, start + CONCURRENCY).map(async (file) => places.set(file.path, await fetchOnce(file))),
        )
      return places
    },
    async sample(file) {
      const { format } = formatOf(file.path) ?? {}
      if (format === 'excel') return file.bytes > LARGEST_SAMPLED_WORKBOOK ? null : fetchOnce(file)
      if (file.bytes <= SAMPLE_BYTES) return fetchOnce(file)
      return format === 'parquet' ? sparseCopy(bucket, file, tempDir) : firstLines(bucket, file, tempDir)
    },
  }
}

/** @returns null for objects that are not tables, and for keys that cannot be part of a URL */
function fileOf({ prefix }: BucketPlace, key: string, bytes: number, version: string): StoredFile | null {
  const path = key.slice(prefix.length)
  if (!formatOf(path) || key.split('/').some((part) => part === '.' || part === '..')) return null
  return { path, bytes, place: key, version }
}

/**
 * The local path of an object: a folder of its own, with a file name that is safe in error messages. Partition folders of its
 * key are kept.
 */
async function targetOf({ path, place, version }: StoredFile, tempDir: string, name = basename(place)): Promise<string> {
  const object = `object-${createHash('sha256').update(`${place} ${version}`).digest('hex').slice(0, 16)}`
  const folder = await createPartitionFolder(path, join(tempDir, object))
  return join(folder, name.replace(/[^\p{L}\p{N} ._-]/gu, '_').slice(-60))
}

/** Header that rejects an object that has changed since it was listed. */
const ifUnchanged = ({ version }: StoredFile): Record<string, string> => (version === '' ? {} : { 'if-match': version })

async function fetchWhole(bucket: Bucket, file: StoredFile, tempDir: string): Promise<string> {
  const path = await targetOf(file, tempDir)
  const response = await bucket.ask(file.place, { headers: ifUnchanged(file), keepCompressed: true })
  const downloaded = isGzippedByHeader(file, response) ? `${path}.gz` : path
  let size = 0
  await pipeline(
    response.body,
    async function* (chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        size += chunk.length
        if (size > file.bytes) throw new QueryError(changedMessage(file))
        yield chunk
      }
    },
    createWriteStream(downloaded),
  )
  if (size !== file.bytes) throw new QueryError(changedMessage(file))
  return downloaded === path ? path : decompress(downloaded, path)
}

/** Whether an object is gzip-compressed according to its headers, although its name does not say so. */
const isGzippedByHeader = ({ place }: StoredFile, { headers }: Pick<HttpResponse, 'headers'>): boolean =>
  /\bgzip\b/.test(headers['content-encoding'] ?? '') && !/\.gz$/i.test(place)

const changedMessage = ({ path }: StoredFile): string => `"${path}" was changed while it was fetched. Please try again.`

/** Creates a file of the full size that contains only the end: enough to read the schema of a Parquet file. */
async function sparseCopy(bucket: Bucket, file: StoredFile, tempDir: string): Promise<string> {
  const path = await targetOf(file, tempDir)
  const copy = await open(path, 'w')
  try {
    await copy.truncate(file.bytes)
    const { bytes: end } = await range(bucket, file, file.bytes - SAMPLE_BYTES, file.bytes)
    await copy.write(end, 0, end.length, file.bytes - end.length)
    // The last eight bytes are the length of the footer and a magic number.
    const listed = end.length < 8 ? 0 : end.readUInt32LE(end.length - 8) + 8
    if (listed > SAMPLE_BYTES && listed < Math.min(file.bytes, GIGABYTE)) {
      const { bytes: rest } = await range(bucket, file, file.bytes - listed, file.bytes - SAMPLE_BYTES)
      await copy.write(rest, 0, rest.length, file.bytes - listed)
    }
    return path
  } finally {
    await copy.close()
  }
}

/** The first lines of a text file, decompressed. */
async function firstLines(bucket: Bucket, file: StoredFile, tempDir: string): Promise<string> {
  const path = await targetOf(file, tempDir, basename(file.place).replace(/\.gz$/i, ''))
  const first = await range(bucket, file, 0, SAMPLE_BYTES)
  const bytes = first.isGzipped ? await gunzipPrefix(first.bytes) : first.bytes
  const copy = await open(path, 'w')
  try {
    await copy.writeFile(bytes.subarray(0, bytes.lastIndexOf('\n') + 1 || bytes.length))
    return path
  } finally {
    await copy.close()
  }
}

/** A part of an object as stored. */
interface ObjectPart {
  bytes: Buffer
  isGzipped: boolean
}

/** @param end exclusive */
async function range(bucket: Bucket, file: StoredFile, start: number, end: number): Promise<ObjectPart> {
  const headers = { ...ifUnchanged(file), range: `bytes=${start}-${end - 1}` }
  const chunks: Buffer[] = []
  let size = 0
  const response = await bucket.ask(file.place, { headers, accepts: [206], keepCompressed: true })
  for await (const chunk of response.body) {
    chunks.push(chunk)
    size += chunk.length
    // A store without range support sends the whole object.
    if (size > end - start) {
      response.discard()
      throw new QueryError(`The store of "${file.path}" does not hand out parts of files.`)
    }
  }
  return { bytes: Buffer.concat(chunks), isGzipped: /\.gz$/i.test(file.place) || isGzippedByHeader(file, response) }
}

/** Decompresses as much as possible of the first bytes of a gzip file. */
async function gunzipPrefix(bytes: Buffer): Promise<Buffer> {
  const gunzip = createGunzip()
  const chunks: Buffer[] = []
  gunzip.on('data', (chunk: Buffer) => chunks.push(chunk))
  const ended = new Promise<void>((resolve) => gunzip.once('error', () => resolve()).once('end', () => resolve()))
  gunzip.end(bytes)
  await ended
  return Buffer.concat(chunks)
}
