import { z } from 'zod'
import type { Context } from '../../platform/context.ts'
import { sha256 } from '../../platform/crypto/keys.ts'
import { seal, unseal } from '../../platform/crypto/sealed.ts'
import { AppError } from '../../platform/http/errors.ts'
import type { SecondStep } from '../second-factor/service.ts'
import { findEnabled } from '../users/service.ts'

/** Holds who has given the right password, until the second step. It is bound to the browser by being its cookie. */
export const STEP_COOKIE = 'sign_in_step'
export const STEP_SECONDS = 600
const PURPOSE = 'second step'

/** A sign-in whose password was right, and whose second step is missing. */
export interface PendingSignIn {
  step: NonNullable<SecondStep>
  /** The content of `STEP_COOKIE`. */
  cookie: string
}

const State = z.object({ userId: z.number(), remember: z.boolean(), password: z.string() })

interface PasswordOwner {
  id: number
  password_hash: string | null
}

export function pendingSignIn(
  ctx: Context,
  user: PasswordOwner,
  step: NonNullable<SecondStep>,
  remember: boolean,
): PendingSignIn {
  const expiresAt = new Date(ctx.now().getTime() + STEP_SECONDS * 1000)
  const state = { userId: user.id, remember, password: markOf(user) }
  return { step, cookie: seal(ctx.config.secretKey, PURPOSE, state, expiresAt) }
}

/** Changes with the password, so that a new password ends the pending sign-ins with the old one. */
const markOf = ({ password_hash }: PasswordOwner) => sha256(password_hash ?? '')

/** The user of a pending sign-in. @throws AppError `second_step_expired`, also for a disabled user and a changed password */
export async function mustReadStep(ctx: Context, cookie: string | null) {
  const read = State.safeParse(cookie === null ? null : unseal(ctx.config.secretKey, PURPOSE, cookie, ctx.now()))
  const found = read.success ? await findEnabled(ctx, read.data.userId) : null
  if (!read.success || found === null || markOf(found.user) !== read.data.password) throw new AppError('second_step_expired')
  const { id, name, email } = found.user
  return { user: { id, name, email }, remember: read.data.remember }
}

/** The error with which the sign-in with a password is answered, so that clients which know one step alone get a clear refusal. */
export function stepError(step: NonNullable<SecondStep>): AppError {
  if (step.kind === 'set_up') return new AppError('second_factor_setup_needed')
  return new AppError('second_factor_needed', { methods: step.methods })
}
