import { Readable } from 'node:stream'
import { MAX_PICTURE_BYTES, type PictureType, type User } from '@sightline/contract/users.ts'
import { authorize } from '../../platform/authorize.ts'
import type { Context } from '../../platform/context.ts'
import { sha256 } from '../../platform/crypto/keys.ts'
import type { HttpExchange, StreamReply } from '../../platform/http/app.ts'
import { AppError } from '../../platform/http/errors.ts'
import { recordAction } from '../audit/service.ts'
import { mustFind } from './find.ts'
import { presentUser } from './present.ts'
import * as changes from './store.ts'
import * as store from './store.ts'

const HASH_CHARACTERS = 16
/** Seconds. The URL of an avatar contains its hash, so browsers may cache it for good. */
const A_YEAR = 31_536_000

/** The uploaded avatar of a user, with the content type detected from its bytes. */
export async function get(ctx: Context, userId: number, hash: string): Promise<StreamReply> {
  const picture = await store.findAvatar(ctx.db, userId, hash)
  if (!picture) throw new AppError('not_found')
  return {
    contentType: picture.type,
    body: Readable.from([picture.bytes]),
    headers: {
      'cache-control': `private, max-age=${A_YEAR}, immutable`,
      'content-disposition': 'inline',
      // Nothing in the file can run when it is opened directly.
      'content-security-policy': "default-src 'none'; sandbox",
    },
  }
}

/** Stores the request body as the avatar of a user. @throws AppError `picture_too_large`, `picture_invalid` */
export async function upload(ctx: Context, userId: number, { stream }: Pick<HttpExchange, 'stream'>): Promise<User> {
  authorize(ctx.viewer, 'user.change', { id: userId })
  await mustFind(ctx, userId)
  const bytes = await readAll(stream)
  const type = detectImageType(bytes)
  if (type === null) throw new AppError('picture_invalid')
  const hash = sha256(bytes).slice(0, HASH_CHARACTERS)
  return ctx.db.transaction(async (tx) => {
    await store.storeAvatar(tx, { user_id: userId, hash, type, bytes })
    return setAvatarUrl({ ...ctx, db: tx }, userId, `/api/users/${userId}/image/${hash}`)
  })
}

/** Removes the avatar of a user. */
export async function remove(ctx: Context, userId: number): Promise<User> {
  authorize(ctx.viewer, 'user.change', { id: userId })
  return ctx.db.transaction(async (tx) => {
    await store.removeAvatar(tx, userId)
    return setAvatarUrl({ ...ctx, db: tx }, userId, null)
  })
}

async function setAvatarUrl(ctx: Context, userId: number, address: string | null): Promise<User> {
  const user = await changes.change(ctx.db, userId, { profile_image_url: address })
  if (!user) throw new AppError('not_found')
  await recordAction(ctx, 'user.change', { object_id: user.id, object_name: user.name, details: { changed: ['picture'] } })
  return presentUser(user, ctx.config)
}

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
export function detectImageType(bytes: Buffer): PictureType | null {
  const startsWith = (hex: string) => bytes.subarray(0, hex.length / 2).toString('hex') === hex
  if (startsWith('89504e470d0a1a0a')) return 'image/png'
  if (startsWith('ffd8ff')) return 'image/jpeg'
  const isWebp = startsWith('52494646') && bytes.subarray(8, 12).toString('latin1') === 'WEBP'
  return isWebp ? 'image/webp' : null
}
