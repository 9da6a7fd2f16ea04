import type { Context } from '../../platform/context.ts'
import { newKey } from '../../platform/crypto/keys.ts'
import { removeIdentities } from './credentials.store.ts'
import { mustFind } from './find.ts'
import { endPasswordLinks } from './links.ts'
import { recordChanges } from './profile.ts'
import { endSessions } from './sessions.ts'
import * as store from './store.ts'

/**
 * Makes an account as closed as a new one: without password, external identities, links and sessions, with another personal key, and
 * in no group but `default`. What the user owns stays.
 * @param ctx of a transaction
 * @throws AppError `not_found`
 */
export async function endCredentials(ctx: Context, id: number): Promise<void> {
  const before = await mustFind(ctx, id)
  const group_ids = [await store.builtinGroupId(ctx.db, 'default')]
  const after = await store.change(ctx.db, id, { password_hash: null, api_key: newKey(), group_ids })
  await removeIdentities(ctx.db, id)
  await endPasswordLinks(ctx, id)
  await endSessions(ctx, id)
  if (after !== undefined) await recordChanges(ctx, before, after)
}
