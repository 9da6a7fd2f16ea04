import type { ErrorCode } from '@sightline/contract/errors.ts'
import type { Services } from '../../platform/context.ts'
import { newKey, sha256 } from '../../platform/crypto/keys.ts'
import { AppError } from '../../platform/http/errors.ts'
import type { LinkKind } from './link-tables.ts'
import * as store from './links.store.ts'
import type { UserRow } from './store.ts'
import { findById } from './store.ts'

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
  await store.removeOldLinks(db, new Date(created.getTime() - RETENTION_MS))
  await store.endLinks(db, user.id, [kind], created)
  await store.insertLink(db, {
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
  const link = await store.findLink(db, sha256(token), kind)
  if (!link) throw refused(kind, 'link_invalid')
  const found = await findById(db, link.user_id)
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
  if (!(await store.endLink(services.db, sha256(token), services.now()))) throw refused(kind, 'link_used')
  return user
}

/** Ends what a user was handed out to set a password: after one was set, and when email or account change. */
export async function endPasswordLinks({ db, now }: LinkServices, userId: number): Promise<void> {
  await store.endLinks(db, userId, ['invite', 'reset'], now())
}

const refused = (kind: LinkKind, code: ErrorCode) => new AppError(kind === 'verify' ? 'verification_invalid' : code)
