import { isEmailAddress, MIN_PASSWORD_CHARACTERS, type UserChanges, type UserProfile } from '@sightline/contract/users.ts'
import { can } from '@sightline/domain/permissions/can.ts'
import { authorize } from '../../platform/authorize.ts'
import type { Context } from '../../platform/context.ts'
import { newKey } from '../../platform/crypto/keys.ts'
import { hashPassword, verifyPassword } from '../../platform/crypto/passwords.ts'
import { violates } from '../../platform/db/violations.ts'
import { AppError } from '../../platform/http/errors.ts'
import { noteOf } from '../audit/service.ts'
import { endSessions } from '../session/ending.ts'
import { keepingAnAdmin } from './admins.ts'
import * as changes from './change.store.ts'
import { sendVerification } from './letters.ts'
import { endPasswordLinks } from './links.ts'
import { groupNames } from './list.store.ts'
import { mustFind } from './people.ts'
import { presentProfile } from './present.ts'
import type { UserRow } from './store.ts'

/**
 * Changes what a user or an admin may change of the user: name, email, password and groups. All of it or nothing. With another
 * email or password, links to a new password end, and so does every session of the user but the one at hand.
 * @param sessionToken of the session that calls; null for callers with a key
 * @returns the user, and whether email or password are others by now
 * @throws AppError with the wire's sentence about what is refused
 */
export async function update(
  ctx: Context,
  id: number,
  sent: UserChanges,
  sessionToken: string | null,
): Promise<{ profile: UserProfile; hasNewCredentials: boolean }> {
  authorize(ctx.viewer, 'user.change', { id })
  const user = await mustFind(ctx, id)
  const fields: changes.UserFields = {
    ...(sent.name === undefined ? {} : { name: sent.name }),
    ...emailFields(ctx, user, sent),
    ...(await passwordFields(user, sent)),
    ...(await groupFields(ctx, user, sent)),
  }
  const save = async (within: Context) => {
    const row = await saved(within, id, fields)
    await noteChanges(within, user, row)
    if (hasOtherCredentials(user, row)) {
      await endPasswordLinks(within, id)
      await endSessions(within, id, sessionToken === null ? {} : { token: sessionToken })
    }
    return row
  }
  const changed = await (fields.group_ids === undefined
    ? ctx.db.transaction((tx) => save({ ...ctx, db: tx }))
    : keepingAnAdmin(ctx, save))
  if (changed.email !== user.email && ctx.mailer.isConfigured) await sendVerification(ctx, changed)
  return { profile: presentProfile(changed, ctx), hasNewCredentials: hasOtherCredentials(user, changed) }
}

/** Gives a user another API key. @throws AppError `user_disabled` */
export async function regenerateKey(ctx: Context, id: number): Promise<UserProfile> {
  authorize(ctx.viewer, 'user.change', { id })
  const user = await mustFind(ctx, id)
  if (user.disabled_at !== null) throw new AppError('user_disabled')
  return ctx.db.transaction(async (tx) => {
    const within = { ...ctx, db: tx }
    const changed = await saved(within, id, { api_key: newKey() })
    await noteOf(within, 'user.regenerate_key', { object_id: id, object_name: changed.name })
    return presentProfile(changed, ctx)
  })
}

const hasOtherCredentials = (before: UserRow, after: UserRow) =>
  before.email !== after.email || before.password_hash !== after.password_hash

/** An address as it is kept. @throws AppError `bad_email`, also for one in a domain that the operator has blocked */
export function readEmail({ config }: Pick<Context, 'config'>, sent: string): string {
  const email = sent.toLowerCase()
  const domain = email.slice(email.lastIndexOf('@') + 1)
  const isBlocked = config.blockedEmailDomains.some((blocked) => domain === blocked || domain.endsWith(`.${blocked}`))
  if (!isEmailAddress(email) || isBlocked) throw new AppError('bad_email')
  return email
}

/**
 * A new address has to be proved anew. Where no mail can be sent an admin vouches for it, but nobody for themselves: whoever
 * signs in elsewhere with that address would be let into this account.
 */
function emailFields(ctx: Context, user: UserRow, { email: sent }: UserChanges): changes.UserFields {
  // Whoever has an address in a domain that was blocked later keeps it.
  if (sent === undefined || sent.toLowerCase() === user.email) return {}
  const { mailer, viewer } = ctx
  return { email: readEmail(ctx, sent), is_email_verified: !mailer.isConfigured && viewer.permissions.has('admin') }
}

async function passwordFields(user: UserRow, { password, old_password }: UserChanges): Promise<changes.UserFields> {
  if (password === undefined) return {}
  if (old_password === undefined) throw new AppError('old_password_missing')
  if (!(await verifyPassword(user.password_hash, old_password))) throw new AppError('old_password_wrong')
  if (password.length < MIN_PASSWORD_CHARACTERS) throw new AppError('password_too_short')
  return { password_hash: await hashPassword(password) }
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
  return { group_ids: ids }
}

async function saved(ctx: Context, id: number, fields: changes.UserFields): Promise<UserRow> {
  try {
    const row = await changes.change(ctx.db, id, fields)
    if (!row) throw new AppError('not_found')
    return row
  } catch (error) {
    if (violates(error, 'unique')) throw new AppError('email_taken', {}, { cause: error })
    throw error
  }
}

async function noteChanges(ctx: Context, before: UserRow, after: UserRow): Promise<void> {
  const about = { object_id: after.id, object_name: after.name }
  const changed = (['name', 'email'] as const).filter((field) => before[field] !== after[field])
  if (changed.length > 0) {
    const from = Object.fromEntries(changed.map((field) => [field, before[field]]))
    const to = Object.fromEntries(changed.map((field) => [field, after[field]]))
    await noteOf(ctx, 'user.change', { ...about, details: { changed, from, to } })
  }
  if (before.password_hash !== after.password_hash) await noteOf(ctx, 'user.change_password', about)
  const isSameList = before.group_ids.join() === after.group_ids.join()
  if (!isSameList) {
    await noteOf(ctx, 'user.change_groups', { ...about, details: { from: before.group_ids, to: after.group_ids } })
  }
}
