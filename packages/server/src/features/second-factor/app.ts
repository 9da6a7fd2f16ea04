import type { AppSetup } from '@sightline/contract/second-factor.ts'
import { z } from 'zod'
import type { Context } from '../../platform/context.ts'
import { sha256 } from '../../platform/crypto/keys.ts'
import { seal, unseal } from '../../platform/crypto/sealed.ts'
import { AppError } from '../../platform/http/errors.ts'
import { organizationIdentity } from '../settings/service.ts'
import { recordChange } from './record.ts'
import { newRecoveryCodes, recoveryHash } from './recovery-codes.ts'
import { storeSecret } from './secrets.ts'
import * as store from './store.ts'
import { newSecret, stepOf, totpUri } from './totp.ts'
import { markUsed } from './used-once.store.ts'

const PURPOSE = 'authenticator app set-up'
const SETUP_MS = 15 * 60_000
const Setup = z.object({ userId: z.number(), secret: z.string() })

/** A user whose second factor is set up. */
export interface FactorOwner {
  id: number
  name: string
  email: string
}

/** Begins the set-up of an authenticator app. Nothing is stored before its first code has been checked. */
export async function beginSetup(ctx: Context, owner: FactorOwner): Promise<AppSetup> {
  const secret = newSecret()
  const { name } = await organizationIdentity(ctx)
  const issuer = name === '' ? 'Sightline' : `Sightline (${name})`
  const expiresAt = new Date(ctx.now().getTime() + SETUP_MS)
  const setup = seal(ctx.config.secretKey, PURPOSE, { userId: owner.id, secret }, expiresAt)
  return { setup, secret, uri: totpUri({ secret, account: owner.email, issuer }) }
}

/**
 * Stores the authenticator app that was begun, if the code belongs to it. The code counts as used, and so does the set-up: it could
 * bring back an app that was removed, without the password, and take an earlier code again.
 * @returns recovery codes, as `ensureRecoveryCodes`
 * @throws AppError `second_factor_setup_expired`, also for the set-up of another user; `second_factor_setup_wrong`
 */
export async function confirmSetup(ctx: Context, owner: FactorOwner, sent: { setup: string; code: string }): Promise<string[]> {
  const read = Setup.safeParse(unseal(ctx.config.secretKey, PURPOSE, sent.setup, ctx.now()))
  if (!read.success || read.data.userId !== owner.id) throw new AppError('second_factor_setup_expired')
  const { secret } = read.data
  const step = stepOf(secret, sent.code, ctx.now(), 0)
  if (step === null) throw new AppError('second_factor_setup_wrong')
  return ctx.db.transaction(async (db) => {
    const within = { ...ctx, db }
    await store.lockUser(db, owner.id)
    await useSetup(within, sha256(secret))
    await storeSecret(within, owner.id, secret, step)
    await recordChange(within, owner, 'user.set_up_second_factor', { method: 'app' })
    return ensureRecoveryCodes(within, owner.id)
  })
}

/**
 * Uses up a set-up. @param ctx of a transaction
 * @param id what is in it and in no other one; the sealed text itself can be written in several ways
 * @throws AppError `second_factor_setup_expired` if it was used
 */
export async function useSetup({ db, now }: Pick<Context, 'db' | 'now'>, id: string): Promise<void> {
  const until = new Date(now().getTime() + SETUP_MS)
  if (!(await markUsed(db, `set-up ${id}`, now(), until))) throw new AppError('second_factor_setup_expired')
}

/** Makes recovery codes unless the user has some. @returns the new codes; empty if there are some */
export async function ensureRecoveryCodes({ db }: Pick<Context, 'db'>, userId: number): Promise<string[]> {
  if ((await store.countRecoveryCodes(db, userId)) > 0) return []
  return replaceRecoveryCodes({ db }, userId)
}

/** @returns the new codes; earlier ones end */
export async function replaceRecoveryCodes({ db }: Pick<Context, 'db'>, userId: number): Promise<string[]> {
  const codes = newRecoveryCodes()
  await store.replaceRecoveryCodes(db, userId, codes.map(recoveryHash))
  return codes
}
