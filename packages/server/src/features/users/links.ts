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
/** A link to a new password is followed at once or asked for again; the other two wait for somebody to read their mail. */
const LIFETIME_MS: Record<LinkKind, number> = { invite: 7 * DAY_MS, verify: 7 * DAY_MS, reset: HOUR_MS }
/** Links that have run out are remembered for this long, so that whoever follows one is told what is wrong with it. */
const RETENTION_MS = 30 * DAY_MS

/**
 * Makes a link for a user. It works once, for an hour to a new password and for seven days otherwise; earlier ones of the same kind end.
 * @returns its token of 40 characters, of which nothing but the hash is kept
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
 * The user whom a token lets in. The link still works afterwards: `followLink` is what ends it.
 * @throws AppError `link_invalid`, `link_expired`, `link_used`, `invitation_accepted`, `link_user_unknown`, `verification_invalid`
 */
export async function findLinkOwner({ db, now }: LinkServices, kind: LinkKind, token: string): Promise<UserRow> {
  const link = await credentials.findLink(db, sha256(token), kind)
  if (!link) throw refused(kind, 'link_invalid')
  const found = await store.findById(db, link.user_id)
  if (!found || found.user.disabled_at !== null) throw refused(kind, 'link_user_unknown')
  const { user } = found
  if (kind === 'invite' && !user.is_invitation_pending) throw new AppError('invitation_accepted')
  // A link proves the address that it was sent to. Whoever has another one by now has to prove that.
  if (link.email !== user.email) throw refused(kind, 'link_used')
  // What a verification has proved stays proved, however often its link is opened.
  if (kind === 'verify' && user.is_email_verified) return user
  if (link.ended_at !== null) throw refused(kind, 'link_used')
  if (link.expires_at <= now()) throw refused(kind, 'link_expired')
  return user
}

/**
 * Opens a link for good: nobody gets in by it again. To be part of the transaction that does what the link is for.
 * @throws as `openLink`
 */
export async function consumeLink(services: LinkServices, kind: LinkKind, token: string): Promise<UserRow> {
  const user = await findLinkOwner(services, kind, token)
  if (!(await credentials.endLink(services.db, sha256(token), services.now()))) throw refused(kind, 'link_used')
  return user
}

/** Ends what a user was handed out to set a password: after one was set, and when email or account change. */
export async function endPasswordLinks({ db, now }: LinkServices, userId: number): Promise<void> {
  await credentials.endLinks(db, userId, ['invite', 'reset'], now())
}

const refused = (kind: LinkKind, code: ErrorCode) => new AppError(kind === 'verify' ? 'verification_invalid' : code)

type RecordedServices = Pick<Services, 'db' | 'now'> & { origin: Origin | null }

const entryOf = ({ id, name }: UserRow) => ({ actor: { id, name }, object_id: id, object_name: name })

/**
 * Gives a password to whoever holds a link, which ends, as do their other links. To be part of a transaction.
 * @param replacesKey whether the API key of before ends as well
 * @throws AppError about the link as `openLink`
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

/** Takes a link as proof of an email address. One that has done so before is as good. @throws AppError `verification_invalid` */
export async function verifyEmailByLink(services: RecordedServices, token: string): Promise<void> {
  const user = await findLinkOwner(services, 'verify', token)
  if (user.is_email_verified) return
  await services.db.transaction(async (tx) => {
    await store.acceptLink(tx, user.id, { is_email_verified: true })
    await record({ ...services, db: tx }, { ...entryOf(user), origin: services.origin, action: 'user.verify_email' })
  })
}
