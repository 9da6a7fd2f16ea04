import type { Origin, Services } from '../../platform/context.ts'
import { newKey } from '../../platform/crypto/keys.ts'
import { violatesConstraint } from '../../platform/db/constraint-errors.ts'
import { AppError } from '../../platform/http/errors.ts'
import { record } from '../audit/service.ts'
import { acceptLink } from './arrival.store.ts'
import { isInBlockedDomain } from './email-domains.ts'
import * as store from './identities.store.ts'
import { endPasswordLinks } from './links.ts'
import type { UserRow } from './store.ts'
import * as users from './store.ts'

/** Somebody whom another service has vouched for. */
export interface Identity extends store.IdentityKey {
  email: string
  /** Whether the service has verified that the address is theirs, or the operator says that it only knows verified ones. */
  isEmailProved: boolean
  /** What to call them; the beginning of the address when the service does not say. */
  name: string | null
}

/** Who has come in. */
export type IdentityMatch = Pick<UserRow, 'id' | 'name'>

type IdentityServices = Pick<Services, 'config' | 'db' | 'now'>

/**
 * The user that somebody known elsewhere is: found by who they are there, or by email address at their first coming, or made.
 * A pending invitation is accepted by it. An existing account is linked only by an address that both sides have proved: one that
 * somebody typed into a profile, here or there, must not open the account of another person.
 * @param mayJoin whether they may have an account when there is none
 * @throws AppError `account_disabled`, `account_not_allowed`, `account_not_linked`, `identity_conflict`, `email_unproved`,
 *   `email_domain_blocked`
 */
export async function userOfIdentity(
  services: IdentityServices & { origin: Origin | null },
  identity: Identity,
  { mayJoin }: { mayJoin: boolean },
): Promise<IdentityMatch> {
  try {
    return await services.db.transaction((tx) => arrivalOf({ ...services, db: tx }, identity, mayJoin))
  } catch (error) {
    if (!violatesConstraint(error, 'unique')) throw error
    // Two arrivals of the same person at the same time: by now there is whom the other has made.
    return services.db.transaction((tx) => arrivalOf({ ...services, db: tx }, identity, mayJoin))
  }
}

async function arrivalOf(
  services: IdentityServices & { origin: Origin | null },
  identity: Identity,
  mayJoin: boolean,
): Promise<UserRow> {
  const knownId = await store.findUserId(services.db, identity)
  const known = knownId === undefined ? undefined : await users.findById(services.db, knownId)
  if (known) return enabled(known.user)
  const found = await users.findByEmail(services.db, identity.email)
  const user = found ? await joined(services, enabled(found.user), identity) : await created(services, identity, mayJoin)
  const { provider, issuer, subject } = identity
  await store.insert(services.db, { provider, issuer, subject, user_id: user.id, created_at: services.now() })
  return user
}

function enabled(user: UserRow): UserRow {
  if (user.disabled_at !== null) throw new AppError('account_disabled')
  return user
}

/** An account that was here before is joined to the identity. */
async function joined(services: IdentityServices, user: UserRow, identity: Identity): Promise<UserRow> {
  const isKnown = await store.isKnownTo(services.db, user.id, identity)
  // As somebody else, that is: the same person may have arrived a moment ago, which the caller finds out.
  if (isKnown && (await store.findUserId(services.db, identity)) !== user.id) throw new AppError('identity_conflict')
  if (!isKnown && !identity.isEmailProved) throw new AppError('account_not_linked')
  if (!user.is_invitation_pending) {
    if (!user.is_email_verified) throw new AppError('email_unproved')
    return user
  }
  await endPasswordLinks(services, user.id)
  return acceptLink(services.db, user.id, { is_invitation_pending: false, is_email_verified: true })
}

async function created(
  services: IdentityServices & { origin: Origin | null },
  { email, name, provider, isEmailProved }: Identity,
  mayJoin: boolean,
): Promise<UserRow> {
  if (!mayJoin) throw new AppError('account_not_allowed')
  if (isInBlockedDomain(services, email)) throw new AppError('email_domain_blocked')
  const [beginning = email] = email.split('@')
  const user = await users.insert(services.db, {
    name: name?.trim().slice(0, MAX_NAME_CHARACTERS) || beginning,
    email,
    api_key: newKey(),
    group_ids: [await users.builtinGroupId(services.db, 'default')],
    is_email_verified: isEmailProved,
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
