import type { InvitedUser, NewUser, OffBoarding, UserProfile } from '@sightline/contract/users.ts'
import { can } from '@sightline/domain/permissions/can.ts'
import { refuseScopedKey } from '../../platform/authorize.ts'
import type { Context } from '../../platform/context.ts'
import { newKey } from '../../platform/crypto/keys.ts'
import { violatesConstraint } from '../../platform/db/constraint-errors.ts'
import { AppError } from '../../platform/http/errors.ts'
import { recordAction } from '../audit/service.ts'
import { readEmail } from './credential-policy.ts'
import { sendInvitation, sendReset } from './emails.ts'
import { mustFind } from './find.ts'
import { createLink, endPasswordLinks, linkUrl } from './links.ts'
import { ensureAdminRemains } from './memberships.ts'
import * as offBoardingStore from './off-boarding.store.ts'
import { presentProfile, presentUser } from './present.ts'
import { endSessions } from './sessions.ts'
import * as changes from './store.ts'
import * as store from './store.ts'

/**
 * Creates a user in the group `default`, who signs in with an invitation link.
 * @param sendsMail false returns the link instead of mailing it
 * @returns the user, with the link unless it was mailed
 */
export async function create(ctx: Context, { name, email: sent }: NewUser, sendsMail: boolean): Promise<InvitedUser> {
  const email = await readEmail(ctx, sent)
  const user = await ctx.db.transaction(async (tx) => {
    const row = await insertNew({ ...ctx, db: tx }, { name, email, is_invitation_pending: true })
    await recordAction({ ...ctx, db: tx }, 'user.create', { ...about(row), details: { email } })
    return row
  })
  return sendOrReturnLink(ctx, user, sendsMail)
}

/**
 * Creates a user for an identity provider, in the group `default`. There is no invitation, which could be accepted with a password: the
 * user signs in with the provider.
 * @throws AppError `email_taken`, and those of a refused email address
 */
export async function provision(ctx: Context, name: string, sent: string): Promise<number> {
  const email = await readEmail(ctx, sent)
  return ctx.db.transaction(async (tx) => {
    const row = await insertNew({ ...ctx, db: tx }, { name, email, is_invitation_pending: false })
    await recordAction({ ...ctx, db: tx }, 'user.create', { ...about(row), details: { email, by: 'scim' } })
    return row.id
  })
}

/** Invites a pending user again; earlier links end. @throws AppError `not_pending`, `user_disabled` */
export async function invite(ctx: Context, id: number): Promise<InvitedUser> {
  const user = await mustFindEnabled(ctx, id)
  if (!user.is_invitation_pending) throw new AppError('not_pending')
  await recordAction(ctx, 'user.invite', about(user))
  return sendOrReturnLink(ctx, user, true)
}

/**
 * Creates a password reset link, and mails it if mail is configured.
 * @throws AppError `unscoped_key_needed`, `user_disabled`, `service_account`
 */
export async function resetPassword(ctx: Context, id: number): Promise<{ reset_link: string }> {
  refuseScopedKey(ctx)
  const user = await mustFindEnabled(ctx, id)
  if (user.is_service_account) throw new AppError('service_account')
  await recordAction(ctx, 'user.reset_password', about(user))
  const { link } = await sendReset(ctx, user)
  return { reset_link: link }
}

/** Disables a user at once: their sessions end and their API key stops working. */
export async function disable(ctx: Context, id: number): Promise<UserProfile> {
  const user = await mustFind(ctx, id)
  if (!can(ctx.viewer, 'user.disable', user)) throw new AppError('disable_self')
  return ensureAdminRemains(ctx, async (within) => {
    const changed = await mustChange(within, id, { disabled_at: user.disabled_at ?? ctx.now() })
    await endSessions(within, id)
    await endPasswordLinks(within, id)
    await recordAction(within, 'user.disable', about(changed))
    return presentProfile(changed, ctx)
  })
}

/** Enables a disabled user. */
export async function enable(ctx: Context, id: number): Promise<UserProfile> {
  return ctx.db.transaction(async (tx) => {
    const within = { ...ctx, db: tx }
    const changed = await mustChange(within, id, { disabled_at: null })
    await recordAction(within, 'user.enable', about(changed))
    return presentProfile(changed, ctx)
  })
}

/**
 * Deletes a user who has not accepted the invitation yet.
 * @returns the deleted user
 * @throws AppError `delete_self`, `delete_active`
 */
export async function remove(ctx: Context, id: number): Promise<UserProfile> {
  const user = await mustFind(ctx, id)
  if (!can(ctx.viewer, 'user.delete', user)) throw new AppError('delete_self')
  try {
    await ctx.db.transaction(async (tx) => {
      if (!(await changes.removePending(tx, id))) throw new AppError('delete_active')
      await recordAction({ ...ctx, db: tx }, 'user.delete', { ...about(user), details: { email: user.email } })
    })
  } catch (error) {
    // A user who owns something has been active, even with a pending invitation.
    throw violatesConstraint(error, 'reference') ? new AppError('delete_active', {}, { cause: error }) : error
  }
  return presentProfile(user, ctx)
}

/** @param sendsMail false only creates the link */
async function sendOrReturnLink(ctx: Context, user: store.UserRow, sendsMail: boolean): Promise<InvitedUser> {
  const shown = presentUser(user, ctx.config)
  if (!sendsMail) return { ...shown, invite_link: linkUrl(ctx.baseUrl, 'invite', await createLink(ctx, 'invite', user)) }
  const { link, isSent } = await sendInvitation(ctx, user)
  return isSent ? shown : { ...shown, invite_link: link }
}

type NewPerson = Pick<store.NewUser, 'name' | 'email' | 'is_invitation_pending'>

async function insertNew(ctx: Context, person: NewPerson): Promise<store.UserRow> {
  try {
    return await store.insert(ctx.db, {
      ...person,
      api_key: newKey(),
      group_ids: [await store.builtinGroupId(ctx.db, 'default')],
      // Using the invitation link proves that the user receives mail at this address, and a provider vouches for it.
      is_email_verified: true,
    })
  } catch (error) {
    if (violatesConstraint(error, 'unique')) throw new AppError('email_taken', {}, { cause: error })
    throw error
  }
}

async function mustFindEnabled(ctx: Context, id: number): Promise<store.UserRow> {
  const user = await mustFind(ctx, id)
  if (user.disabled_at !== null) throw new AppError('user_disabled')
  return user
}

async function mustChange(ctx: Context, id: number, fields: changes.UserFields): Promise<store.UserRow> {
  const user = await changes.change(ctx.db, id, fields)
  if (!user) throw new AppError('not_found')
  return user
}

const about = ({ id, name }: store.UserRow) => ({ object_id: id, object_name: name })

const KEY_USE_MS = 30 * 86_400_000

/** Lists what stops working if a user is disabled, for admins to see beforehand. @throws AppError `not_found` */
export async function offBoarding(ctx: Context, id: number): Promise<OffBoarding> {
  await mustFind(ctx, id)
  const since = new Date(ctx.now().getTime() - KEY_USE_MS)
  const [scheduled_queries, used_query_keys, public_dashboards, alert_subscriptions, reports] = await Promise.all([
    offBoardingStore.scheduledQueries(ctx.db, id),
    offBoardingStore.usedQueryKeys(ctx.db, id, since),
    offBoardingStore.publicDashboards(ctx.db, id),
    offBoardingStore.alertSubscriptionsOf(ctx.db, id),
    offBoardingStore.reports(ctx.db, id),
  ])
  return { scheduled_queries, used_query_keys, public_dashboards, alert_subscriptions, reports }
}
