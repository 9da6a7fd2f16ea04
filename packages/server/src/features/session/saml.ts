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
import { readSettings } from '../settings/service.ts'
import { type IdentityMatch, userOfIdentity } from '../users/identities.ts'
import { useOnce } from './attempts.store.ts'
import { providerAt, type SamlProvider } from './saml-metadata.ts'

/*
 * The identity provider makes the browser post its answer from another site, and such a post carries no cookie of ours. So the
 * post is checked for all that can be checked without knowing the browser, and hands the result over, sealed; the browser is
 * sent on to a page of our own, and there it has to show the cookie with which it left.
 */

const Departure = z.object({ requestId: z.string(), next: z.string().optional() })
const Arrival = z.object({
  requestId: z.string(),
  issuer: z.string(),
  subject: z.string(),
  email: z.string(),
  name: z.string().nullable(),
})

const DEPARTURE = 'saml departure'
const ARRIVAL = 'saml arrival'
/** Seconds that somebody has for signing in elsewhere. */
export const REQUEST_SECONDS = 600
/** Seconds between the answer and the page that takes it: the browser goes straight there. */
export const RESPONSE_SECONDS = 120
const CLOCK_SKEW_MS = 60_000
const CALLBACK = 'saml/callback'

/**
 * Begins a sign-in with the organization's identity provider.
 * @returns where the browser goes, and what it keeps until it is back
 * @throws AppError `not_found` when SAML is off, `sign_in_unavailable`
 */
export async function begin(ctx: Context, next: string | undefined): Promise<{ address: URL; departure: string }> {
  const requestId = `_${randomBytes(20).toString('hex')}`
  const { saml } = await openSaml(ctx, requestId)
  const address = new URL(await saml.getAuthorizeUrlAsync('', undefined, {}))
  const expiresAt = new Date(ctx.now().getTime() + REQUEST_SECONDS * 1000)
  const departure = seal(ctx.config.secretKey, DEPARTURE, { requestId, ...(next === undefined ? {} : { next }) }, expiresAt)
  return { address, departure }
}

/**
 * Checks the answer of the identity provider: signature, issuer, audience, recipient, times, and that it was not heard before.
 * @returns what the browser brings to the page that lets it in
 * @throws AppError `sign_in_refused`; the cause goes along
 */
export async function receive(ctx: Context, answer: string): Promise<string> {
  const { saml, provider, callbackUrl } = await openSaml(ctx, null)
  try {
    const xml = Buffer.from(answer, 'base64').toString('utf8')
    if (/<!DOCTYPE/i.test(xml)) throw new Error('The answer has a document type.')
    if (xml.includes('xmldsig#rsa-sha1') || xml.includes('xmldsig#sha1"')) throw new Error('The answer is signed with SHA-1.')
    const { profile } = await saml.validatePostResponseAsync({ SAMLResponse: answer })
    if (profile === null) throw new Error('The answer says nothing of a user.')
    if (provider.issuer !== null && profile.issuer !== provider.issuer) throw new Error('The answer is of another issuer.')
    const { id, confirmation } = readAssertion(profile, callbackUrl, ctx.now())
    const used = sha256(JSON.stringify([profile.issuer, id]))
    const forgettableAt = new Date(confirmation.notOnOrAfter.getTime() + 2 * CLOCK_SKEW_MS)
    if (!(await useOnce(ctx.db, used, ctx.now(), forgettableAt))) throw new Error('The answer was used before.')
    const arrival = { requestId: confirmation.inResponseTo, ...personIn(profile) }
    return seal(ctx.config.secretKey, ARRIVAL, arrival, new Date(ctx.now().getTime() + RESPONSE_SECONDS * 1000))
  } catch (cause) {
    throw new AppError('sign_in_refused', {}, { cause })
  }
}

/**
 * Lets in the browser that left, with the answer that it was given.
 * @param departure what it kept when it left
 * @param arrival what it was given for the answer
 * @throws AppError `sign_in_expired` when the two do not belong together, or were used before
 */
