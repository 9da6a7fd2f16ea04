import { FROM_BROWSER } from '@sightline/contract/settings.ts'
import type { UserChanges, UserProfile } from '@sightline/contract/users.ts'
import { isTimeZone, notATimeZone } from '@sightline/domain/format/time-zone.ts'
import { can } from '@sightline/domain/permissions/can.ts'
import { authorize, refuseScopedKey } from '../../platform/authorize.ts'
import type { Context } from '../../platform/context.ts'
import { newKey } from '../../platform/crypto/keys.ts'
import { hashPassword, verifyPassword } from '../../platform/crypto/passwords.ts'
import { violatesConstraint } from '../../platform/db/constraint-errors.ts'
import { AppError } from '../../platform/http/errors.ts'
import { recordAction } from '../audit/service.ts'
import { readEmail, refuseWeakPassword } from './credential-policy.ts'
import { sendCredentialNotice, sendVerification } from './emails.ts'
import { mustFind } from './find.ts'
import { endPasswordLinks } from './links.ts'
import { groupNames } from './list.store.ts'
import { ensureAdminRemains } from './memberships.ts'
import { presentProfile } from './present.ts'
import { endSessions } from './sessions.ts'
import type { UserRow } from './store.ts'
import * as changes from './store.ts'

/**
 * Changes name, email address, password and groups of a user, in one transaction. A new email address or password ends password
 * links and all sessions of the user except the current one. The user is notified of a new password or key, and the previous
 * address of a new one.
 * @param proof how the caller is authenticated
 * @returns the user, and whether email address or password have changed
 * @throws AppError for each refused change
 */
export async function update(
  ctx: Context,
  id: number,
  sent: UserChanges,
  proof: IdentityProof,
): Promise<{ profile: UserProfile; hasNewCredentials: boolean }> {
  authorize(ctx.viewer, 'user.change', { id })
  const user = await mustFind(ctx, id)
  const fields: changes.UserFields = {
    ...(sent.name === undefined ? {} : { name: sent.name }),
    ...(await emailFields(ctx, user, sent, proof)),
    ...(await passwordFields(user, sent)),
    ...timeZoneField(sent),
    ...(sent.week_start === undefined ? {} : { week_start: sent.week_start }),
    ...(sent.language === undefined ? {} : { language: sent.language }),
    ...(sent.mails_mentions === undefined ? {} : { mails_mentions: sent.mails_mentions }),
    ...(sent.regenerate_api_key === true ? { api_key: newKey() } : {}),
    ...(await groupFields(ctx, user, sent)),
  }
  const save = async (within: Context) => {
    const row = await saved(within, id, fields)
    await recordChanges(within, user, row)
    if (hasOtherCredentials(user, row)) {
      await endPasswordLinks(within, id)
      await endSessions(within, id, proof.sessionToken === null ? {} : { token: proof.sessionToken })
    }
    return row
  }
  const changed = await (fields.group_ids === undefined
    ? ctx.db.transaction((tx) => save({ ...ctx, db: tx }))
    : ensureAdminRemains(ctx, save))
  await notifyOfChanges(ctx, user, changed, proof)
  return { profile: presentProfile(changed, ctx), hasNewCredentials: hasOtherCredentials(user, changed) }
}

/**
 * Changes name and email address of a user for an identity provider. Another address ends the sessions of the user, and counts as
 * verified unless the account has a password: somebody with a stolen SCIM token could reset that password otherwise. The addresses of
 * admins stay, so that such a token is no way to their accounts.
 * @throws AppError `scim_admin_email`, `email_taken`, and those of a refused email address
 */
export async function changeProvisioned(ctx: Context, id: number, name: string, sent: string): Promise<void> {
  const user = await mustFind(ctx, id)
  const isOther = sent.toLowerCase() !== user.email
  if (isOther && user.group_ids.includes(await changes.builtinGroupId(ctx.db, 'admin'))) throw new AppError('scim_admin_email')
  if (!isOther && name === user.name) return
  const email = isOther ? { email: await readEmail(ctx, sent), is_email_verified: user.password_hash === null } : {}
  await ctx.db.transaction(async (tx) => {
    const within = { ...ctx, db: tx }
    const row = await saved(within, id, { name, ...email })
    await recordChanges(within, user, row)
    if (!isOther) return
    await endPasswordLinks(within, id)
    await endSessions(within, id, {})
  })
}

/** How a caller is authenticated. */
export interface IdentityProof {
  /** Null if the request has no session cookie. */
  sessionToken: string | null
  /** False if an API key authenticates the request, whatever cookie it has. */
  isBySession: boolean
}

/**
 * Sends mails about the changes. A caller with only the API key gets no verification link, because with a verified address the
 * key would be enough to reset the password. The user can request the link once signed in.
 */
async function notifyOfChanges(ctx: Context, before: UserRow, after: UserRow, { isBySession }: IdentityProof): Promise<void> {
  if (after.email !== before.email) {
    await sendCredentialNotice(ctx, before, { kind: 'email', to: after.email })
    if (ctx.mailer.isConfigured && (isBySession || !isSelf(ctx, after))) await sendVerification(ctx, after)
  }
  if (after.password_hash !== before.password_hash) await sendCredentialNotice(ctx, before, { kind: 'password' })
  if (after.api_key !== before.api_key) await sendCredentialNotice(ctx, before, { kind: 'api_key' })
}

