import type { Origin, Services } from '../../platform/context.ts'
import { newKey } from '../../platform/crypto/keys.ts'
import { record } from '../audit/service.ts'
import * as store from './arrival.store.ts'
import { endPasswordLinks, followLink, openLink } from './links.ts'
import type { UserRow } from './store.ts'

type ArrivalServices = Pick<Services, 'db' | 'now'> & { origin: Origin | null }

const entryOf = ({ id, name }: UserRow) => ({ actor: { id, name }, object_id: id, object_name: name })

/**
 * Gives a password to whoever holds a link, which ends, as do their other links. To be part of a transaction.
 * @param replacesKey whether the API key of before ends as well
 * @throws AppError about the link as `openLink`
 */
export async function setPasswordByLink(
  services: ArrivalServices,
  kind: 'invite' | 'reset',
  token: string,
  { passwordHash, replacesKey }: { passwordHash: string; replacesKey: boolean },
): Promise<UserRow> {
  const user = await followLink(services, kind, token)
  await endPasswordLinks(services, user.id)
  const action = kind === 'invite' ? 'user.accept_invitation' : 'user.change_password'
  await record(services, { ...entryOf(user), origin: services.origin, action })
  const arrival = { password_hash: passwordHash, is_invitation_pending: false }
  if (!replacesKey) return store.acceptLink(services.db, user.id, arrival)
  await record(services, { ...entryOf(user), origin: services.origin, action: 'user.regenerate_key' })
  return store.acceptLink(services.db, user.id, { ...arrival, api_key: newKey() })
}

/** Takes a link as proof of an email address. One that has done so before is as good. @throws AppError `verification_invalid` */
export async function verifyEmailByLink(services: ArrivalServices, token: string): Promise<void> {
  const user = await openLink(services, 'verify', token)
  if (user.is_email_verified) return
  await services.db.transaction(async (tx) => {
    await store.acceptLink(tx, user.id, { is_email_verified: true })
    await record({ ...services, db: tx }, { ...entryOf(user), origin: services.origin, action: 'user.verify_email' })
  })
}
