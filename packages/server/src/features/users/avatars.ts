import type { User } from '@sightline/contract/users.ts'
import { authorize } from '../../platform/authorize.ts'
import type { Context } from '../../platform/context.ts'
import type { HttpExchange, StreamReply } from '../../platform/http/app.ts'
import { AppError } from '../../platform/http/errors.ts'
import { pictureReply, readPicture } from '../../platform/http/uploaded-picture.ts'
import { recordAction } from '../audit/service.ts'
import { mustFind } from './find.ts'
import { presentUser } from './present.ts'
import * as store from './store.ts'

/** The uploaded avatar of a user, with the content type detected from its bytes. */
export async function get(ctx: Context, userId: number, hash: string): Promise<StreamReply> {
  const picture = await store.findAvatar(ctx.db, userId, hash)
  if (!picture) throw new AppError('not_found')
  return pictureReply(picture, 'private')
}

/** Stores the request body as the avatar of a user. @throws AppError `picture_too_large`, `picture_invalid` */
export async function upload(ctx: Context, userId: number, { stream }: Pick<HttpExchange, 'stream'>): Promise<User> {
  authorize(ctx.viewer, 'user.change', { id: userId })
  await mustFind(ctx, userId)
  const picture = await readPicture(stream)
  return ctx.db.transaction(async (tx) => {
    await store.storeAvatar(tx, { user_id: userId, ...picture })
    return setAvatarUrl({ ...ctx, db: tx }, userId, `/api/users/${userId}/image/${picture.hash}`)
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
  const user = await store.change(ctx.db, userId, { profile_image_url: address })
  if (!user) throw new AppError('not_found')
  await recordAction(ctx, 'user.change', { object_id: user.id, object_name: user.name, details: { changed: ['picture'] } })
  return presentUser(user, ctx.config)
}
