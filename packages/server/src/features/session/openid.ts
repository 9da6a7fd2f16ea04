import * as client from 'openid-client'
import { z } from 'zod'
import type { Context } from '../../platform/context.ts'
import { seal, unseal } from '../../platform/crypto/sealed.ts'
import { AppError } from '../../platform/http/errors.ts'
import type { OpenIdConfig } from '../../platform/sign-in-config.ts'
import { readSettings } from '../settings/service.ts'
import { type Identity, type IdentityMatch, userOfIdentity } from '../users/identities.ts'

export type OpenIdMethod = 'google' | 'oidc'

/** What the browser keeps, sealed, between leaving for the provider and coming back. */
const Journey = z.object({
  way: z.enum(['google', 'oidc']),
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  next: z.string().optional(),
})
type Journey = z.infer<typeof Journey>

const PURPOSE = 'sign-in journey'
/** Seconds that somebody has for signing in elsewhere. */
export const LOGIN_STATE_SECONDS = 600
const TIMEOUT_SECONDS = 10

/**
 * Begins a sign-in with a provider of OpenID Connect.
 * @param callback path of the answer, below the site's root
 * @returns where the browser goes, and what it keeps until it is back
 * @throws AppError `not_found` when this way is not open, `sign_in_unavailable`
 */
export async function begin(
  ctx: Context,
  way: OpenIdMethod,
  callback: string,
  next: string | undefined,
): Promise<{ address: URL; journey: string }> {
  const provider = providerOf(ctx, way)
  const configuration = await discovered(provider)
  const journey: Journey = {
    way,
    state: client.randomState(),
    nonce: client.randomNonce(),
    verifier: client.randomPKCECodeVerifier(),
    ...(next === undefined ? {} : { next }),
  }
  const address = client.buildAuthorizationUrl(configuration, {
    redirect_uri: ctx.baseUrl + callback,
    scope: provider.scopes,
    code_challenge: await client.calculatePKCECodeChallenge(journey.verifier),
    code_challenge_method: 'S256',
    state: journey.state,
    nonce: journey.nonce,
  })
  const expiresAt = new Date(ctx.now().getTime() + LOGIN_STATE_SECONDS * 1000)
  return { address, journey: seal(ctx.config.secretKey, PURPOSE, journey, expiresAt) }
}

/** What a browser kept of its journey. @throws AppError `sign_in_expired` when that is nothing, or of another way */
export function readLoginState(ctx: Context, way: OpenIdMethod, kept: string | null): Journey {
  const journey = Journey.safeParse(kept === null ? null : unseal(ctx.config.secretKey, PURPOSE, kept, ctx.now()))
  if (!journey.success || journey.data.way !== way) throw new AppError('sign_in_expired')
  return journey.data
}

/**
 * Ends a sign-in with what the provider sent the browser back with.
 * @param answer the query of the address
 * @throws AppError `sign_in_refused` for whatever the provider, or a check of its answer, refuses; the cause goes along
 */
export async function finish(
  ctx: Context,
  journey: Journey,
  callback: string,
  answer: Record<string, string>,
): Promise<IdentityMatch> {
  const provider = providerOf(ctx, journey.way)
  const configuration = await discovered(provider)
  const address = new URL(`${ctx.baseUrl}${callback}?${new URLSearchParams(answer)}`)
  const claims = await vouchedFor(configuration, address, journey)
  if (!isEmailProved(provider, claims)) throw new AppError('email_unproved')
  const identity: Identity = {
    provider: journey.way,
    issuer: claims.iss,
    subject: claims.sub,
    email: claims.email.toLowerCase(),
    isEmailProved: true,
    name: claims.name ?? null,
  }
  return userOfIdentity(ctx, identity, {
    mayJoin: journey.way === 'oidc' || (await isOfDomain(ctx, identity.email, claims.hd)),
  })
}

