import { randomUUID } from 'node:crypto'
import { type NewServiceAccount, SERVICE_ACCOUNT_DOMAIN, type User } from '@sightline/contract/users.ts'
import type { Context } from '../../platform/context.ts'
import { newKey } from '../../platform/crypto/keys.ts'
import { recordAction } from '../audit/service.ts'
import { presentUser } from './present.ts'
import * as store from './store.ts'

/** Creates a user for a program, in the group `default`. It has no password; admins make its API keys. */
export function createServiceAccount(ctx: Context, { name }: NewServiceAccount): Promise<User> {
  return ctx.db.transaction(async (db) => {
    const user = await store.insert(db, {
      name,
      // Clients of the API expect an address.
      email: `${randomUUID()}@${SERVICE_ACCOUNT_DOMAIN}`,
      api_key: newKey(),
      group_ids: [await store.builtinGroupId(db, 'default')],
      is_email_verified: true,
      is_service_account: true,
    })
    const details = { is_service_account: true }
    await recordAction({ ...ctx, db }, 'user.create', { object_id: user.id, object_name: user.name, details })
    return presentUser(user, ctx.config)
  })
}
