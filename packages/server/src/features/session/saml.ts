import { randomBytes } from 'node:crypto'
import type { Profile, SAML } from '@node-saml/node-saml'
import type { OrganizationSettings } from '@sightline/contract/settings.ts'
import { isEmailAddress } from '@sightline/contract/users.ts'
import { z } from 'zod'
import type { Context } from '../../platform/context.ts'
import { sha256 } from '../../platform/crypto/keys.ts'
import { seal, unseal } from '../../platform/crypto/sealed.ts'
import { AppError } from '../../platform/http/errors.ts'
import { linkBase } from '../../platform/http/link-base.ts'
import { applyMappings, groupsFor } from '../groups/service.ts'
import { markUsed } from '../second-factor/service.ts'
import { readSettings } from '../settings/service.ts'
import { findOrCreateUser, type IdentityMatch } from '../users/service.ts'
import { groupNamesIn, isSamlOverage } from './provider-groups.ts'
import { providerAt, type SamlProvider } from './saml-metadata.ts'

/*
 * The identity provider makes the browser post its response from another site, and such a post carries no cookies of ours. So
 * the login completes in two steps: `receive` verifies the response without knowing the browser and returns it sealed; then the
 * browser is redirected to our own page, where `finish` compares it with the cookie of the request.
 */

const PendingRequest = z.object({ requestId: z.string(), next: z.string().optional() })
const VerifiedResponse = z.object({
  requestId: z.string(),
  issuer: z.string(),
  subject: z.string(),
  email: z.string(),
  name: z.string().nullable(),
  /** Groups of Sightline that the provider's groups are mapped to; null if the groups are to stay as they are. */
  groupIds: z.array(z.int()).nullable(),
})

const REQUEST_PURPOSE = 'saml departure'
const RESPONSE_PURPOSE = 'saml arrival'
/** Time for signing in at the provider. */
export const REQUEST_SECONDS = 600
/** Time between the callback and the page that completes the login; the browser is redirected at once. */
export const RESPONSE_SECONDS = 120
const CLOCK_SKEW_MS = 60_000
const CALLBACK = 'saml/callback'

/**
 * Starts a login with the organization's identity provider.
 * @returns the provider's URL, and the sealed request for a cookie
 * @throws AppError `not_found` if SAML is disabled, `sign_in_unavailable`
 */
export async function begin(ctx: Context, next: string | undefined): Promise<{ address: URL; request: string }> {
  const requestId = `_${randomBytes(20).toString('hex')}`
  const { saml } = await openSaml(ctx, requestId)
  const address = new URL(await saml.getAuthorizeUrlAsync('', undefined, {}))
  const expiresAt = new Date(ctx.now().getTime() + REQUEST_SECONDS * 1000)
  const request = seal(ctx.config.secretKey, REQUEST_PURPOSE, { requestId, ...(next === undefined ? {} : { next }) }, expiresAt)
  return { address, request }
}

/**
 * Verifies the provider's response: signature, issuer, audience, recipient, times, and that it was not used before.
 * @returns the sealed, verified response for a cookie
 * @throws AppError `sign_in_refused`; the cause is attached
 */
export async function receive(ctx: Context, answer: string): Promise<string> {
  const { saml, provider, callbackUrl } = await openSaml(ctx, null)
  try {
    const xml = Buffer.from(answer, 'base64').toString('utf8')
    if (/<!DOCTYPE/i.test(xml)) throw new Error('The response has a document type.')
    if (xml.includes('xmldsig#rsa-sha1') || xml.includes('xmldsig#sha1"')) throw new Error('The response is signed with SHA-1.')
    const { profile } = await saml.validatePostResponseAsync({ SAMLResponse: answer })
    if (profile === null) throw new Error('The response has no user.')
    if (provider.issuer !== null && profile.issuer !== provider.issuer) throw new Error('The response is from another issuer.')
    const { id, confirmation } = readAssertion(profile, callbackUrl, ctx.now())
    const used = sha256(JSON.stringify([profile.issuer, id]))
    const forgettableAt = new Date(confirmation.notOnOrAfter.getTime() + 2 * CLOCK_SKEW_MS)
    if (!(await markUsed(ctx.db, used, ctx.now(), forgettableAt))) throw new Error('The response was already used.')
    const response = { requestId: confirmation.inResponseTo, ...personIn(profile), groupIds: await groupIdsIn(ctx, profile) }
    return seal(ctx.config.secretKey, RESPONSE_PURPOSE, response, new Date(ctx.now().getTime() + RESPONSE_SECONDS * 1000))
  } catch (cause) {
    throw new AppError('sign_in_refused', {}, { cause })
  }
}

