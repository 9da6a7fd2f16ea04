import { RecentlyUsed } from '@sightline/domain/recently-used.ts'
import { SaxesParser } from 'saxes'
import type { Services } from '../../platform/context.ts'
import { fetchText } from '../../platform/egress.ts'
import { perProcess } from '../../platform/process-memory.ts'

/** The parts of a SAML 2.0 identity provider's metadata that are used. */
export interface SamlProvider {
  /** The entity id; null if unknown, in which case only the certificate is checked. */
  issuer: string | null
  /** The URL of single sign-on. */
  ssoUrl: string
  /** Its signing certificates, as base64. */
  certificates: string[]
}

const METADATA = 'urn:oasis:names:tc:SAML:2.0:metadata'
const SIGNATURES = 'http://www.w3.org/2000/09/xmldsig#'
const REDIRECT = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect'

const LIMITS = { maxBytes: 1024 * 1024, timeoutMs: 10_000 }
const CACHE_MS = 10 * 60_000

/** An installation has one identity provider. */
const providers = perProcess(() => new RecentlyUsed<string, { at: number; provider: Promise<SamlProvider> }>(1))

/** Reads the metadata of an identity provider; cached for ten minutes. @throws Error with one sentence */
export async function providerAt(ctx: Pick<Services, 'memory' | 'now'>, url: string): Promise<SamlProvider> {
  const cache = providers(ctx)
  const now = ctx.now().getTime()
  const known = cache.get(url)
  if (known && now - known.at < CACHE_MS) return known.provider
  const provider = fetchText(url, LIMITS).then(readMetadata)
  cache.set(url, { at: now, provider })
  provider.catch(() => cache.delete(url))
  return provider
}

/** @throws Error with one sentence if the XML does not describe exactly one identity provider */
function readMetadata(xml: string): SamlProvider {
  const parser = new SaxesParser({ xmlns: true })
  const path: string[] = []
  const issuers: string[] = []
  const ssoUrls: string[] = []
  const certificates: string[] = []
  let use: string | null = null
  let text = ''
  parser.on('doctype', () => {
    throw new Error('The metadata of the identity provider must not have a document type.')
  })
  parser.on('opentag', ({ local, uri, attributes }) => {
    path.push(uri === METADATA || uri === SIGNATURES ? local : '')
    text = ''
    const attribute = (name: string) => attributes[name]?.value ?? null
    if (local === 'EntityDescriptor') issuers.push(attribute('entityID') ?? '')
    if (local === 'KeyDescriptor') use = attribute('use')
    const isSignOn = local === 'SingleSignOnService' && path.includes('IDPSSODescriptor')
    const location = attribute('Location')
    if (isSignOn && attribute('Binding') === REDIRECT && location !== null) ssoUrls.push(location)
  })
  parser.on('text', (more) => {
    text += more
  })
  parser.on('closetag', () => {
    const isSigning = path.includes('IDPSSODescriptor') && path.includes('KeyDescriptor') && use !== 'encryption'
    if (path.at(-1) === 'X509Certificate' && isSigning) certificates.push(text.replace(/\s/g, ''))
    path.pop()
  })
  try {
    parser.write(xml).close()
  } catch (cause) {
    throw new Error('The metadata of the identity provider cannot be read.', { cause })
  }
  const [issuer = ''] = issuers
  const [ssoUrl] = ssoUrls
  if (issuers.length !== 1 || issuer === '' || ssoUrl === undefined || certificates.length === 0) {
    throw new Error('The metadata must describe one identity provider with a redirect URL and a certificate.')
  }
  return { issuer, ssoUrl, certificates }
}
