import type { SecondFactorMethod } from '@sightline/contract/second-factor.ts'
import type { Context, Services } from '../../platform/context.ts'
import { readSettings } from '../settings/service.ts'
import { recoveryHash } from './recovery-codes.ts'
import { readSecret } from './secrets.ts'
import * as store from './store.ts'
import { stepOf } from './totp.ts'

/** The step that is missing after the right password; null for none. */
export type SecondStep = { kind: 'verify'; methods: SecondFactorMethod[] } | { kind: 'set_up' } | null

export async function secondStepFor(services: Pick<Services, 'db'>, userId: number): Promise<SecondStep> {
  const methods = await methodsOf(services, userId)
  if (methods.length > 0) return { kind: 'verify', methods }
  return (await readSettings(services)).require_second_factor ? { kind: 'set_up' } : null
}

/** How a user can prove a second factor; empty if the user has none. Recovery codes alone are none. */
export async function methodsOf({ db }: Pick<Services, 'db'>, userId: number): Promise<SecondFactorMethod[]> {
  const [app, passkeys, codes] = await Promise.all([
    store.findApp(db, userId),
    store.passkeysOf(db, userId),
    store.countRecoveryCodes(db, userId),
  ])
  if (app === undefined && passkeys.length === 0) return []
  return [
    ...(app === undefined ? [] : (['app'] as const)),
    ...(passkeys.length === 0 ? [] : (['passkey'] as const)),
    ...(codes === 0 ? [] : (['recovery_code'] as const)),
  ]
}

/** Checks a typed code, and uses it up. @returns what it was; null if it is wrong or used */
export async function verifyCode(
  ctx: Context,
  userId: number,
  typed: string,
): Promise<Exclude<SecondFactorMethod, 'passkey'> | null> {
  const app = await store.findApp(ctx.db, userId)
  const secret = app && readSecret(ctx, app)
  const step = app && secret ? stepOf(secret, typed, ctx.now(), app.last_step) : null
  if (app && step !== null) return (await store.useStep(ctx.db, app.id, step)) ? 'app' : null
  return (await store.useRecoveryCode(ctx.db, userId, recoveryHash(typed))) ? 'recovery_code' : null
}
