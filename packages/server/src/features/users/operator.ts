import type { Services } from '../../platform/context.ts'
import { newKey } from '../../platform/crypto/keys.ts'
import { hashPassword } from '../../platform/crypto/passwords.ts'
import { violatesConstraint } from '../../platform/db/constraint-errors.ts'
import { type Actor, record } from '../audit/service.ts'
import { readEmail, refuseWeakPassword } from './credential-policy.ts'
import { createLink, endPasswordLinks } from './links.ts'
import * as lists from './list.store.ts'
import { endSessions } from './sessions.ts'
import * as changes from './store.ts'
import * as store from './store.ts'

/** Services for the operator's commands, which run without a signed-in user. */
type OperatorServices = Pick<Services, 'config' | 'db' | 'now'>

/** The token of a link for setting a password. */
export interface PasswordLink {
  kind: 'invite' | 'reset'
  token: string
}

/**
 * Creates an admin.
 * @param password null returns a link for choosing one
 * @param groupIds the groups of admins
 * @returns the link; null if there is a password
 * @throws Error with one sentence; AppError if the password is too weak
 */
export async function createAdmin(
  services: OperatorServices,
  actor: Actor,
  { name, email, password }: { name: string; email: string; password: string | null },
  groupIds: number[],
): Promise<PasswordLink | null> {
  if (password !== null) await refuseWeakPassword(password, { name, email })
  const row = {
    name,
    email: await readEmail(services, email),
    password_hash: password === null ? null : await hashPassword(password),
    api_key: newKey(),
    group_ids: groupIds,
    is_invitation_pending: password === null,
    is_email_verified: true,
  }
  const user = await mustInsert(services, row)
  const about = { object_id: user.id, object_name: user.name, details: { email: user.email, group_ids: groupIds } }
  await record(services, { actor, origin: null, action: 'user.create', ...about })
  return password === null ? { kind: 'invite', token: await createLink(services, 'invite', user) } : null
}

/** The ids of the groups of admins. */
export const adminGroups = async ({ db }: OperatorServices): Promise<number[]> => [
  await store.builtinGroupId(db, 'admin'),
  await store.builtinGroupId(db, 'default'),
]

/** Makes a user an admin. @returns the user's name */
export async function promote(services: OperatorServices, actor: Actor, email: string): Promise<string> {
  const user = await mustFind(services, email)
  const admins = await store.builtinGroupId(services.db, 'admin')
  await services.db.transaction(async (db) => {
    await changes.addToGroup(db, user.id, admins)
    const details = { user_id: user.id, user_name: user.name }
    const entry = { actor, origin: null, action: 'group.add_member', object_id: admins, object_name: 'admin', details } as const
    await record({ ...services, db }, entry)
  })
  return user.name
}

/**
 * Sets a user's password, or creates a link for choosing one; until that is used, the old password works. A new password also
 * replaces the API key unless it is to stay; with a link, the user decides.
 * @returns the link; null if there is a password
 */
export async function resetPassword(
  services: OperatorServices,
  actor: Actor,
  email: string,
  password: string | null,
  keepsKey: boolean,
): Promise<PasswordLink | null> {
  const user = await mustFind(services, email)
  if (password !== null) await refuseWeakPassword(password, user)
  if (user.is_service_account) throw new Error(`${user.email} is a service account, which cannot sign in.`)
  if (user.disabled_at !== null) throw new Error(`${user.email} is disabled: enable this user first.`)
  const passwordHash = password === null ? null : await hashPassword(password)
  return services.db.transaction(async (db) => {
    const within = { ...services, db }
    const about = { object_id: user.id, object_name: user.name }
    const replacesKey = passwordHash !== null && !keepsKey
    if (replacesKey) await record(within, { actor, origin: null, action: 'user.regenerate_key', ...about })
    await record(within, { actor, origin: null, action: 'user.reset_password', ...about })
    if (passwordHash === null) {
      const kind = user.is_invitation_pending ? 'invite' : 'reset'
      return { kind, token: await createLink(within, kind, user) }
    }
    const key = replacesKey ? { api_key: newKey() } : {}
    await changes.change(db, user.id, { password_hash: passwordHash, is_invitation_pending: false, ...key })
    await endPasswordLinks(within, user.id)
    await endSessions(within, user.id)
    return null
  })
}

/** The id of a user. @throws Error if there is no such user */
export const idOf = async (services: OperatorServices, email: string): Promise<number> => (await mustFind(services, email)).id

/** A user as the operator sees them. */
export interface ListedUser {
  id: number
  name: string
  email: string
  groups: string[]
  state: 'active' | 'invited' | 'disabled'
}

/** All users, by email. */
export async function list({ db }: OperatorServices): Promise<ListedUser[]> {
  const rows = await lists.allUsers(db)
  const names = await lists.groupNames(db, [...new Set(rows.flatMap(({ group_ids }) => group_ids))])
  return rows.map((user) => ({
    id: user.id,
    name: user.name,
    email: user.email,
    groups: user.group_ids.flatMap((id) => names.get(id) ?? []),
    state: stateOf(user),
  }))
}

function stateOf(user: store.UserRow): ListedUser['state'] {
  if (user.disabled_at !== null) return 'disabled'
  return user.is_invitation_pending ? 'invited' : 'active'
}

async function mustFind({ db }: OperatorServices, email: string): Promise<store.UserRow> {
  const found = await store.findByEmail(db, email)
  if (!found) throw new Error(`There is no user ${email}.`)
  return found.user
}

async function mustInsert({ db }: OperatorServices, user: store.NewUser): Promise<store.UserRow> {
  try {
    return await store.insert(db, user)
  } catch (error) {
    if (!violatesConstraint(error, 'unique')) throw error
    throw new Error(`A user ${user.email} already exists: make them an admin with "promote".`, { cause: error })
  }
}