const Claims = z.object({
  iss: z.string().min(1).max(2048),
  sub: z.string().min(1).max(255),
  email: z.email().max(255),
  email_verified: z.union([z.boolean(), z.string()]).optional(),
  /** Of Microsoft Entra: whether the owner of the domain has verified the address. */
  xms_edov: z.union([z.boolean(), z.string(), z.number()]).optional(),
  name: z.string().optional(),
  /** Of Google: the organization that the account belongs to. */
  hd: z.string().optional(),
})

const YES: readonly unknown[] = [true, 'true', 1, '1']

/**
 * Whether the address belongs to whoever signs in. A provider that denies it is always believed; one that says nothing of it only
 * where the operator has said that its addresses can be trusted.
 */
function isEmailProved({ trustsEmail }: OpenIdConfig, { email_verified, xms_edov }: z.infer<typeof Claims>): boolean {
  const said = email_verified ?? xms_edov
  return said === undefined ? trustsEmail : YES.includes(said)
}

/** Changes the code for what the provider says of the user: signature, issuer, audience, times, nonce and state are checked. */
async function vouchedFor(
  configuration: client.Configuration,
  address: URL,
  journey: Journey,
): Promise<z.infer<typeof Claims>> {
  try {
    const tokens = await client.authorizationCodeGrant(configuration, address, {
      pkceCodeVerifier: journey.verifier,
      expectedState: journey.state,
      expectedNonce: journey.nonce,
      idTokenExpected: true,
    })
    const token = tokens.claims()
    if (token === undefined) throw new Error('The answer holds no ID token.')
    const more = token.email === undefined ? await client.fetchUserInfo(configuration, tokens.access_token, token.sub) : {}
    return Claims.parse({ ...more, ...token })
  } catch (cause) {
    throw new AppError('sign_in_refused', {}, { cause })
  }
}

/** Whether somebody belongs to an organization that gets accounts here: a private account with such an address does not. */
async function isOfDomain(ctx: Context, email: string, organization: string | undefined): Promise<boolean> {
  const { auth_google_apps_domains } = await readSettings(ctx)
  const domain = email.slice(email.lastIndexOf('@') + 1)
  return organization?.toLowerCase() === domain && auth_google_apps_domains.includes(domain)
}

function providerOf({ config }: Context, way: OpenIdMethod): OpenIdConfig {
  const provider = config.signIn[way]
  if (provider === null) throw new AppError('not_found')
  return provider
}

const configurations = new Map<string, Promise<client.Configuration>>()

/** What a provider says of itself, asked for once. */
async function discovered(provider: OpenIdConfig): Promise<client.Configuration> {
  const key = JSON.stringify([provider.issuer, provider.clientId, provider.clientSecret])
  const known = configurations.get(key) ?? discover(provider)
  configurations.set(key, known)
  try {
    return await known
  } catch (cause) {
    configurations.delete(key)
    throw new AppError('sign_in_unavailable', {}, { cause })
  }
}

async function discover({ issuer, clientId, clientSecret }: OpenIdConfig): Promise<client.Configuration> {
  const address = new URL(issuer)
  // An operator who names a plain address has a provider on the same machine or network.
  const execute = address.protocol === 'http:' ? [client.allowInsecureRequests] : []
  const found = await client.discovery(address, clientId, undefined, undefined, { execute, timeout: TIMEOUT_SECONDS })
  const metadata = found.serverMetadata()
  const takesBasic = metadata.token_endpoint_auth_methods_supported?.includes('client_secret_basic') ?? true
  const proof = takesBasic ? client.ClientSecretBasic(clientSecret) : client.ClientSecretPost(clientSecret)
  const configuration = new client.Configuration(metadata, clientId, clientSecret, proof)
  configuration.timeout = TIMEOUT_SECONDS
  // The token comes from the provider itself, over TLS or not: its signature is checked all the same.
  client.enableNonRepudiationChecks(configuration)
  for (const change of execute) change(configuration)
  return configuration
}