export async function finish(
  ctx: Context,
  departure: string | null,
  arrival: string | null,
): Promise<{ user: IdentityMatch; next: string | undefined }> {
  const { secretKey } = ctx.config
  const left = Departure.safeParse(departure === null ? null : unseal(secretKey, DEPARTURE, departure, ctx.now()))
  const back = Arrival.safeParse(arrival === null ? null : unseal(secretKey, ARRIVAL, arrival, ctx.now()))
  if (!left.success || !back.success || left.data.requestId !== back.data.requestId) throw new AppError('sign_in_expired')
  const { requestId, ...person } = back.data
  const forgettableAt = new Date(ctx.now().getTime() + REQUEST_SECONDS * 1000)
  if (!(await useOnce(ctx.db, sha256(requestId), ctx.now(), forgettableAt))) throw new AppError('sign_in_expired')
  const isEmailProved = ctx.config.signIn.trustsSamlEmail
  const user = await userOfIdentity(ctx, { provider: 'saml', isEmailProved, ...person }, { mayJoin: true })
  return { user, next: left.data.next }
}

/** @param requestId of the request that is about to be made; null for an answer */
async function openSaml(ctx: Context, requestId: string | null) {
  const settings = await readSettings(ctx)
  if (!settings.auth_saml_enabled) throw new AppError('not_found')
  const baseUrl = linkBase(ctx)
  if (baseUrl === null) {
    // Whoever may choose the host of a request could make us take what was said to somebody else.
    ctx.log.warn('SAML needs SIGHTLINE_BASE_URL, so that it is certain to whom the identity provider speaks.')
    throw new AppError('sign_in_unavailable')
  }
  const provider = await providerFrom(settings, ctx.now())
  const callbackUrl = baseUrl + CALLBACK
  const entityId = settings.auth_saml_entity_id || callbackUrl
  // Loaded with the first sign-in of this kind: it brings an XML library of some size.
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
    // Whether the response as a whole is signed is up to the provider: nothing outside of the assertion is read.
    wantAuthnResponseSigned: false,
    // The request is compared where the browser shows that it made it.
    validateInResponseTo: ValidateInResponseTo.never,
    acceptedClockSkewMs: CLOCK_SKEW_MS,
    ...(requestId === null ? {} : { generateUniqueId: () => requestId }),
  })
  return { saml, provider, callbackUrl }
}

async function providerFrom(settings: OrganizationSettings, now: Date): Promise<SamlProvider> {
  if (settings.auth_saml_type === 'static') {
    if (settings.auth_saml_sso_url === '' || settings.auth_saml_x509_cert === '') throw new AppError('sign_in_unavailable')
    return { issuer: null, ssoUrl: settings.auth_saml_sso_url, certificates: [settings.auth_saml_x509_cert] }
  }
  try {
    return await providerAt(settings.auth_saml_metadata_url, now)
  } catch (cause) {
    throw new AppError('sign_in_unavailable', {}, { cause })
  }
}

/** What of an assertion the library reads as XML and leaves to us to judge. */
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

/** The signed part alone: who brings it may sign in if it was made for us, for a request of ours, and not too long ago. */
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
  if (!confirmation) throw new Error('The assertion was not made for this place and time.')
  return { id: assertion.$.ID, confirmation }
}

const EMAIL_ATTRIBUTES = ['email', 'mail', 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress']
const NAME_ATTRIBUTES = ['displayName', 'name', 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/name']
const TRANSIENT = 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient'

function personIn(profile: Profile): { issuer: string; subject: string; email: string; name: string | null } {
  const text = (name: string) => (typeof profile[name] === 'string' && profile[name] !== '' ? profile[name] : null)
  const first = (names: string[]) => names.map(text).find((value) => value !== null) ?? null
  const email = [first(EMAIL_ATTRIBUTES), profile.nameID].find((value) => value !== null && isEmailAddress(value))
  if (!email) throw new Error('The assertion names no email address.')
  const fullName = [text('FirstName'), text('LastName')].filter((part) => part !== null).join(' ')
  const isPassing = profile.nameIDFormat === TRANSIENT || !profile.nameID
  return {
    issuer: profile.issuer,
    subject: isPassing ? email.toLowerCase() : profile.nameID,
    email: email.toLowerCase(),
    name: fullName || first(NAME_ATTRIBUTES),
  }
}