function timeZoneField({ time_zone }: UserChanges): changes.UserFields {
  if (time_zone === undefined) return {}
  if (time_zone !== null && time_zone !== FROM_BROWSER && !isTimeZone(time_zone))
    throw new AppError('invalid_input', { reason: notATimeZone(time_zone) })
  return { time_zone }
}

const isSelf = ({ viewer }: Pick<Context, 'viewer'>, { id }: { id: number }) => viewer.kind === 'user' && viewer.id === id

/** Replaces the personal API key of a user. @throws AppError `user_disabled`, `service_account` */
export async function regenerateKey(ctx: Context, id: number): Promise<UserProfile> {
  authorize(ctx.viewer, 'user.change', { id })
  const user = await mustFind(ctx, id)
  if (user.disabled_at !== null) throw new AppError('user_disabled')
  if (user.is_service_account) throw new AppError('service_account')
  const changed = await ctx.db.transaction(async (tx) => {
    const within = { ...ctx, db: tx }
    const row = await saved(within, id, { api_key: newKey() })
    await recordChanges(within, user, row)
    return row
  })
  await sendCredentialNotice(ctx, user, { kind: 'api_key' })
  return presentProfile(changed, ctx)
}

const hasOtherCredentials = (before: UserRow, after: UserRow) =>
  before.email !== after.email || before.password_hash !== after.password_hash

/**
 * A new address has to be verified. Without a mail server an admin's change counts as verified, but not a user's own: an
 * external login with that address would be linked to this account.
 */
async function emailFields(
  ctx: Context,
  user: UserRow,
  { email: sent, old_password }: UserChanges,
  { isBySession }: IdentityProof,
): Promise<changes.UserFields> {
  // An unchanged address is not validated, since its domain may have been blocked later.
  if (sent === undefined || sent.toLowerCase() === user.email) return {}
  if (isBySession && isSelf(ctx, user) && user.password_hash !== null) {
    if (old_password === undefined || old_password === '') throw new AppError('email_password_missing')
    await mustMatchPassword(user, old_password)
  }
  if (user.is_service_account) throw new AppError('service_account')
  const { mailer, viewer } = ctx
  return { email: await readEmail(ctx, sent), is_email_verified: !mailer.isConfigured && viewer.permissions.has('admin') }
}

async function passwordFields(user: UserRow, { password, old_password }: UserChanges): Promise<changes.UserFields> {
  if (password === undefined) return {}
  if (old_password === undefined) throw new AppError('old_password_missing')
  await mustMatchPassword(user, old_password)
  await refuseWeakPassword(password, user)
  return { password_hash: await hashPassword(password) }
}

async function mustMatchPassword(user: UserRow, password: string): Promise<void> {
  if (!(await verifyPassword(user.password_hash, password))) throw new AppError('old_password_wrong')
}

async function groupFields(ctx: Context, user: UserRow, { group_ids }: UserChanges): Promise<changes.UserFields> {
  if (group_ids === undefined) return {}
  if (!ctx.viewer.permissions.has('admin')) throw new AppError('groups_for_admins')
  if (group_ids.length === 0) return {}
  if (!can(ctx.viewer, 'user.changeGroups', user)) throw new AppError('own_groups')
  const ids = [...new Set(group_ids)]
  const known = await groupNames(ctx.db, ids)
  const unknown = ids.find((id) => !known.has(id))
  if (unknown !== undefined) throw new AppError('group_invalid', { id: unknown })
  const admins = await changes.builtinGroupId(ctx.db, 'admin')
  if (ids.includes(admins) && !user.group_ids.includes(admins)) refuseScopedKey(ctx)
  return { group_ids: ids }
}

async function saved(ctx: Context, id: number, fields: changes.UserFields): Promise<UserRow> {
  try {
    const row = await changes.change(ctx.db, id, fields)
    if (!row) throw new AppError('not_found')
    return row
  } catch (error) {
    if (violatesConstraint(error, 'unique')) throw new AppError('email_taken', {}, { cause: error })
    throw error
  }
}

/** Records in the audit log what a change of a user has changed. */
export async function recordChanges(ctx: Context, before: UserRow, after: UserRow): Promise<void> {
  const about = { object_id: after.id, object_name: after.name }
  const changed = (['name', 'email'] as const).filter((field) => before[field] !== after[field])
  if (changed.length > 0) {
    const from = Object.fromEntries(changed.map((field) => [field, before[field]]))
    const to = Object.fromEntries(changed.map((field) => [field, after[field]]))
    await recordAction(ctx, 'user.change', { ...about, details: { changed, from, to } })
  }
  if (before.password_hash !== after.password_hash) await recordAction(ctx, 'user.change_password', about)
  if (before.api_key !== after.api_key) await recordAction(ctx, 'user.regenerate_key', about)
  const isSameList = before.group_ids.join() === after.group_ids.join()
  if (!isSameList) {
    await recordAction(ctx, 'user.change_groups', { ...about, details: { from: before.group_ids, to: after.group_ids } })
  }
}
