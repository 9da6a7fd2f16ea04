import { createHash, type Hash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { createZstdDecompress } from 'node:zlib'
import { z } from 'zod'
import { keyCheck } from '../crypto/key-check.ts'
import { isKnownSchema, newestSchema } from '../db/schema-history.ts'
import { VERSION } from '../version.ts'
import { CHECKSUMS, MANIFEST, SEAL } from './archive-writer.ts'
import { FORMAT, Manifest, type PartSink, type Progress } from './parts.ts'
import { Checksums, isSealed, Seal } from './seal.ts'
import { NoHeaderError } from './tar.ts'
import { CutOffError, type ReadEntry, tarEntries } from './tar-reader.ts'

/** The first bytes of compressed files of this kind. */
const ZSTD = Buffer.from([0x28, 0xb5, 0x2f, 0xfd])
const TABLE_ENTRY = /^tables\/([^/]+)\/\d+\.copy$/
const FILE_ENTRY = /^(files|data)\/(.+)$/

/** Fields that a backup of a later format has as well. */
const AnyManifest = z.looseObject({ format: z.int(), version: z.string(), schema: z.int() })

/** A backup that is complete and unchanged. */
export interface CheckedArchive {
  path: string
  manifest: Manifest
  checksums: Checksums
}

/** The error for a backup whose secrets are encrypted with another key than the one given. */
export class AnotherKeyError extends Error {}

/**
 * Reads a whole backup and checks every part of it.
 * @param secretKey null if the key is lost: then anybody could have changed the backup
 * @throws AnotherKeyError; Error with one sentence that says why it cannot be restored
 */
export function checkArchive(path: string, secretKey: string | null, onProgress: Progress): Promise<CheckedArchive> {
  return reading(path, async (entries) => {
    const found: Checksums = {}
    let manifest: Manifest | null = null
    let checksums: Checksums | null = null
    let read = 0
    for await (const entry of entries) {
      if (checksums !== null) throw damaged(path, entry.name)
      if (entry.name === CHECKSUMS) {
        const text = await textOf(entry)
        if (!isSealed(text, await sealIn(entries), secretKey)) throw damaged(path, CHECKSUMS)
        checksums = Checksums.parse(JSON.parse(text))
        mustBeSame(path, found, checksums)
        continue
      }
      const hash = createHash('sha256')
      if (entry.name === MANIFEST) manifest = readManifest(path, await textOf(entry, hash), secretKey)
      if (manifest === null) throw noBackup(path)
      const all: number = manifest.bytes
      for await (const bytes of entry.content) {
        hash.update(bytes)
        read += bytes.length
        onProgress(read, all)
      }
      found[entry.name] = { size: entry.size, sha256: hash.digest('hex') }
    }
    if (manifest === null || checksums === null) throw new CutOffError()
    return { path, manifest, checksums }
  })
}

/** Hands the parts of a checked backup to a sink. @throws Error if the file has changed since it was checked */
export function readArchive(
  { path, manifest, checksums }: CheckedArchive,
  sink: PartSink,
  onProgress: Progress,
): Promise<void> {
  return reading(path, async (entries) => {
    let read = 0
    await sink.begin(manifest)
    for await (const entry of entries) {
      if (entry.name === CHECKSUMS) return
      const hash = createHash('sha256')
      const [, table] = TABLE_ENTRY.exec(entry.name) ?? []
      const [, place, name] = FILE_ENTRY.exec(entry.name) ?? []
      if (table !== undefined) await sink.table({ table, bytes: await bytesOf(entry, hash) })
      else if (name !== undefined)
        await sink.file({ ...entry, name, place: place === 'data' ? 'data' : 'files', content: hashed(entry, hash) })
      else await bytesOf(entry, hash)
      if (hash.digest('hex') !== checksums[entry.name]?.sha256) throw damaged(path, entry.name)
      read += entry.size
      onProgress(read, manifest.bytes)
    }
  })
}

/** Runs a function on the entries of a file, and turns what goes wrong into one sentence. */
async function reading<Value>(
  path: string,
  work: (entries: AsyncGenerator<ReadEntry, void, undefined>) => Promise<Value>,
): Promise<Value> {
  await mustBeCompressed(path)
  const file = createReadStream(path)
  const content = createZstdDecompress()
  file.once('error', (error) => content.destroy(error))
  file.pipe(content)
  try {
    return await work(tarEntries(content))
  } catch (error) {
    if (error instanceof CutOffError || isCode(error, 'Z_BUF_ERROR')) {
      throw new Error(`${path} is incomplete: it was cut off while it was written or copied.`, { cause: error })
    }
    if (error instanceof NoHeaderError || isCode(error, 'ZSTD_') || error instanceof SyntaxError || error instanceof z.ZodError)
      throw damaged(path, null, error)
    throw error
  } finally {
    file.destroy()
    content.destroy()
  }
}

async function mustBeCompressed(path: string): Promise<void> {
  let file: FileHandle
  try {
    file = await open(path)
  } catch (cause) {
    throw new Error(`${path} cannot be read: ${cause instanceof Error ? cause.message : cause}`, { cause })
  }
  try {
    const { buffer } = await file.read(Buffer.alloc(ZSTD.length), 0, ZSTD.length, 0)
    if (!buffer.equals(ZSTD)) throw noBackup(path)
  } finally {
    await file.close()
  }
}

function readManifest(path: string, text: string, secretKey: string | null): Manifest {
  const any = AnyManifest.parse(JSON.parse(text))
  if (any.format > FORMAT || any.schema > newestSchema()) {
    throw new Error(
      `${path} was made by a newer version of Sightline (${any.version}) than this one (${VERSION}): restore it with that version.`,
    )
  }
  if (!isKnownSchema(any.schema)) throw damaged(path, MANIFEST)
  const manifest = Manifest.parse(any)
  if (secretKey !== null && manifest.key_check !== keyCheck(secretKey)) throw new AnotherKeyError()
  return manifest
}

async function sealIn(entries: AsyncGenerator<ReadEntry, void, undefined>): Promise<Seal> {
  const { value, done } = await entries.next()
  if (done || value.name !== SEAL) throw new CutOffError()
  return Seal.parse(JSON.parse(await textOf(value)))
}

function mustBeSame(path: string, found: Checksums, listed: Checksums): void {
  for (const name of new Set([...Object.keys(listed), ...Object.keys(found)])) {
    if (found[name]?.sha256 !== listed[name]?.sha256) throw damaged(path, name)
  }
}

async function* hashed({ content }: ReadEntry, hash: Hash): AsyncGenerator<Uint8Array, void, undefined> {
  for await (const bytes of content) {
    hash.update(bytes)
    yield bytes
  }
}

async function bytesOf(entry: ReadEntry, hash: Hash): Promise<Uint8Array> {
  const pieces: Uint8Array[] = []
  for await (const bytes of hashed(entry, hash)) pieces.push(bytes)
  return Buffer.concat(pieces)
}

const textOf = async (entry: ReadEntry, hash = createHash('sha256')): Promise<string> =>
  new TextDecoder().decode(await bytesOf(entry, hash))

const noBackup = (path: string) => new Error(`${path} is no backup of Sightline.`)

const damaged = (path: string, part: string | null, cause?: unknown) =>
  new Error(`${path} is damaged or was changed${part === null ? '' : `: the checksum of ${part} is wrong`}.`, { cause })

const isCode = (error: unknown, start: string) =>
  error instanceof Error && 'code' in error && String(error.code).startsWith(start)
