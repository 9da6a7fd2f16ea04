import type { ErrorCode } from '@sightline/contract/errors.ts'
import type { Origin, Services } from '../../platform/context.ts'
import { newKey, sha256 } from '../../platform/crypto/keys.ts'
import { AppError } from '../../platform/http/errors.ts'
import { record } from '../audit/service.ts'
import * as credentials from './credentials.store.ts'
import type { UserRow } from './store.ts'
import * as store from './store.ts'
import type { LinkKind } from './tables.ts'

type LinkServices = Pick<Services, 'db' | 'now'>

const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000
/** Password resets are used at once or requested again; the other two wait until the user reads the mail. */
const LIFETIME_MS: Record<LinkKind, number> = { invite: 7 * DAY_MS, verify: 7 * DAY_MS, reset: HOUR_MS }
/** Expired links are kept this long, so that users get a precise error message. */
const RETENTION_MS = 30 * DAY_MS

/**
 * Creates a link for a user. It works once: for an hour for a password reset, otherwise for seven days. Earlier links of the
 * same kind end.
 * @returns its token of 40 characters, of which only the hash is stored
 */
export async function createLink(services: LinkServices, kind: LinkKind, user: Pick<UserRow, 'id' | 'email'>): Promise<string> {
  const { db, now } = services
  const token = newKey()
  const created = now()
  await credentials.removeOldLinks(db, new Date(created.getTime() - RETENTION_MS))
  await credentials.endLinks(db, user.id, [kind], created)
  await credentials.insertLink(db, {
    id: sha256(token),
    kind,
    user_id: user.id,
    email: user.email,
    created_at: created,
    expires_at: new Date(created.getTime() + LIFETIME_MS[kind]),
  })
  return token
}

/** @param baseUrl of the site, with a trailing slash */
export const linkUrl = (baseUrl: string, kind: LinkKind, token: string): string => `${baseUrl}${kind}/${token}`

/**
 * Finds the user of a link without using it up; `consumeLink` does that.
 * @throws AppError `link_invalid`, `link_expired`, `link_used`, `invitation_accepted`, `link_user_unknown`,
 *   `verification_invalid`
 */
export async function findLinkOwner({ db, now }: LinkServices, kind: LinkKind, token: string): Promise<UserRow> {
  const link = await credentials.findLink(db, sha256(token), kind)
  if (!link) throw refused(kind, 'link_invalid')
  const found = await store.findById(db, link.user_id)
  if (!found || found.user.disabled_at !== null) throw refused(kind, 'link_user_unknown')
  const { user } = found
  if (kind === 'invite' && !user.is_invitation_pending) throw new AppError('invitation_accepted')
  // A link proves only the address that it was sent to, not one that was changed since.
  if (link.email !== user.email) throw refused(kind, 'link_used')
  // A used verification link stays valid, however often it is opened.
  if (kind === 'verify' && user.is_email_verified) return user
  if (link.ended_at !== null) throw refused(kind, 'link_used')
  if (link.expires_at <= now()) throw refused(kind, 'link_expired')
  return user
}

/** Uses up a link. Call it within the transaction that does what the link is for. @throws AppError as `findLinkOwner` */
async function consumeLink(services: LinkServices, kind: LinkKind, token: string): Promise<UserRow> {
  const user = await findLinkOwner(services, kind, token)
  if (!(await credentials.endLink(services.db, sha256(token), services.now()))) throw refused(kind, 'link_used')
  return user
}

/** Ends the invitation and reset links of a user, after a password was set or the email address or account changed. */
export async function endPasswordLinks({ db, now }: LinkServices, userId: number): Promise<void> {
  await credentials.endLinks(db, userId, ['invite', 'reset'], now())
}

const refused = (kind: LinkKind, code: ErrorCode) => new AppError(kind === 'verify' ? 'verification_invalid' : code)

type RecordedServices = Pick<Services, 'db' | 'now'> & { origin: Origin | null }

const entryOf = ({ id, name }: UserRow) => ({ actor: { id, name }, object_id: id, object_name: name })

/**
 * Sets the password of the owner of a link, and ends all their links. Call it within a transaction.
 * @param replacesKey whether the API key is replaced as well
 * @throws AppError about the link as `findLinkOwner`
 */
export async function setPasswordByLink(
  services: RecordedServices,
  kind: 'invite' | 'reset',
  token: string,
  { passwordHash, replacesKey }: { passwordHash: string; replacesKey: boolean },
): Promise<UserRow> {
  const user = await consumeLink(services, kind, token)
  await endPasswordLinks(services, user.id)
  const action = kind === 'invite' ? 'user.accept_invitation' : 'user.change_password'
  await record(services, { ...entryOf(user), origin: services.origin, action })
  const arrival = { password_hash: passwordHash, is_invitation_pending: false }
  if (!replacesKey) return store.acceptLink(services.db, user.id, arrival)
  await record(services, { ...entryOf(user), origin: services.origin, action: 'user.regenerate_key' })
  return store.acceptLink(services.db, user.id, { ...arrival, api_key: newKey() })
}

/** Verifies an email address by a link; idempotent. @throws AppError `verification_invalid` */
export async function verifyEmailByLink(services: RecordedServices, token: string): Promise<void> {
  const user = await findLinkOwner(services, 'verify', token)
  if (user.is_email_verified) return
  await services.db.transaction(async (tx) => {
    await store.acceptLink(tx, user.id, { is_email_verified: true })
    await record({ ...services, db: tx }, { ...entryOf(user), origin: services.origin, action: 'user.verify_email' })
  })
}
