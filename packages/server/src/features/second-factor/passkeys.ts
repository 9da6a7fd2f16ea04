import { MAX_PASSKEYS } from '@sightline/contract/second-factor.ts'
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import { z } from 'zod'
import type { Context } from '../../platform/context.ts'
import { seal, unseal } from '../../platform/crypto/sealed.ts'
import { violatesConstraint } from '../../platform/db/constraint-errors.ts'
import { AppError } from '../../platform/http/errors.ts'
import { linkBase } from '../../platform/http/link-base.ts'
import { organizationIdentity } from '../settings/service.ts'
import { ensureRecoveryCodes, type FactorOwner, useSetup } from './app.ts'
import { recordChange } from './record.ts'
import * as store from './store.ts'

const PURPOSE = 'passkey set-up'
const SETUP_MS = 5 * 60_000
const Setup = z.object({ userId: z.number(), challenge: z.string() })

/** The library is loaded with the first passkey, since most processes never need it. */
const library = () => import('@simplewebauthn/server')

/**
 * The place that passkeys of this installation belong to. Without `SIGHTLINE_BASE_URL` it is only known on this machine itself: a
 * response that was made for another server would count otherwise, since clients choose the `host` header.
 * @throws AppError `passkey_address_unknown`
 */
function ownPlace(ctx: Pick<Context, 'config' | 'baseUrl'>): { origin: string; domain: string } {
  const base = linkBase(ctx)
  const { origin, hostname, port } = new URL(base ?? ctx.baseUrl)
  // Tests leave the port to the system.
  const isOwnPort = ctx.config.port === 0 || port === String(ctx.config.port)
  if (base === null || (ctx.config.baseUrl === null && !isOwnPort)) throw new AppError('passkey_address_unknown')
  return { origin, domain: hostname }
}

/** The challenge and the place that a response of the browser must belong to. @throws AppError `passkey_address_unknown` */
function expectedOf(ctx: Pick<Context, 'config' | 'baseUrl'>, challenge: string) {
  const { origin, domain } = ownPlace(ctx)
  return { expectedChallenge: challenge, expectedOrigin: origin, expectedRPID: domain }
}

/** Begins to add a passkey. @returns the options of the browser call, and the state to be sent back with its response */
export async function beginPasskey(ctx: Context, owner: FactorOwner) {
  const known = await store.passkeysOf(ctx.db, owner.id)
  if (known.length >= MAX_PASSKEYS) throw new AppError('passkey_limit', { limit: MAX_PASSKEYS })
  const { name } = await organizationIdentity(ctx)
  const { generateRegistrationOptions } = await library()
  const options = await generateRegistrationOptions({
    rpName: name === '' ? 'Sightline' : `Sightline (${name})`,
    rpID: ownPlace(ctx).domain,
    userName: owner.email,
    userDisplayName: owner.name,
    userID: new TextEncoder().encode(`user ${owner.id}`),
    excludeCredentials: known.map(({ credential_id, transports }) => ({ id: credential_id, transports })),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
  })
  const expiresAt = new Date(ctx.now().getTime() + SETUP_MS)
  const state = { userId: owner.id, challenge: options.challenge }
  return { setup: seal(ctx.config.secretKey, PURPOSE, state, expiresAt), options: { ...options } }
}

/**
 * Adds a passkey.
 * @param response of the browser, not checked yet
 * @returns recovery codes, as `ensureRecoveryCodes`
 * @throws AppError `second_factor_setup_expired`, `passkey_invalid`
 */
export async function addPasskey(
  ctx: Context,
  owner: FactorOwner,
  { setup, name, response }: { setup: string; name: string; response: Record<string, unknown> },
): Promise<string[]> {
  const read = Setup.safeParse(unseal(ctx.config.secretKey, PURPOSE, setup, ctx.now()))
  if (!read.success || read.data.userId !== owner.id) throw new AppError('second_factor_setup_expired')
  const credential = await registered(ctx, response, read.data.challenge)
  try {
    return await ctx.db.transaction(async (db) => {
      const within = { ...ctx, db }
      await store.lockUser(db, owner.id)
      await useSetup(within, read.data.challenge)
      await store.insertPasskey(db, {
        user_id: owner.id,
        name,
        credential_id: credential.id,
        public_key: Buffer.from(credential.publicKey),
        counter: credential.counter,
        transports: credential.transports ?? [],
        created_at: ctx.now(),
      })
      await recordChange(within, owner, 'user.set_up_second_factor', { method: 'passkey', passkey_name: name })
      return ensureRecoveryCodes(within, owner.id)
    })
  } catch (error) {
    throw violatesConstraint(error, 'unique') ? new AppError('passkey_invalid', {}, { cause: error }) : error
  }
}

/** The credential of a valid response. The library checks every part of it, whatever its type says. */
async function registered(ctx: Context, response: Record<string, unknown>, challenge: string) {
  const { verifyRegistrationResponse } = await library()
  const expected = expectedOf(ctx, challenge)
  try {
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: response as unknown as RegistrationResponseJSON,
      ...expected,
      requireUserVerification: false,
    })
    if (!verified) throw new Error('The signature is wrong.')
    return registrationInfo.credential
  } catch (cause) {
    throw new AppError('passkey_invalid', {}, { cause })
  }
}

/**
 * The options of the browser call for a sign-in with a passkey.
 * @param userId whose passkeys are offered; null for any that the device has, which then also has to verify its user
 */
export async function passkeyOptions(ctx: Context, userId: number | null) {
  const { generateAuthenticationOptions } = await library()
  const known = userId === null ? [] : await store.passkeysOf(ctx.db, userId)
  return generateAuthenticationOptions({
    rpID: ownPlace(ctx).domain,
    userVerification: userId === null ? 'required' : 'preferred',
    allowCredentials: known.map(({ credential_id, transports }) => ({ id: credential_id, transports })),
  })
}

/**
 * Checks the response to `passkeyOptions`.
 * @param expected `userId` as there; `challenge` of those options
 * @returns the id of the user of the passkey
 * @throws AppError `passkey_refused`, also for a passkey of another user and for a counter that goes backwards
 */
export async function verifyPasskey(
  ctx: Context,
  response: Record<string, unknown>,
  { userId, challenge }: { userId: number | null; challenge: string },
): Promise<number> {
  const passkey = typeof response.id === 'string' ? await store.findPasskey(ctx.db, response.id) : undefined
  if (passkey === undefined || (userId !== null && passkey.user_id !== userId)) throw new AppError('passkey_refused')
  const { verifyAuthenticationResponse } = await library()
  const expected = expectedOf(ctx, challenge)
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: response as unknown as AuthenticationResponseJSON,
      ...expected,
      credential: { id: passkey.credential_id, publicKey: new Uint8Array(passkey.public_key), counter: passkey.counter },
      requireUserVerification: userId === null,
    })
    const day = ctx.now().toISOString().slice(0, 10)
    if (!verified || !(await store.recordPasskeyUse(ctx.db, passkey, authenticationInfo.newCounter, day)))
      throw new Error('The signature is wrong, or the passkey was used at the same time.')
    return passkey.user_id
  } catch (cause) {
    throw new AppError('passkey_refused', {}, { cause })
  }
}
