import type { SecondFactor } from '@sightline/contract/second-factor.ts'
import { authorize, refuseScopedKey, userOf } from '../../platform/authorize.ts'
import type { Context, Services } from '../../platform/context.ts'
import { verifyPassword } from '../../platform/crypto/passwords.ts'
import { AppError } from '../../platform/http/errors.ts'
import { wireTime } from '../../platform/wire-time.ts'
import { type Actor, type NewAuditEntry, record } from '../audit/service.ts'
import { readSettings } from '../settings/service.ts'
import { exists, findEnabled } from '../users/service.ts'
import { type FactorOwner, replaceRecoveryCodes } from './app.ts'
import { recordChange } from './record.ts'
import * as store from './store.ts'
import { methodsOf } from './verify.ts'

export { beginSetup, confirmSetup, type FactorOwner } from './app.ts'
export { passkeyOptions, verifyPasskey } from './passkeys.ts'
export { reencryptSecrets, removeUnreadable } from './secrets.ts'
export { markUsed } from './used-once.store.ts'
export { methodsOf, type SecondStep, secondStepFor, verifyCode } from './verify.ts'

/** The second factors of a user, for the user and for admins. @throws AppError `not_owner`, `not_found` */
export async function get(ctx: Context, userId: number): Promise<SecondFactor> {
  authorize(ctx.viewer, 'user.change', { id: userId })
  if (!(await exists(ctx, userId))) throw new AppError('not_found')
  return shown(ctx, userId)
}

async function shown(ctx: Pick<Context, 'db'>, userId: number): Promise<SecondFactor> {
  const [app, passkeys, recovery_codes_left, { require_second_factor }] = await Promise.all([
    store.findApp(ctx.db, userId),
    store.passkeysOf(ctx.db, userId),
    store.countRecoveryCodes(ctx.db, userId),
    readSettings(ctx),
  ])
  return {
    has_app: app !== undefined,
    passkeys: passkeys.map(({ id, name, created_at, last_used_on }) => ({
      id,
      name,
      created_at: wireTime(created_at),
      last_used_on,
    })),
    recovery_codes_left,
    is_required: require_second_factor,
  }
}

/**
 * The caller, as the owner of second factors.
 * @param isBySession false for callers with a key: a second factor is not for them
 * @throws AppError `session_needed`; `no_password_account` for users of other sign-in methods
 */
export async function ownerOf(ctx: Context, isBySession: boolean): Promise<FactorOwner & { password_hash: string }> {
  if (!isBySession) throw new AppError('session_needed')
  const found = await findEnabled(ctx, userOf(ctx).id)
  if (!found) throw new AppError('not_found')
  const { id, name, email, password_hash } = found.user
  if (password_hash === null) throw new AppError('no_password_account')
  return { id, name, email, password_hash }
}

/** The same, after the password has been typed again. @throws AppError `old_password_wrong` */
export async function ownerWithPassword(ctx: Context, isBySession: boolean, password: string): Promise<FactorOwner> {
  const { password_hash, ...owner } = await ownerOf(ctx, isBySession)
  if (!(await verifyPassword(password_hash, password))) throw new AppError('old_password_wrong')
  return owner
}

/** Removes the authenticator app. @throws AppError `not_found`, `second_factor_required` */
export function removeApp(ctx: Context, owner: FactorOwner): Promise<SecondFactor> {
  return remove(ctx, owner, async (within) => {
    if (!(await store.removeApp(within.db, owner.id))) throw new AppError('not_found')
    return { method: 'app' }
  })
}

/** Removes a passkey. @throws AppError `not_found`, `second_factor_required` */
export function removePasskey(ctx: Context, owner: FactorOwner, id: number): Promise<SecondFactor> {
  return remove(ctx, owner, async (within) => {
    const name = await store.removePasskey(within.db, owner.id, id)
    if (name === null) throw new AppError('not_found')
    return { method: 'passkey', passkey_name: name }
  })
}

/** Removes a factor; with the last one, the recovery codes. @param removeOne returns the details for the audit log */
async function remove(
  ctx: Context,
  owner: FactorOwner,
  removeOne: (within: Context) => Promise<Record<string, unknown>>,
): Promise<SecondFactor> {
  const { require_second_factor: isRequired } = await readSettings(ctx)
  await ctx.db.transaction(async (db) => {
    const within = { ...ctx, db }
    await store.lockUser(db, owner.id)
    const details = await removeOne(within)
    if ((await methodsOf(within, owner.id)).length === 0) {
      if (isRequired) throw new AppError('second_factor_required')
      await store.removeAll(db, owner.id)
    }
    await recordChange(within, owner, 'user.remove_second_factor', details)
  })
  return shown(ctx, owner.id)
}

/** Renames a passkey. @throws AppError `not_found` */
export async function renamePasskey(ctx: Context, owner: FactorOwner, id: number, name: string): Promise<SecondFactor> {
  if (!(await store.renamePasskey(ctx.db, owner.id, id, name))) throw new AppError('not_found')
  return shown(ctx, owner.id)
}

/** Replaces the recovery codes. @throws AppError `second_factor_missing` */
export async function newRecoveryCodes(ctx: Context, owner: FactorOwner): Promise<string[]> {
  if ((await methodsOf(ctx, owner.id)).length === 0) throw new AppError('second_factor_missing')
  return ctx.db.transaction(async (db) => {
    await recordChange({ ...ctx, db }, owner, 'user.replace_recovery_codes')
    return replaceRecoveryCodes({ db }, owner.id)
  })
}

/**
 * Removes the second factors of another user, for admins.
 * @throws AppError `unscoped_key_needed`, `second_factor_own`, `not_found`
 */
export async function reset(ctx: Context, userId: number): Promise<SecondFactor> {
  refuseScopedKey(ctx)
  const { id, name } = userOf(ctx)
  if (id === userId) throw new AppError('second_factor_own')
  if (!(await exists(ctx, userId))) throw new AppError('not_found')
  await resetFor(ctx, { actor: { id, name }, origin: ctx.origin }, userId)
  return shown(ctx, userId)
}

/** The same for the operator's command line. */
export const resetByOperator = (services: Pick<Services, 'db' | 'now'>, actor: Actor, userId: number): Promise<void> =>
  resetFor(services, { actor, origin: null }, userId)

/** Removes the second factors of a user. @param by who has done so, for the audit log */
export function resetFor(
  services: Pick<Services, 'db' | 'now'>,
  by: Pick<NewAuditEntry, 'actor' | 'origin'>,
  userId: number,
): Promise<void> {
  return services.db.transaction(async (db) => {
    await store.removeAll(db, userId)
    await record({ ...services, db }, { ...by, action: 'user.reset_second_factor', object_id: userId })
  })
}
