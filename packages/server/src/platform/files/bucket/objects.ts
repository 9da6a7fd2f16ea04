import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import {
  AbortMultipartUploadCommand,
  DeleteObjectCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  type ListMultipartUploadsCommandOutput,
  ListObjectsV2Command,
  paginateListObjectsV2,
  type S3Client,
} from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'
import { isName, missingFile, type StoredFile } from '../store.ts'
import { bucketClient } from './client.ts'
import { isMissing, storageFailure } from './failure.ts'
import type { BucketLocation } from './location.ts'
import { contentOf, DIGEST } from './read-object.ts'
import { requestLimit, transferLimit } from './time-limits.ts'

/** Attempts of each request: with the delays between them, about half a minute. */
const MAX_ATTEMPTS = 7
/** One lost connection is no trouble yet. */
const CHECK_ATTEMPTS = 2
/** Milliseconds in which the storage must answer a question about its state. */
const CHECK_LIMIT_MS = 5_000
const MEGABYTE = 1024 * 1024
const PART_BYTES = 8 * MEGABYTE
/** An upload has at most 10,000 parts. */
const MAX_PARTS = 9_000
/** Parts of one upload that are in memory at a time. */
const PARTS_IN_FLIGHT = 2

/** The objects of a bucket, by the names of stored files. All throw AppError `storage_unavailable` with a sentence. */
export interface BucketObjects {
  /** Uploads a local file; the object appears when it is complete, or not at all. */
  put(name: string, path: string): Promise<void>
  /** The bytes of an object, compared with the checksum that was stored with it. @throws an Error with code `ENOENT` if there is none */
  read(name: string): AsyncGenerator<Uint8Array, void, undefined>
  has(name: string): Promise<boolean>
  list(folder: string): Promise<StoredFile[]>
  /** Removing a missing object is not an error. */
  remove(name: string): Promise<void>
  /** Gives up uploads that began before a time: their process has ended. */
  removeUnfinished(before: Date): Promise<void>
  /** Asks the storage for anything, within some seconds. */
  check(): Promise<void>
}

/** Called after each operation with the seconds that it took. */
export type StorageListener = (operation: StorageOperation, isDone: boolean, seconds: number) => void
export type StorageOperation = 'put' | 'read' | 'has' | 'list' | 'remove' | 'check'

/** Opens a bucket; the first request connects. */
export function openObjects(location: BucketLocation, onEnd: StorageListener): BucketObjects {
  const client = bucketClient(location, MAX_ATTEMPTS)
  const checking = bucketClient(location, CHECK_ATTEMPTS)
  const { bucket: Bucket, prefix } = location
  const place = (name: string) => ({ Bucket, Key: `${prefix}${name}` })

  const documented = async <Value>(operation: StorageOperation, ask: () => Promise<Value>): Promise<Value> => {
    const started = performance.now()
    let isDone = false
    try {
      const value = await ask()
      isDone = true
      return value
    } catch (error) {
      throw storageFailure(error)
    } finally {
      onEnd(operation, isDone, (performance.now() - started) / 1000)
    }
  }

  return {
    put: (name, path) => documented('put', () => upload(client, place(name), path)),
    async *read(name) {
      const started = performance.now()
      let isDone = true
      try {
        yield* contentOf(client, place(name))
      } catch (error) {
        isDone = isMissing(error)
        throw isDone ? missingFile(name) : storageFailure(error)
      } finally {
        onEnd('read', isDone, (performance.now() - started) / 1000)
      }
    },
    has: (name) =>
      documented('has', async () => {
        try {
          await client.send(new HeadObjectCommand(place(name)), { abortSignal: requestLimit() })
          return true
        } catch (error) {
          if (isMissing(error)) return false
          throw error
        }
      }),
    list: (folder) =>
      documented('list', async () => {
        const found: StoredFile[] = []
        for await (const page of paginateListObjectsV2({ client }, { Bucket, Prefix: `${prefix}${folder}/` })) {
          for (const { Key = '', Size = 0, LastModified = new Date() } of page.Contents ?? []) {
            const name = Key.slice(prefix.length)
            // Other programs may use the bucket too.
            if (isName(name)) found.push({ name, size: Size, modified: LastModified })
          }
        }
        return found
      }),
    async remove(name) {
      await documented('remove', () => client.send(new DeleteObjectCommand(place(name)), { abortSignal: requestLimit() }))
    },
    removeUnfinished: (before) => documented('remove', () => abortUploads(client, { Bucket, Prefix: prefix }, before)),
    async check() {
      const question = new ListObjectsV2Command({ Bucket, Prefix: prefix, MaxKeys: 1 })
      await documented('check', () => checking.send(question, { abortSignal: AbortSignal.timeout(CHECK_LIMIT_MS) }))
    },
  }
}

/** Uploads in parts, which are signed with their checksums; a failed upload is given up at the server as well. */
async function upload(client: S3Client, place: { Bucket: string; Key: string }, path: string): Promise<void> {
  const { size } = await stat(path)
  const running = new Upload({
    client,
    params: {
      ...place,
      Body: size === 0 ? '' : createReadStream(path, { highWaterMark: MEGABYTE }),
      Metadata: { [DIGEST]: await digestOf(path) },
    },
    partSize: Math.max(PART_BYTES, Math.ceil(size / MAX_PARTS)),
    queueSize: PARTS_IN_FLIGHT,
  })
  const limit = transferLimit(size)
  limit.addEventListener('abort', () => void running.abort(), { once: true })
  await running.done()
}

async function digestOf(path: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const bytes of createReadStream(path, { highWaterMark: MEGABYTE })) hash.update(bytes)
  return hash.digest('hex')
}

async function abortUploads(client: S3Client, place: { Bucket: string; Prefix: string }, before: Date): Promise<void> {
  for (let from: { KeyMarker?: string | undefined; UploadIdMarker?: string | undefined } | null = {}; from !== null; ) {
    const page: ListMultipartUploadsCommandOutput = await client.send(new ListMultipartUploadsCommand({ ...place, ...from }))
    for (const { Key, UploadId, Initiated = new Date() } of page.Uploads ?? []) {
      if (Initiated < before) await client.send(new AbortMultipartUploadCommand({ Bucket: place.Bucket, Key, UploadId }))
    }
    from = page.IsTruncated === true ? { KeyMarker: page.NextKeyMarker, UploadIdMarker: page.NextUploadIdMarker } : null
  }
}
