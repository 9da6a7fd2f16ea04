import { isEmailAddress } from '@sightline/contract/users.ts'
import { beginningOf } from '@sightline/domain/shortened.ts'
import type { Context } from '../../platform/context.ts'
import { AppError } from '../../platform/http/errors.ts'
import { revokeAll } from '../api-keys/service.ts'
import { actorOf } from '../audit/service.ts'
import { methodsOf, resetFor } from '../second-factor/service.ts'
import * as accounts from '../users/service.ts'
import { readFilter } from './filter.ts'
import { patchUser } from './patch-user.ts'
import { idOf, type ListRequest, listOf, pageOf, readUser, type SentUser, USER_SCHEMA } from './resources.ts'
import * as store from './users.store.ts'

/** The users that match a filter, in the order of their ids. */
export async function listUsers(ctx: Context, request: ListRequest) {
  const { startIndex, count } = pageOf(request)
  const condition = request.filter ? readFilter(request.filter, store.userAttributes) : null
  const { rows, total } = await store.page(ctx.db, condition, startIndex - 1, count)
  return listOf(await presentAll(ctx, rows), total, startIndex)
}

/** @throws AppError `not_found` */
export const getUser = async (ctx: Context, id: string) => presentOne(ctx, await mustFind(ctx, id))

/**
 * Creates a user, or brings back one that the provider has deleted.
 * @throws AppError `scim_exists` if another user has the name or the email address
 */
export async function createUser(ctx: Context, body: unknown) {
  const sent = readUser(body)
  const email = emailOf(sent)
  const known = await store.findNamed(ctx.db, sent.userName, email)
  if (known && known.scim?.removed_at == null) {
    throw new AppError('scim_exists', { reason: 'There is already a user with this user name or email address.' })
  }
  const id = await ctx.db.transaction(async (db) => {
    const within = { ...ctx, db }
    const created = known?.user.id ?? (await accounts.provision(within, nameOf(sent), email))
    if (known?.user.disabled_at != null) await reopen(within, created)
    await saveUser(within, created, sent, nameOf(sent))
    return created
  })
  return getUser(ctx, String(id))
}

/**
 * Enables the account of a user whom the provider had deleted. The address may have been given to another person meanwhile, so
 * nothing that opened the account before opens it now.
 * @param ctx of a transaction
 */
async function reopen(ctx: Context, id: number): Promise<void> {
  await accounts.endCredentials(ctx, id)
  const by = { actor: actorOf(ctx.viewer), origin: ctx.origin }
  await revokeAll(ctx, id, by)
  if ((await methodsOf(ctx, id)).length > 0) await resetFor(ctx, by, id)
  await accounts.enable(ctx, id)
}

/** Replaces the attributes of a user; a missing `active` changes nothing. @throws AppError `not_found`, `scim_exists` */
export async function replaceUser(ctx: Context, id: string, body: unknown) {
  const { user } = await mustFind(ctx, id)
  const sent = readUser(body)
  await changeAndNotify(ctx, user, sent, nameOf(sent))
  return getUser(ctx, id)
}

/** Changes some attributes of a user. @throws AppError as `replaceUser` and `patchUser` */
export async function changeUser(ctx: Context, id: string, body: unknown) {
  const row = await mustFind(ctx, id)
  const before = await presentOne(ctx, row)
  const after = readUser(patchUser(before, body, USER_SCHEMA))
  const isNamedByParts = after.displayName === before.displayName && (after.name?.formatted ?? null) === before.name.formatted
  const parts = partsOf(after)
  const hasOtherParts = parts !== '' && parts !== [before.name.givenName, before.name.familyName].filter(Boolean).join(' ')
  const hasOtherFormatted = after.name?.formatted !== undefined && after.name?.formatted !== before.name.formatted
  const name =
    isNamedByParts && hasOtherParts
      ? parts
      : after.displayName === before.displayName && hasOtherFormatted
        ? (after.name?.formatted ?? nameOf(after))
        : nameOf(after)
  const hasSameEmails = after.emails?.[0]?.value === row.user.email
  const followsUserName = hasSameEmails && before.userName.toLowerCase() === row.user.email && isEmailAddress(after.userName)
  const sent = followsUserName ? { ...after, emails: [{ value: after.userName }] } : after
  await changeAndNotify(ctx, row.user, sent, name)
  return getUser(ctx, id)
}

