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
import { isName, type StoredFile } from '../../store.ts'
import { DIGEST, digestOf } from '../digest.ts'
import { isMissing } from '../failure.ts'
import type { S3Location } from '../location.ts'
import type { BucketObjects } from '../objects.ts'
import { checkLimit, requestLimit, transferLimit } from '../time-limits.ts'
import { bucketClient } from './client.ts'
import { contentOf } from './read-object.ts'

/** Attempts of each request: with the delays between them, about half a minute. */
const MAX_ATTEMPTS = 7
/** One lost connection is no trouble yet. */
const CHECK_ATTEMPTS = 2
const MEGABYTE = 1024 * 1024
const PART_BYTES = 8 * MEGABYTE
/** An upload has at most 10,000 parts. */
const MAX_PARTS = 9_000
/** Parts of one upload that are in memory at a time. */
const PARTS_IN_FLIGHT = 2

/** The objects of a bucket with the S3 protocol. */
export function s3Objects(location: S3Location): BucketObjects {
  const client = bucketClient(location, MAX_ATTEMPTS)
  const checking = bucketClient(location, CHECK_ATTEMPTS)
  const { bucket: Bucket, prefix } = location
  const place = (name: string) => ({ Bucket, Key: `${prefix}${name}` })
  return {
    put: (name, path) => upload(client, place(name), path),
    read: (name) => contentOf(client, place(name)),
    async has(name) {
      try {
        await client.send(new HeadObjectCommand(place(name)), { abortSignal: requestLimit() })
        return true
      } catch (error) {
        if (isMissing(error)) return false
        throw error
      }
    },
    async list(folder) {
      const found: StoredFile[] = []
      for await (const page of paginateListObjectsV2({ client }, { Bucket, Prefix: `${prefix}${folder}/` })) {
        for (const { Key = '', Size = 0, LastModified = new Date() } of page.Contents ?? []) {
          const name = Key.slice(prefix.length)
          // Other programs may use the bucket too.
          if (isName(name)) found.push({ name, size: Size, modified: LastModified })
        }
      }
      return found
    },
    async remove(name) {
      await client.send(new DeleteObjectCommand(place(name)), { abortSignal: requestLimit() })
    },
    removeUnfinished: (before) => abortUploads(client, { Bucket, Prefix: prefix }, before),
    async check() {
      const question = new ListObjectsV2Command({ Bucket, Prefix: prefix, MaxKeys: 1 })
      await checking.send(question, { abortSignal: checkLimit() })
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

async function abortUploads(client: S3Client, place: { Bucket: string; Prefix: string }, before: Date): Promise<void> {
  for (let from: { KeyMarker?: string | undefined; UploadIdMarker?: string | undefined } | null = {}; from !== null; ) {
    const page: ListMultipartUploadsCommandOutput = await client.send(new ListMultipartUploadsCommand({ ...place, ...from }))
    for (const { Key, UploadId, Initiated = new Date() } of page.Uploads ?? []) {
      if (Initiated < before) await client.send(new AbortMultipartUploadCommand({ Bucket: place.Bucket, Key, UploadId }))
    }
    from = page.IsTruncated === true ? { KeyMarker: page.NextKeyMarker, UploadIdMarker: page.NextUploadIdMarker } : null
  }
}
