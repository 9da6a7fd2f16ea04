import { isEmailAddress } from '@sightline/contract/users.ts'
import { z } from 'zod'
import { userOf } from '../../platform/authorize.ts'
import type { Context, Services } from '../../platform/context.ts'
import { hashPassword } from '../../platform/crypto/passwords.ts'
import { AppError } from '../../platform/http/errors.ts'
import { linkBase } from '../../platform/http/link-base.ts'
import { defineJob, type JobDefinition } from '../../platform/queue/queue.ts'
import { revokeAll } from '../api-keys/service.ts'
import { record } from '../audit/service.ts'
import { secondStepFor } from '../second-factor/service.ts'
import { acceptsPasswords, readSettings } from '../settings/service.ts'
import {
  endSessions,
  findAnyByEmail,
  findLinkOwner,
  profileOf,
  refuseWeakPassword,
  sendCredentialNotice,
  sendDisabledNotice,
  sendReset,
  sendUnverifiedNotice,
  sendVerification,
  setPasswordByLink,
} from '../users/service.ts'
import * as session from './service.ts'
import { accountOf, rememberAccount } from './throttle.ts'

/**
 * The job behind `requestPasswordReset`. It runs in the background, so that the response and its timing do not reveal whether
 * the account exists.
 */
const passwordResetJob = {
  name: 'mail_password_reset',
  input: z.object({
    email: z.string(),
    base_url: z.string(),
    origin: z.object({ ip: z.string(), userAgent: z.string().nullable() }).nullable(),
  }),
}

/** Enqueues a password reset mail. @throws AppError `not_found` if password sign-in is disabled */
export async function requestPasswordReset(ctx: Context, email: string): Promise<void> {
  await refuseIfPasswordsDisabled(ctx, 'not_found')
  const base_url = linkBase(ctx)
  if (!ctx.mailer.isConfigured) return
  if (base_url === null) {
    ctx.log.warn(
      'A password reset email was not sent: set SIGHTLINE_BASE_URL, so that its link cannot point to another server.',
    )
    return
  }
  await ctx.queue.enqueue(passwordResetJob, { email: email.slice(0, MAX_EMAIL_CHARACTERS), base_url, origin: ctx.origin })
}

const MAX_EMAIL_CHARACTERS = 320

/** Mails a reset link to the user with an email address, if there is one with a password or a pending invitation. */
async function sendPasswordReset(
  services: Services,
  { email, base_url, origin }: z.output<typeof passwordResetJob.input>,
): Promise<void> {
  const user = isEmailAddress(email) ? await findAnyByEmail(services, email) : null
  if (!user) return
  if (user.disabled_at !== null) {
    await sendDisabledNotice(services, user)
    return
  }
  // Users of external logins cannot get a password this way.
  if (user.password_hash === null && !user.is_invitation_pending) return
  // Someone with the user's API key may have changed the address to their own.
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
 * Sets a password by an invitation or reset link and signs the user in. Their other sessions and links end. A reset also
 * replaces the personal API key, which anyone who knew the password may have read, and revokes the others, unless `keep_api_key` is set.
 * @returns null if the user still has to sign in, because a second factor is needed
 * @throws AppError about the link as `findLinkOwner`, or about the password
 */
export async function setPassword(
  ctx: Context,
  kind: 'invite' | 'reset',
  token: string,
  { password, keep_api_key = false }: { password?: string | undefined; keep_api_key?: boolean | undefined },
  { previousToken, device }: session.Browser,
): Promise<session.SignedIn | null> {
  await refuseIfPasswordsDisabled(ctx, 'password_login_disabled')
  const owner = await findLinkOwner(ctx, kind, token)
  if (owner.password_hash === null && !owner.is_invitation_pending) throw new AppError('no_password_account')
  if (password === undefined) throw new AppError('password_missing')
  if (password === '') throw new AppError('password_empty')
  await refuseWeakPassword(password, owner)
  const passwordHash = await hashPassword(password)
  const replacesKey = kind === 'reset' && !keep_api_key
  const user = await ctx.db.transaction(async (tx) => {
    const arrived = await setPasswordByLink({ ...ctx, db: tx }, kind, token, { passwordHash, replacesKey })
    await endSessions({ db: tx }, arrived.id)
    if (replacesKey) {
      const actor = { id: arrived.id, name: arrived.name }
      await revokeAll({ ...ctx, db: tx }, arrived.id, { actor, origin: ctx.origin })
    }
    return arrived
  })
  if (kind === 'reset') await sendCredentialNotice(ctx, user, { kind: 'password' })
  // The link proves less than a second factor: with one, the user signs in with the new password.
  if ((await secondStepFor(ctx, user.id)) !== null) return null
  const opened = await session.startSession(ctx, user, 'password', { previousToken })
  return { ...opened, device: rememberAccount(ctx, device, accountOf(user.email)) }
}

/** The user that a link is for. @throws AppError as `findLinkOwner` */
export async function linkOwner(ctx: Context, kind: 'invite' | 'reset' | 'verify', token: string) {
  const { name, email } = await findLinkOwner(ctx, kind, token)
  return { name, email }
}

/**
 * Mails the caller a link to verify their email address, unless it is verified.
 * @param isBySession false for an API key, which must not verify an address that it may have changed itself
 * @throws AppError `session_needed`, `mail_not_configured`, `mail_not_sent`
 */
export async function mailVerification(ctx: Context, isBySession: boolean): Promise<void> {
  const { id, name, email, language } = userOf(ctx)
  const { is_email_verified } = await profileOf(ctx, id)
  if (is_email_verified) return
  if (!isBySession) throw new AppError('session_needed')
  if (!ctx.mailer.isConfigured) throw new AppError('mail_not_configured')
  const { isSent } = await sendVerification(ctx, { id, name, email, language })
  if (!isSent) throw new AppError('mail_not_sent')
}

async function refuseIfPasswordsDisabled(
  ctx: Pick<Context, 'db' | 'config'>,
  code: 'not_found' | 'password_login_disabled',
): Promise<void> {
  if (!acceptsPasswords(ctx.config, await readSettings(ctx))) throw new AppError(code)
}

const LINK = /^\/(invite|reset|verify)\/([^/]+)$/

/**
 * The HTTP status of a page for signed-out users: 400 for an invalid link, 404 for the password reset page if password sign-in
 * is disabled. Opening a page changes nothing, since mail scanners follow links.
 * @param path without the site's base path
 */
export async function pageStatus(services: Services, path: string): Promise<number> {
  if (path === '/forgot') return acceptsPasswords(services.config, await readSettings(services)) ? 200 : 404
  const [, kind, token = ''] = LINK.exec(path) ?? []
  if (kind !== 'invite' && kind !== 'reset' && kind !== 'verify') return 200
  try {
    await findLinkOwner(services, kind, token)
    return 200
  } catch (error) {
    if (error instanceof AppError) return error.status
    throw error
  }
}

export function sessionJobs(services: Services): JobDefinition[] {
  return [defineJob({ ...passwordResetJob, concurrency: 2, retries: 0, run: (input) => sendPasswordReset(services, input) })]
}