/** Saves a user, and notifies the previous address of a new one, as nobody else might notice. */
async function changeAndNotify(ctx: Context, user: store.ScimUserRow['user'], sent: SentUser, name: string): Promise<void> {
  await ctx.db.transaction((db) => saveUser({ ...ctx, db }, user.id, sent, name))
  const to = emailOf(sent)
  if (to !== user.email) await accounts.sendCredentialNotice(ctx, user, { kind: 'email', to })
}

/** Disables a user and hides them from the provider. Their queries and dashboards stay. @throws AppError `not_found`, `last_admin` */
export async function removeUser(ctx: Context, id: string): Promise<void> {
  const row = await mustFind(ctx, id)
  await ctx.db.transaction(async (db) => {
    const within = { ...ctx, db }
    if (row.user.disabled_at === null) await accounts.disable(within, row.user.id)
    const { external_id = null, given_name = null, family_name = null, user_name = row.user.email } = row.scim ?? {}
    const removed_at = ctx.now()
    await store.save(db, { user_id: row.user.id, user_name, external_id, given_name, family_name, removed_at })
  })
}

/** @param ctx of a transaction */
async function saveUser(ctx: Context, id: number, sent: SentUser, name: string): Promise<void> {
  const email = emailOf(sent)
  const other = await store.findNamed(ctx.db, sent.userName, email)
  if (other && other.user.id !== id)
    throw new AppError('scim_exists', { reason: 'Another user has this user name or email address.' })
  await accounts.changeProvisioned(ctx, id, name, email)
  await store.save(ctx.db, {
    user_id: id,
    user_name: sent.userName,
    external_id: sent.externalId,
    given_name: sent.name?.givenName ?? null,
    family_name: sent.name?.familyName ?? null,
    removed_at: null,
  })
  const isDisabled = (await store.find(ctx.db, id))?.user.disabled_at != null
  if (sent.active === false && !isDisabled) await accounts.disable(ctx, id)
  if (sent.active === true && isDisabled) await accounts.enable(ctx, id)
}

/** The primary email address, else the first one, else the user name. @throws AppError `scim_value_invalid` without any */
function emailOf({ emails, userName }: SentUser): string {
  const email = emails?.find(({ primary }) => primary === true)?.value ?? emails?.[0]?.value ?? userName
  if (isEmailAddress(email)) return email.toLowerCase()
  throw new AppError('scim_value_invalid', { reason: 'A user needs an email address, in "emails" or as "userName".' })
}

const partsOf = ({ name }: SentUser) => [name?.givenName, name?.familyName].filter(Boolean).join(' ')
const nameOf = (sent: SentUser): string =>
  beginningOf(sent.displayName || sent.name?.formatted || partsOf(sent) || sent.userName.split('@')[0] || sent.userName, 255)

async function mustFind(ctx: Context, id: string): Promise<store.ScimUserRow> {
  const number = idOf(id)
  const row = number === null ? undefined : await store.find(ctx.db, number)
  if (!row) throw new AppError('not_found')
  return row
}

async function presentOne(ctx: Context, row: store.ScimUserRow) {
  const [shown] = await presentAll(ctx, [row])
  if (!shown) throw new AppError('not_found')
  return shown
}

async function presentAll(ctx: Context, rows: readonly store.ScimUserRow[]) {
  const names = await store.groupNames(ctx.db, [...new Set(rows.flatMap(({ user }) => user.group_ids))])
  return rows.map(({ user, scim }) => ({
    schemas: [USER_SCHEMA],
    id: String(user.id),
    ...(scim?.external_id ? { externalId: scim.external_id } : {}),
    userName: scim?.user_name ?? user.email,
    displayName: user.name,
    name: {
      formatted: user.name,
      ...(scim?.given_name ? { givenName: scim.given_name } : {}),
      ...(scim?.family_name ? { familyName: scim.family_name } : {}),
    },
    active: user.disabled_at === null,
    emails: [{ value: user.email, type: 'work', primary: true }],
    groups: user.group_ids.flatMap((id) => {
      const display = names.get(id)
      return display === undefined ? [] : [{ value: String(id), display, $ref: `${ctx.baseUrl}scim/v2/Groups/${id}` }]
    }),
    meta: {
      resourceType: 'User',
      created: user.created_at.toISOString(),
      lastModified: user.updated_at.toISOString(),
      location: `${ctx.baseUrl}scim/v2/Users/${user.id}`,
    },
  }))
}
