import { Readable } from 'node:stream'
import { MAX_PICTURE_BYTES, type PictureType } from '@sightline/contract/users.ts'
import { sha256 } from '../crypto/keys.ts'
import type { StreamReply } from './app.ts'
import { AppError } from './errors.ts'
import { FOR_GOOD } from './headers.ts'

/** A picture that somebody has uploaded. */
export interface UploadedPicture {
  /** The first characters of the SHA-256 of the bytes, part of the URL of the picture. */
  hash: string
  /** Detected from the bytes. */
  type: PictureType
  bytes: Uint8Array
}

const HASH_CHARACTERS = 16

/** Reads a request body that is a picture. @throws AppError `picture_too_large`, `picture_invalid` */
export async function readPicture(stream: AsyncIterable<Buffer>): Promise<UploadedPicture> {
  const bytes = await readAll(stream)
  const type = detectImageType(bytes)
  if (type === null) throw new AppError('picture_invalid')
  return { hash: sha256(bytes).slice(0, HASH_CHARACTERS), type, bytes }
}

/** @param audience who may cache the picture: `public` also caches that several people share */
export const pictureReply = (
  { type, bytes }: Pick<UploadedPicture, 'type' | 'bytes'>,
  audience: 'public' | 'private',
): StreamReply => ({
  contentType: type,
  body: Readable.from([bytes]),
  headers: {
    'cache-control': `${audience}, ${FOR_GOOD}`,
    'content-disposition': 'inline',
    // Nothing in the file can run when it is opened directly.
    'content-security-policy': "default-src 'none'; sandbox",
  },
})

async function readAll(stream: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of stream) {
    size += chunk.length
    if (size > MAX_PICTURE_BYTES) throw new AppError('picture_too_large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** Detects the image type by the first bytes, whatever the request claims; null for other content. */
function detectImageType(bytes: Buffer): PictureType | null {
  const startsWith = (hex: string) => bytes.subarray(0, hex.length / 2).toString('hex') === hex
  if (startsWith('89504e470d0a1a0a')) return 'image/png'
  if (startsWith('ffd8ff')) return 'image/jpeg'
  const isWebp = startsWith('52494646') && bytes.subarray(8, 12).toString('latin1') === 'WEBP'
  return isWebp ? 'image/webp' : null
}
