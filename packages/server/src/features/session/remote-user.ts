import { isEmailAddress } from '@sightline/contract/users.ts'
import type { Context } from '../../platform/context.ts'
import { AppError } from '../../platform/http/errors.ts'
import { isAmong } from '../../platform/networks.ts'
import { type IdentityMatch, userOfIdentity } from '../users/identities.ts'

/**
 * The user of whom a proxy says that they call.
 * @param peer address of the other end of the connection: what a caller says about it does not count
 * @throws AppError `not_found` when this way is not open, `sign_in_refused` for anybody but a trusted proxy, and without an address
 */
export async function remoteUser(
  ctx: Context,
  headers: Record<string, string | string[] | undefined>,
  peer: string,
): Promise<IdentityMatch> {
  const { remoteUserHeader, trustedProxies } = ctx.config.signIn
  if (remoteUserHeader === null) throw new AppError('not_found')
  const email = headers[remoteUserHeader]
  if (!isAmong(peer, trustedProxies)) throw refused(`${peer} is not among SIGHTLINE_TRUSTED_PROXIES.`)
  if (typeof email !== 'string' || !isEmailAddress(email))
    throw refused(`The header ${remoteUserHeader} holds no email address.`)
  const address = email.toLowerCase()
  const who = { provider: 'remote_user', issuer: remoteUserHeader, subject: address } as const
  // The proxy knows people by their address alone, so the operator who trusts it trusts the address.
  return userOfIdentity(ctx, { ...who, email: address, isEmailProved: true, name: null }, { mayJoin: true })
}

/** The caller reads that it did not work, the operator reads in the log why. */
const refused = (why: string) => new AppError('sign_in_refused', {}, { cause: new Error(why) })
