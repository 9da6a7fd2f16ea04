import type { AppSetup, SecondFactorMethod } from '@sightline/contract/second-factor.ts'
import { z } from 'zod'
import type { Context } from '../../platform/context.ts'
import { seal, unseal } from '../../platform/crypto/sealed.ts'
import { AppError } from '../../platform/http/errors.ts'
import * as factors from '../second-factor/service.ts'
import { acceptsPasswords, readSettings } from '../settings/service.ts'
import { findEnabled } from '../users/service.ts'
import { mustReadStep } from './pending.ts'
import { type Browser, recordFailedSignIn, type SignedIn, startSession } from './service.ts'
import { accountOf, admitSecondStep, rememberAccount, resetSecondStep } from './throttle.ts'

/** The browser in its second step. */
export interface StepBrowser extends Browser {
  /** The content of `STEP_COOKIE`. */
  step: string | null
  /** The content of `PASSKEY_COOKIE`. */
  passkey: string | null
}

type Pending = Awaited<ReturnType<typeof mustReadStep>>

/**
 * Signs in with a code of the authenticator app or a recovery code, after the password.
 * @throws AppError `second_step_expired`, `account_throttled`, `second_factor_wrong`
 */
export async function enterCode(ctx: Context, code: string, browser: StepBrowser): Promise<SignedIn> {
  const pending = await mustReadStep(ctx, browser.step)
  const budget = await admitSecondStep(ctx, pending.user.id)
  const method = await factors.verifyCode(ctx, pending.user.id, code)
  if (method === null) {
    await recordFailedSignIn(ctx, pending.user.email, 'second_factor')
    throw new AppError('second_factor_wrong')
  }
  await resetSecondStep(ctx, budget)
  return finish(ctx, pending, method, browser)
}

/** Begins to set up the authenticator app that the organization requires. @throws AppError `second_step_expired` */
export async function beginRequired(ctx: Context, browser: StepBrowser): Promise<AppSetup> {
  return factors.beginSetup(ctx, (await mustNeedSetup(ctx, browser)).user)
}

/** Sets it up, and signs in. @throws AppError `second_step_expired`, and those of `confirmSetup` */
export async function confirmRequired(ctx: Context, sent: { setup: string; code: string }, browser: StepBrowser) {
  const pending = await mustNeedSetup(ctx, browser)
  const recoveryCodes = await factors.confirmSetup(ctx, pending.user, sent)
  return { recoveryCodes, signedIn: await finish(ctx, pending, 'app', browser) }
}

/** A user who has a factor must prove it, and cannot set up another one before. */
async function mustNeedSetup(ctx: Context, browser: StepBrowser): Promise<Pending> {
  const pending = await mustReadStep(ctx, browser.step)
  if ((await factors.secondStepFor(ctx, pending.user.id))?.kind !== 'set_up') throw new AppError('second_step_expired')
  return pending
}

async function finish(
  ctx: Context,
  { user, remember }: Pending,
  secondFactor: SecondFactorMethod,
  { previousToken, device }: Browser,
): Promise<SignedIn> {
  const opened = await startSession(ctx, user, 'password', { remember, previousToken, secondFactor })
  return { ...opened, device: rememberAccount(ctx, device, accountOf(user.email)) }
}

/** Holds the challenge that a passkey has to sign. */
export const PASSKEY_COOKIE = 'passkey_challenge'
export const PASSKEY_SECONDS = 300
const PURPOSE = 'passkey challenge'
const Challenge = z.object({ challenge: z.string(), userId: z.number().nullable() })

/**
 * Begins to sign in with a passkey.
 * @param isSecondStep after the password; otherwise the passkey alone signs in, and has to verify its user
 * @returns the options of the browser call, and the content of `PASSKEY_COOKIE`
 * @throws AppError `second_step_expired`, `password_login_disabled`
 */
export async function beginPasskey(ctx: Context, isSecondStep: boolean, browser: StepBrowser) {
  await refuseIfDisabled(ctx)
  const userId = isSecondStep ? (await mustReadStep(ctx, browser.step)).user.id : null
  const options = await factors.passkeyOptions(ctx, userId)
  const cookie = seal(ctx.config.secretKey, PURPOSE, { challenge: options.challenge, userId }, expiry(ctx))
  return { options: { ...options }, cookie }
}

/** Signs in with the response of the browser. @throws AppError `passkey_refused`, `second_step_expired`, `password_login_disabled` */
export async function signInWithPasskey(
  ctx: Context,
  { response, remember }: { response: Record<string, unknown>; remember: boolean },
  browser: StepBrowser,
): Promise<SignedIn> {
  await refuseIfDisabled(ctx)
  const { passkey } = browser
  const read = Challenge.safeParse(passkey === null ? null : unseal(ctx.config.secretKey, PURPOSE, passkey, ctx.now()))
  if (!read.success) throw new AppError('second_step_expired')
  const { challenge, userId } = read.data
  const pending = userId === null ? null : await mustReadStep(ctx, browser.step)
  if (pending !== null && pending.user.id !== userId) throw new AppError('second_step_expired')
  const ownerId = await factors.verifyPasskey(ctx, response, read.data)
  // A challenge is signed once: the response cannot be sent again.
  if (!(await factors.markUsed(ctx.db, `passkey ${challenge}`, ctx.now(), expiry(ctx)))) throw new AppError('passkey_refused')
  if (pending !== null) return finish(ctx, pending, 'passkey', browser)
  const owner = await findEnabled(ctx, ownerId)
  if (owner === null) throw new AppError('passkey_refused')
  const { previousToken, device } = browser
  const opened = await startSession(ctx, owner.user, 'passkey', { remember, previousToken })
  return { ...opened, device: rememberAccount(ctx, device, accountOf(owner.user.email)) }
}

const expiry = ({ now }: Context) => new Date(now().getTime() + PASSKEY_SECONDS * 1000)

/** Passkeys belong to accounts with a password, and end with them. */
async function refuseIfDisabled(ctx: Context): Promise<void> {
  if (!acceptsPasswords(ctx.config, await readSettings(ctx))) throw new AppError('password_login_disabled')
}
