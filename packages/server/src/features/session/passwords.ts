import { isEmailAddress, MIN_PASSWORD_CHARACTERS } from '@sightline/contract/users.ts'
import { z } from 'zod'
import { userOf } from '../../platform/authorize.ts'
import type { Context, Services } from '../../platform/context.ts'
import { hashPassword } from '../../platform/crypto/passwords.ts'
import { AppError } from '../../platform/http/errors.ts'
import { note } from '../audit/service.ts'
import { readSettings } from '../settings/service.ts'
import { takePassword } from '../users/arrival.ts'
import { sendDisabledNotice, sendReset, sendVerification } from '../users/letters.ts'
import { openLink } from '../users/links.ts'
import { findAnyByEmail, profileOf } from '../users/service.ts'
import { endSessions } from './ending.ts'
import { certainBaseUrl } from './own-address.ts'
import * as session from './service.ts'
import { takesPasswords } from './ways-in.ts'

/** The work behind `forgot`. It is done later, so that the answer is the same, and takes equally long, for whomever it is about. */
export const mailReset = {
  name: 'mail_password_reset',
  input: z.object({
    email: z.string(),
    base_url: z.string(),
    origin: z.object({ ip: z.string(), userAgent: z.string().nullable() }).nullable(),
  }),
}

/**
 * Takes note that somebody forgot their password.
 * @throws AppError `not_found` when nobody signs in with a password here
 */
export async function forgot(ctx: Context, email: string): Promise<void> {
  await refuseWithoutPasswords(ctx, 'not_found')
  const base_url = certainBaseUrl(ctx)
  if (!ctx.mailer.isConfigured) return
  if (base_url === null) {
    ctx.log.warn('No mail about a new password was sent: set SIGHTLINE_BASE_URL, so that its link leads here for certain.')
    return
  }
  await ctx.queue.enqueue(mailReset, { email: email.slice(0, MAX_EMAIL_CHARACTERS), base_url, origin: ctx.origin })
}

const MAX_EMAIL_CHARACTERS = 320

/** Mails a link to a new password to the user with an address, if there is one who has, or may have, a password here. */
export async function mailResetTo(
  services: Services,
  { email, base_url, origin }: z.output<typeof mailReset.input>,
): Promise<void> {
  const user = isEmailAddress(email) ? await findAnyByEmail(services, email) : null
  if (!user) return
  if (user.disabled_at !== null) {
    await sendDisabledNotice(services, user)
    return
  }
  // Whoever signs in elsewhere has no second way in through here.
  if (user.password_hash === null && !user.is_invitation_pending) return
  await sendReset({ ...services, baseUrl: base_url }, user)
  await note(services, {
    actor: null,
    origin,
    action: 'user.reset_password',
    object_id: user.id,
    object_name: user.name,
    details: { by: 'mail' },
  })
}

/**
 * Sets the password of whoever holds a link, and signs them in. All their other sessions end, and so do their other links.
 * @param password undefined when none was sent
 * @throws AppError about the link as `openLink`, or about the password
 */
export async function setPassword(
  ctx: Context,
  kind: 'invite' | 'reset',
  token: string,
  password: string | undefined,
  previousToken: string | null,
): Promise<session.OpenedSession> {
  await refuseWithoutPasswords(ctx, 'password_login_disabled')
  const { password_hash, is_invitation_pending } = await openLink(ctx, kind, token)
  if (password_hash === null && !is_invitation_pending) throw new AppError('no_password_account')
  if (password === undefined) throw new AppError('password_missing')
  if (password === '') throw new AppError('password_empty')
  if (password.length < MIN_PASSWORD_CHARACTERS) throw new AppError('password_too_short')
  const hash = await hashPassword(password)
  const user = await ctx.db.transaction(async (tx) => {
    const arrived = await takePassword({ ...ctx, db: tx }, kind, token, hash)
    await endSessions({ db: tx }, arrived.id)
    return arrived
  })
  return session.arrive(ctx, user, 'password', { previousToken })
}

/** Whom a link is for. @throws AppError as `openLink` */
export async function linkOwner(ctx: Context, kind: 'invite' | 'reset' | 'verify', token: string) {
  const { name, email } = await openLink(ctx, kind, token)
  return { name, email }
}

/** Sends the caller a mail that proves their address, unless it is proved. */
export async function mailVerification(ctx: Context): Promise<void> {
  const { id, name, email } = userOf(ctx)
  const { is_email_verified } = await profileOf(ctx, id)
  if (!is_email_verified) await sendVerification(ctx, { id, name, email })
}

async function refuseWithoutPasswords(
  ctx: Pick<Context, 'db' | 'config'>,
  code: 'not_found' | 'password_login_disabled',
): Promise<void> {
  if (!takesPasswords(ctx.config, await readSettings(ctx))) throw new AppError(code)
}
