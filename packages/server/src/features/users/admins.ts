import type { Context } from '../../platform/context.ts'
import { AppError } from '../../platform/http/errors.ts'
import * as store from './change.store.ts'

/**
 * Makes a change that may leave the installation without an admin who can sign in, all of it or nothing. Such changes wait for
 * each other, so two admins who take each other's rights at the same time cannot both succeed.
 * @param change gets the context of the transaction
 * @throws AppError `last_admin`
 */
export async function ensureAdminRemains<Result>(ctx: Context, change: (ctx: Context) => Promise<Result>): Promise<Result> {
  return ctx.db.transaction(async (tx) => {
    await store.lockAdmins(tx)
    const result = await change({ ...ctx, db: tx })
    if (!(await store.hasActiveAdmin(tx))) throw new AppError('last_admin')
    return result
  })
}