/**
 * Completes the login of the browser that started it.
 * @param request the cookie of `begin`
 * @param response the cookie of `receive`
 * @throws AppError `sign_in_expired` if the two do not belong together or were used before
 */
export async function finish(
  ctx: Context,
  request: string | null,
  response: string | null,
): Promise<{ user: IdentityMatch; next: string | undefined }> {
  const { secretKey } = ctx.config
  const left = PendingRequest.safeParse(request === null ? null : unseal(secretKey, REQUEST_PURPOSE, request, ctx.now()))
  const back = VerifiedResponse.safeParse(response === null ? null : unseal(secretKey, RESPONSE_PURPOSE, response, ctx.now()))
  if (!left.success || !back.success || left.data.requestId !== back.data.requestId) throw new AppError('sign_in_expired')
  const { requestId, groupIds, ...person } = back.data
  const forgettableAt = new Date(ctx.now().getTime() + REQUEST_SECONDS * 1000)
  if (!(await markUsed(ctx.db, sha256(requestId), ctx.now(), forgettableAt))) throw new AppError('sign_in_expired')
  const isEmailVerified = ctx.config.signIn.trustsSamlEmail
  const user = await findOrCreateUser(ctx, { provider: 'saml', isEmailVerified, ...person }, { mayJoin: true })
  if (groupIds !== null) await applyMappings(ctx, user, groupIds, 'saml')
  return { user, next: left.data.next }
}

/** @param requestId the id of a new request; null for verifying a response */
async function openSaml(ctx: Context, requestId: string | null) {
  const settings = await readSettings(ctx)
  if (!settings.auth_saml_enabled) throw new AppError('not_found')
  const baseUrl = linkBase(ctx)
  if (baseUrl === null) {
    // With a base URL taken from the Host header, an attacker could replay an assertion made for another site.
    ctx.log.warn('SAML needs SIGHTLINE_BASE_URL, so that responses for another server are refused.')
    throw new AppError('sign_in_unavailable')
  }
  const provider = await providerFrom(ctx, settings)
  const callbackUrl = baseUrl + CALLBACK
  const entityId = settings.auth_saml_entity_id || callbackUrl
  // Loaded on first use, because it brings a large XML library.
  const { SAML, ValidateInResponseTo } = await import('@node-saml/node-saml')
  const saml: SAML = new SAML({
    entryPoint: provider.ssoUrl,
    idpCert: provider.certificates,
    issuer: entityId,
    audience: entityId,
    callbackUrl,
    identifierFormat: settings.auth_saml_nameid_format || null,
    disableRequestedAuthnContext: true,
    wantAssertionsSigned: true,
    // A signature of the whole response is optional, since nothing outside the assertion is used.
    wantAuthnResponseSigned: false,
    // `finish` compares the request id with the browser's cookie.
    validateInResponseTo: ValidateInResponseTo.never,
    acceptedClockSkewMs: CLOCK_SKEW_MS,
    ...(requestId === null ? {} : { generateUniqueId: () => requestId }),
  })
  return { saml, provider, callbackUrl }
}

