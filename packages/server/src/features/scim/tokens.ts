import { MAX_SCIM_TOKENS, type NewScimToken, type ScimToken } from '@sightline/contract/scim.ts'
import { refuseScopedKey, userOf } from '../../platform/authorize.ts'
import type { Context, Services, Viewer } from '../../platform/context.ts'
import { newKey, sha256 } from '../../platform/crypto/keys.ts'
import { AppError } from '../../platform/http/errors.ts'
import { wireTime } from '../../platform/wire-time.ts'
import { recordAction } from '../audit/service.ts'
import * as store from './tokens.store.ts'

/** The time of the last use is precise to the minute. */
const USE_MS = 60_000

/** All tokens, oldest first, without their secrets. */
export const tokens = async ({ db }: Pick<Context, 'db'>): Promise<ScimToken[]> => (await store.all(db)).map(present)

/** Creates a token. @returns it with its secret, which is not stored @throws AppError `unscoped_key_needed`, `scim_tokens_full` */
export async function createToken(ctx: Context, name: string): Promise<NewScimToken> {
  refuseScopedKey(ctx)
  const token = newKey()
  const created = await ctx.db.transaction(async (db) => {
    if ((await store.lockAll(db)).length >= MAX_SCIM_TOKENS) throw new AppError('scim_tokens_full')
    const row = await store.insert(db, {
      hash: sha256(token),
      name,
      created_at: ctx.now(),
      created_by: userOf(ctx).name,
    })
    await recordAction({ ...ctx, db }, 'scim_token.create', { object_id: row.id, object_name: name })
    return row
  })
  return { ...present(created), token }
}

/** Revokes a token. @throws AppError `not_found` */
export async function revokeToken(ctx: Context, id: number): Promise<void> {
  await ctx.db.transaction(async (db) => {
    const gone = await store.remove(db, id)
    if (!gone) throw new AppError('not_found')
    await recordAction({ ...ctx, db }, 'scim_token.revoke', { object_id: id, object_name: gone.name })
  })
}

/**
 * The identity provider behind a SCIM token, which may manage users and groups. The token opens nothing outside of SCIM.
 * @param authorization the header of the request
 * @throws AppError `scim_unauthorized`
 */
export async function providerOf(
  { db, now }: Pick<Services, 'db' | 'now'>,
  authorization: string | undefined,
): Promise<Viewer> {
  const [, token] = /^Bearer +([A-Za-z0-9]{40})$/i.exec(authorization?.trim() ?? '') ?? []
  const found = token === undefined ? undefined : await store.findByHash(db, sha256(token))
  if (!found) throw new AppError('scim_unauthorized')
  if (found.last_used_at === null || now().getTime() - found.last_used_at.getTime() > USE_MS)
    await store.recordUse(db, found.id, now())
  return { kind: 'scim', tokenName: found.name, groupIds: [], permissions: new Set(['admin'] as const) }
}

function present({ id, name, created_at, created_by, last_used_at }: store.TokenRow): ScimToken {
  return {
    id,
    name,
    created_at: wireTime(created_at),
    created_by,
    last_used_at: last_used_at === null ? null : wireTime(last_used_at),
  }
}
