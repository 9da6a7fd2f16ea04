import { beginningOf } from '@sightline/domain/shortened.ts'
import type { Origin, Services } from '../../platform/context.ts'
import { newKey } from '../../platform/crypto/keys.ts'
import { violatesConstraint } from '../../platform/db/constraint-errors.ts'
import { AppError } from '../../platform/http/errors.ts'
import { record } from '../audit/service.ts'
import { isInBlockedDomain } from './credential-policy.ts'
import * as store from './credentials.store.ts'
import { endPasswordLinks } from './links.ts'
import * as users from './store.ts'
import { acceptLink, type UserRow } from './store.ts'

/** A person authenticated by an external identity provider. */
export interface Identity extends store.IdentityKey {
  email: string
  /** Whether the provider has verified the address, or the operator trusts all its addresses. */
  isEmailVerified: boolean
  /** Null if the provider gives none; new users are then named after the local part of the address. */
  name: string | null
}

/** The local user of an identity. */
export type IdentityMatch = Pick<UserRow, 'id' | 'name'>

type IdentityServices = Pick<Services, 'config' | 'db' | 'now'>

/**
 * Finds the local user of an external identity, links an account by email address on first login, or creates one. This accepts
 * a pending invitation. An existing account is linked only if both sides have verified the address; otherwise an address typed
 * into a profile would open another person's account.
 * @param mayJoin whether a new account may be created
 * @throws AppError `account_disabled`, `account_not_allowed`, `account_not_linked`, `identity_conflict`, `email_unproved`,
 *   `email_domain_blocked`
 */
export async function findOrCreateUser(
  services: IdentityServices & { origin: Origin | null },
  identity: Identity,
  { mayJoin }: { mayJoin: boolean },
): Promise<IdentityMatch> {
  try {
    return await services.db.transaction((tx) => resolveIdentity({ ...services, db: tx }, identity, mayJoin))
  } catch (error) {
    if (!violatesConstraint(error, 'unique')) throw error
    // Two concurrent first logins of the same person: by now the other one has created the user.
    return services.db.transaction((tx) => resolveIdentity({ ...services, db: tx }, identity, mayJoin))
  }
}

async function resolveIdentity(
  services: IdentityServices & { origin: Origin | null },
  identity: Identity,
  mayJoin: boolean,
): Promise<UserRow> {
  const knownId = await store.findIdentityUser(services.db, identity)
  const known = knownId === undefined ? undefined : await users.findById(services.db, knownId)
  if (known) return mustBeEnabled(known.user)
  const found = await users.findByEmail(services.db, identity.email)
  const user = found
    ? await linkAccount(services, mustBeEnabled(found.user), identity)
    : await createAccount(services, identity, mayJoin)
  const { provider, issuer, subject } = identity
  await store.insertIdentity(services.db, { provider, issuer, subject, user_id: user.id, created_at: services.now() })
  if (found) await recordLink(services, found.user, provider)
  return user
}

/** Records that an identity opens an account that was there before. */
async function recordLink(
  services: IdentityServices & { origin: Origin | null },
  { id, name, is_invitation_pending }: UserRow,
  provider: Identity['provider'],
): Promise<void> {
  const entry = { actor: { id, name }, origin: services.origin, object_id: id, object_name: name, details: { by: provider } }
  await record(services, { ...entry, action: 'user.link_identity' })
  if (is_invitation_pending) await record(services, { ...entry, action: 'user.accept_invitation' })
}

function mustBeEnabled(user: UserRow): UserRow {
  if (user.disabled_at !== null) throw new AppError('account_disabled')
  return user
}

/** Links an existing account to the identity. */
async function linkAccount(services: IdentityServices, user: UserRow, identity: Identity): Promise<UserRow> {
  if (user.is_service_account) throw new AppError('account_not_allowed')
  const isKnown = await store.hasIdentityAt(services.db, user.id, identity)
  // The user is linked to another identity of the issuer. If it is the same one, a concurrent login has linked it.
  if (isKnown && (await store.findIdentityUser(services.db, identity)) !== user.id) throw new AppError('identity_conflict')
  if (!isKnown && !identity.isEmailVerified) throw new AppError('account_not_linked')
  if (!user.is_invitation_pending) {
    if (!user.is_email_verified) throw new AppError('email_unproved')
    return user
  }
  await endPasswordLinks(services, user.id)
  return acceptLink(services.db, user.id, { is_invitation_pending: false, is_email_verified: true })
}

async function createAccount(
  services: IdentityServices & { origin: Origin | null },
  { email, name, provider, isEmailVerified }: Identity,
  mayJoin: boolean,
): Promise<UserRow> {
  if (!mayJoin) throw new AppError('account_not_allowed')
  if (isInBlockedDomain(services, email)) throw new AppError('email_domain_blocked')
  const [beginning = email] = email.split('@')
  const user = await users.insert(services.db, {
    name: beginningOf(name?.trim() ?? '', MAX_NAME_CHARACTERS) || beginning,
    email,
    api_key: newKey(),
    group_ids: [await users.builtinGroupId(services.db, 'default')],
    is_email_verified: isEmailVerified,
  })
  await record(services, {
    actor: { id: user.id, name: user.name },
    origin: services.origin,
    action: 'user.create',
    object_id: user.id,
    object_name: user.name,
    details: { email, by: provider },
  })
  return user
}

const MAX_NAME_CHARACTERS = 255
