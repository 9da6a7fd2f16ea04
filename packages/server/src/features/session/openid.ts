import type { OrganizationSettings } from '@sightline/contract/settings.ts'
import * as client from 'openid-client'
import { z } from 'zod'
import type { Context } from '../../platform/context.ts'
import { seal, unseal } from '../../platform/crypto/sealed.ts'
import { AppError } from '../../platform/http/errors.ts'
import { perProcess } from '../../platform/process-memory.ts'
import type { OpenIdConfig } from '../../platform/settings/sign-in.ts'
import { applyMappings, groupsFor } from '../groups/service.ts'
import { readSettings } from '../settings/service.ts'
import { findOrCreateUser, type Identity, type IdentityMatch } from '../users/service.ts'
import { groupNamesIn, isOverage } from './provider-groups.ts'

export type OpenIdMethod = 'google' | 'oidc'

/** Kept in a sealed cookie during the redirect to the provider. */
const LoginState = z.object({
  way: z.enum(['google', 'oidc']),
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  next: z.string().optional(),
})
type LoginState = z.infer<typeof LoginState>

const PURPOSE = 'sign-in journey'
/** Time for signing in at the provider. */
export const LOGIN_STATE_SECONDS = 600
const TIMEOUT_SECONDS = 10

/**
 * Starts a login with an OpenID Connect provider.
 * @param callback path of the redirect URI, below the site's root
 * @returns the provider's URL, and the sealed login state for a cookie
 * @throws AppError `not_found` if the provider is not configured, `sign_in_unavailable`
 */
export async function begin(
  ctx: Context,
  way: OpenIdMethod,
  callback: string,
  next: string | undefined,
): Promise<{ address: URL; loginState: string }> {
  const provider = providerOf(ctx, way)
  const configuration = await discovered(ctx, provider)
  const loginState: LoginState = {
    way,
    state: client.randomState(),
    nonce: client.randomNonce(),
    verifier: client.randomPKCECodeVerifier(),
    ...(next === undefined ? {} : { next }),
  }
  const address = client.buildAuthorizationUrl(configuration, {
    redirect_uri: ctx.baseUrl + callback,
    scope: provider.scopes,
    code_challenge: await client.calculatePKCECodeChallenge(loginState.verifier),
    code_challenge_method: 'S256',
    state: loginState.state,
    nonce: loginState.nonce,
  })
  const expiresAt = new Date(ctx.now().getTime() + LOGIN_STATE_SECONDS * 1000)
  return { address, loginState: seal(ctx.config.secretKey, PURPOSE, loginState, expiresAt) }
}

/**
 * Opens the sealed login state of the cookie.
 * @throws AppError `sign_in_expired` if it is missing, expired or of another provider
 */
export function readLoginState(ctx: Context, way: OpenIdMethod, cookie: string | null): LoginState {
  const loginState = LoginState.safeParse(cookie === null ? null : unseal(ctx.config.secretKey, PURPOSE, cookie, ctx.now()))
  if (!loginState.success || loginState.data.way !== way) throw new AppError('sign_in_expired')
  return loginState.data
}

/**
 * Completes a login with the provider's response.
 * @param answer the query parameters of the callback
 * @throws AppError `sign_in_refused` if the provider refuses or the response fails a check; the cause is attached
 */
export async function finish(
  ctx: Context,
  loginState: LoginState,
  callback: string,
  answer: Record<string, string>,
): Promise<IdentityMatch> {
  const provider = providerOf(ctx, loginState.way)
  const configuration = await discovered(ctx, provider)
  const address = new URL(`${ctx.baseUrl}${callback}?${new URLSearchParams(answer)}`)
  const settings = await readSettings(ctx)
  const groupsClaim = loginState.way === 'oidc' ? settings.auth_oidc_groups_claim : ''
  const { claims, groups } = await exchangeCode(ctx, configuration, address, loginState, provider.emailClaim, groupsClaim)
  if (!isEmailProved(provider, claims)) throw new AppError('email_unproved')
  const identity: Identity = {
    provider: loginState.way,
    issuer: claims.iss,
    subject: claims.sub,
    email: claims.email.toLowerCase(),
    isEmailVerified: true,
    name: claims.name ?? null,
  }
  const user = await findOrCreateUser(ctx, identity, {
    mayJoin: loginState.way === 'oidc' || isInAllowedDomain(settings, identity.email, claims.hd),
  })
  if (groups !== null) await applyMappings(ctx, user, await groupsFor(ctx, groups, 'oidc'), 'oidc')
  return user
}

const Claims = z.object({
  iss: z.string().min(1).max(2048),
  sub: z.string().min(1).max(255),
  email: z.email().max(255),
  email_verified: z.union([z.boolean(), z.string()]).optional(),
  /** Microsoft Entra: whether the owner of the domain has verified the address. */
  xms_edov: z.union([z.boolean(), z.string(), z.number()]).optional(),
  name: z.string().optional(),
  /** Google: the organization of the account. */
  hd: z.string().optional(),
})