async function providerFrom(ctx: Context, settings: OrganizationSettings): Promise<SamlProvider> {
  if (settings.auth_saml_type === 'static') {
    if (settings.auth_saml_sso_url === '' || settings.auth_saml_x509_cert === '') throw new AppError('sign_in_unavailable')
    return { issuer: null, ssoUrl: settings.auth_saml_sso_url, certificates: [settings.auth_saml_x509_cert] }
  }
  try {
    return await providerAt(ctx, settings.auth_saml_metadata_url)
  } catch (cause) {
    throw new AppError('sign_in_unavailable', {}, { cause })
  }
}

/** The parts of an assertion that the library parses but does not validate. */
const Assertion = z.object({
  Assertion: z.object({
    $: z.object({ ID: z.string().min(1) }),
    Subject: z.tuple([
      z.object({
        SubjectConfirmation: z.array(
          z.object({
            $: z.object({ Method: z.string() }),
            SubjectConfirmationData: z
              .tuple([
                z.object({
                  $: z.object({
                    Recipient: z.string(),
                    InResponseTo: z.string().min(1),
                    NotOnOrAfter: z.iso.datetime({ offset: true }),
                  }),
                }),
              ])
              .optional(),
          }),
        ),
      }),
    ]),
  }),
})
const BEARER = 'urn:oasis:names:tc:SAML:2.0:cm:bearer'

/** Reads the signed assertion. It must be addressed to our callback, answer one of our requests, and not be expired. */
function readAssertion(profile: Profile, callbackUrl: string, now: Date) {
  const { Assertion: assertion } = Assertion.parse(profile.getAssertion?.())
  const confirmations = assertion.Subject[0].SubjectConfirmation.flatMap(({ $: { Method }, SubjectConfirmationData: data }) => {
    if (Method !== BEARER || data === undefined) return []
    const { Recipient, InResponseTo, NotOnOrAfter } = data[0].$
    return [{ recipient: Recipient, inResponseTo: InResponseTo, notOnOrAfter: new Date(NotOnOrAfter) }]
  })
  const confirmation = confirmations.find(
    ({ recipient, notOnOrAfter }) => recipient === callbackUrl && notOnOrAfter.getTime() + CLOCK_SKEW_MS > now.getTime(),
  )
  if (!confirmation) throw new Error('The assertion is not valid for this server or at this time.')
  return { id: assertion.$.ID, confirmation }
}

const EMAIL_ATTRIBUTES = ['email', 'mail', 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress']
const NAME_ATTRIBUTES = ['displayName', 'name', 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/name']
const TRANSIENT = 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient'

function personIn(profile: Profile): { issuer: string; subject: string; email: string; name: string | null } {
  const text = (name: string) => (typeof profile[name] === 'string' && profile[name] !== '' ? profile[name] : null)
  const first = (names: string[]) => names.map(text).find((value) => value !== null) ?? null
  const email = [first(EMAIL_ATTRIBUTES), profile.nameID].find((value) => value !== null && isEmailAddress(value))
  if (!email) throw new Error('The assertion has no email address.')
  const fullName = [text('FirstName'), text('LastName')].filter((part) => part !== null).join(' ')
  const isPassing = profile.nameIDFormat === TRANSIENT || !profile.nameID
  return {
    issuer: profile.issuer,
    subject: isPassing ? email.toLowerCase() : profile.nameID,
    email: email.toLowerCase(),
    name: fullName || first(NAME_ATTRIBUTES),
  }
}

/** The groups that the assertion names, as ids, since thousands of names would not fit into the cookie. */
async function groupIdsIn(ctx: Context, profile: Profile): Promise<number[] | null> {
  const { auth_saml_groups_attribute: attribute } = await readSettings(ctx)
  if (attribute === '') return null
  if (isSamlOverage(profile, attribute)) {
    ctx.log.warn({ attribute }, 'A user has too many groups for the SAML assertion; their groups stay as they are.')
    return null
  }
  const names = groupNamesIn(profile[attribute])
  if (names !== null) return groupsFor(ctx, names, 'saml')
  ctx.log.warn({ attribute }, 'The SAML attribute with the groups of a user has no texts; their groups stay as they are.')
  return null
}
