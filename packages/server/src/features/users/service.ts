import type { ListQuery } from '@sightline/contract/paging.ts'
import type { ListedUser, UserProfile } from '@sightline/contract/users.ts'
import { authorize } from '../../platform/authorize.ts'
import type { Context, Services } from '../../platform/context.ts'
import { AppError } from '../../platform/http/errors.ts'
import { pageOf, readListRequest } from '../../platform/paging.ts'
import { mustFind } from './find.ts'
import * as lists from './list.store.ts'
import { presentProfile, presentUser, profileImageOf } from './present.ts'
import * as store from './store.ts'

// Exported for other features.
export { readEmail, refuseWeakPassword } from './credential-policy.ts'
export { sendCredentialNotice, sendDisabledNotice, sendReset, sendUnverifiedNotice, sendVerification } from './emails.ts'
export { endCredentials } from './end-credentials.ts'
export {
  exists,
  findAnyByEmail,
  findByEmail,
  findByKey,
  findEnabled,
  findViewer,
  recordActivity,
  viewerEvenDisabled,
  viewerOf,
} from './find.ts'
export { findOrCreateUser, type Identity, type IdentityMatch } from './identities.ts'
export { disable, enable, provision } from './lifecycle.ts'
export { findLinkOwner, setPasswordByLink, verifyEmailByLink } from './links.ts'
export { join, leave, leaveAll, membersOf, setAmong } from './memberships.ts'
export { changeProvisioned } from './profile.ts'
export { callerBySession, closeSession, endSessions, openSession } from './sessions.ts'

/** Users who are neither disabled nor invited only, and whose names contain a text, by name. */
export const activeByName = ({ db }: Pick<Services, 'db'>, text: string, limit: number) => store.activeByName(db, text, limit)

/** Whether a user wants emails about mentions. */
export async function wantsMentions({ db }: Pick<Services, 'db'>, id: number): Promise<boolean> {
  return (await store.findById(db, id))?.user.mails_mentions ?? false
}

/** The parts of a user's profile that are shown only to themselves. */
export async function profileOf({ db, config }: Pick<Services, 'db' | 'config'>, id: number) {
  const found = await store.findById(db, id)
  if (!found) throw new AppError('not_found')
  const { is_email_verified, time_zone, week_start, language } = found.user
  return { profile_image_url: profileImageOf(found.user, config), is_email_verified, time_zone, week_start, language }
}

interface UserListQuery extends ListQuery {
  disabled?: boolean | undefined
  pending?: boolean | undefined
}

/** A page of users; enabled ones unless the query asks for disabled ones. */
export async function list(ctx: Context, query: UserListQuery) {
  const request = readListRequest(query)
  const scope = { isDisabled: query.disabled ?? false, isPending: query.pending ?? null }
  const { rows, count } = await lists.listPage(ctx.db, scope, request)
  const groupsOf = await groupsByName(ctx, rows)
  return pageOf(
    request,
    count,
    rows.map((row): ListedUser => ({ ...presentUser(row, ctx.config), groups: groupsOf(row) })),
  )
}

/** Reads the names of the groups of these users. @returns a function from a user to their groups */
async function groupsByName({ db }: Pick<Context, 'db'>, rows: readonly store.UserRow[]) {
  const names = await lists.groupNames(db, [...new Set(rows.flatMap(({ group_ids }) => group_ids))])
  return ({ group_ids }: store.UserRow) =>
    group_ids.flatMap((id) => {
      const name = names.get(id)
      return name === undefined ? [] : [{ id, name }]
    })
}

/** A user, with the API key for themselves and admins. */
export async function get(ctx: Context, id: number): Promise<UserProfile> {
  authorize(ctx.viewer, 'user.view', { id })
  const user = await mustFind(ctx, id)
  const groupsOf = await groupsByName(ctx, [user])
  return { ...presentProfile(user, ctx), named_groups: groupsOf(user) }
}