const YES: readonly unknown[] = [true, 'true', 1, '1']

/**
 * Whether the provider has verified the email address. Without such a claim it counts as verified only if the operator trusts
 * the provider's addresses.
 */
function isEmailProved({ trustsEmail }: OpenIdConfig, { email_verified, xms_edov }: z.infer<typeof Claims>): boolean {
  const said = email_verified ?? xms_edov
  return said === undefined ? trustsEmail : YES.includes(said)
}

/**
 * Exchanges the code for the user's claims. Checks signature, issuer, audience, times, nonce and state.
 * @param emailClaim name of the claim with the email address
 * @param groupsClaim name of the claim with the groups; '' if the provider sends none
 * @returns the claims, and the groups; null if they are to stay as they are
 */
async function exchangeCode(
  ctx: Context,
  configuration: client.Configuration,
  address: URL,
  loginState: LoginState,
  emailClaim: string,
  groupsClaim: string,
): Promise<{ claims: z.infer<typeof Claims>; groups: string[] | null }> {
  try {
    const tokens = await client.authorizationCodeGrant(configuration, address, {
      pkceCodeVerifier: loginState.verifier,
      expectedState: loginState.state,
      expectedNonce: loginState.nonce,
      idTokenExpected: true,
    })
    const token = tokens.claims()
    if (token === undefined) throw new Error('The response has no ID token.')
    const lacksGroups = groupsClaim !== '' && token[groupsClaim] === undefined && !isOverage(token, groupsClaim)
    const hasMore = configuration.serverMetadata().userinfo_endpoint !== undefined
    const needsMore = token[emailClaim] === undefined || (lacksGroups && hasMore)
    const more = needsMore ? await client.fetchUserInfo(configuration, tokens.access_token, token.sub) : {}
    const sent: Record<string, unknown> = { ...more, ...token }
    const claims = Claims.parse({ ...sent, email: sent[emailClaim] })
    return { claims, groups: groupsClaim === '' ? null : groupsIn(ctx, sent, groupsClaim) }
  } catch (cause) {
    throw new AppError('sign_in_refused', {}, { cause })
  }
}

/** The groups in the claims; null, with a line in the log, if the claims do not name them. */
function groupsIn({ log }: Context, claims: Readonly<Record<string, unknown>>, claim: string): string[] | null {
  if (isOverage(claims, claim)) {
    log.warn(
      { subject: claims.sub, claim },
      'The provider has left the groups of a user out of the token because they are too many; their groups stay as they are. Let the provider send only the groups that are assigned to the application.',
    )
    return null
  }
  const groups = groupNamesIn(claims[claim])
  if (groups === null) {
    log.warn(
      { subject: claims.sub, claim },
      'The claim with the groups of a user has no list of texts; their groups stay as they are.',
    )
  }
  return groups
}

/** Whether the account belongs to an allowed Google organization. A private account with an address in its domain does not. */
function isInAllowedDomain(
  { auth_google_apps_domains }: Pick<OrganizationSettings, 'auth_google_apps_domains'>,
  email: string,
  organization: string | undefined,
): boolean {
  const domain = email.slice(email.lastIndexOf('@') + 1)
  return organization?.toLowerCase() === domain && auth_google_apps_domains.includes(domain)
}

function providerOf({ config }: Context, way: OpenIdMethod): OpenIdConfig {
  const provider = config.signIn[way]
  if (provider === null) throw new AppError('not_found')
  return provider
}

const configurations = perProcess(() => new Map<string, Promise<client.Configuration>>())

/** The provider's metadata, requested once. */
async function discovered(ctx: Context, provider: OpenIdConfig): Promise<client.Configuration> {
  const cache = configurations(ctx)
  const key = JSON.stringify([provider.issuer, provider.clientId, provider.clientSecret])
  const known = cache.get(key) ?? discover(provider)
  cache.set(key, known)
  try {
    return await known
  } catch (cause) {
    cache.delete(key)
    throw new AppError('sign_in_unavailable', {}, { cause })
  }
}

async function discover({ issuer, clientId, clientSecret }: OpenIdConfig): Promise<client.Configuration> {
  const address = new URL(issuer)
  // A plain http:// issuer is only configured for a provider on the same machine or network.
  const execute = address.protocol === 'http:' ? [client.allowInsecureRequests] : []
  const found = await client.discovery(address, clientId, undefined, undefined, { execute, timeout: TIMEOUT_SECONDS })
  const metadata = found.serverMetadata()
  const takesBasic = metadata.token_endpoint_auth_methods_supported?.includes('client_secret_basic') ?? true
  const proof = takesBasic ? client.ClientSecretBasic(clientSecret) : client.ClientSecretPost(clientSecret)
  const configuration = new client.Configuration(metadata, clientId, clientSecret, proof)
  configuration.timeout = TIMEOUT_SECONDS
  // Checks the signature of the ID token although it comes directly from the provider, since that may be without TLS.
  client.enableNonRepudiationChecks(configuration)
  for (const change of execute) change(configuration)
  return configuration
}
