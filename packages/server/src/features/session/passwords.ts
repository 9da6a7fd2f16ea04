import { isEmailAddress } from '@sightline/contract/users.ts'
import { z } from 'zod'
import { userOf } from '../../platform/authorize.ts'
import type { Context, Services } from '../../platform/context.ts'
import { hashPassword } from '../../platform/crypto/passwords.ts'
import { AppError } from '../../platform/http/errors.ts'
import { linkBase } from '../../platform/http/link-base.ts'
import { record } from '../audit/service.ts'
import { readSettings } from '../settings/service.ts'
import { setPasswordByLink } from '../users/arrival.ts'
import {
  sendCredentialNotice,
  sendDisabledNotice,
  sendReset,
  sendUnverifiedNotice,
  sendVerification,
} from '../users/letters.ts'
import { openLink } from '../users/links.ts'
import { refuseWeakPassword } from '../users/password-policy.ts'
import { findAnyByEmail, profileOf } from '../users/service.ts'
import { rememberAccount } from './devices.ts'
import { endSessions } from './ending.ts'
import * as session from './service.ts'
import { accountOf } from './throttle.ts'
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
  const base_url = linkBase(ctx)
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
  // Somebody with a key of the user may have changed the address to one of their own.
  if (!user.is_email_verified) {
    await sendUnverifiedNotice(services, user)
    return
  }
  await sendReset({ ...services, baseUrl: base_url }, user)
  await record(services, {
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
 * A reset replaces the API key as well, as whoever knew the password may have read it.
 * @param sent `password` is undefined when none was sent; `keep_api_key` leaves the key of before
 * @throws AppError about the link as `openLink`, or about the password
 */
export async function setPassword(
  ctx: Context,
  kind: 'invite' | 'reset',
  token: string,
  { password, keep_api_key = false }: { password?: string | undefined; keep_api_key?: boolean | undefined },
  { previousToken, device }: session.Browser,
): Promise<session.SignedIn> {
  await refuseWithoutPasswords(ctx, 'password_login_disabled')
  const owner = await openLink(ctx, kind, token)
  if (owner.password_hash === null && !owner.is_invitation_pending) throw new AppError('no_password_account')
  if (password === undefined) throw new AppError('password_missing')
  if (password === '') throw new AppError('password_empty')
  await refuseWeakPassword(password, owner)
  const passwordHash = await hashPassword(password)
  const replacesKey = kind === 'reset' && !keep_api_key
  const user = await ctx.db.transaction(async (tx) => {
    const arrived = await setPasswordByLink({ ...ctx, db: tx }, kind, token, { passwordHash, replacesKey })
    await endSessions({ db: tx }, arrived.id)
    return arrived
  })
  if (kind === 'reset') await sendCredentialNotice(ctx, user, { kind: 'password' })
  const opened = await session.startSession(ctx, user, 'password', { previousToken })
  return { ...opened, device: rememberAccount(ctx, device, accountOf(user.email)) }
}

/** Whom a link is for. @throws AppError as `openLink` */
export async function linkOwner(ctx: Context, kind: 'invite' | 'reset' | 'verify', token: string) {
  const { name, email } = await openLink(ctx, kind, token)
  return { name, email }
}

/**
 * Sends the caller a mail that proves their address, unless it is proved.
 * @param isBySession false for a key, which must not prove an address that it may have changed itself
 * @throws AppError `session_needed`
 */
export async function mailVerification(ctx: Context, isBySession: boolean): Promise<void> {
  const { id, name, email } = userOf(ctx)
  const { is_email_verified } = await profileOf(ctx, id)
  if (is_email_verified) return
  if (!isBySession) throw new AppError('session_needed')
  await sendVerification(ctx, { id, name, email })
}

async function refuseWithoutPasswords(
  ctx: Pick<Context, 'db' | 'config'>,
  code: 'not_found' | 'password_login_disabled',
): Promise<void> {
  if (!takesPasswords(ctx.config, await readSettings(ctx))) throw new AppError(code)
}
