import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { inflateRawSync } from 'node:zlib'
import { SignedXml } from 'xml-crypto'
import { type Certified, keyText, selfSigned } from './certificate.ts'

/** The content of an assertion; tests can forge every part. */
export interface SamlStatement {
  id: string
  issuer: string
  nameId: string
  nameIdFormat: string
  audience: string
  recipient: string
  inResponseTo: string | null
  notBefore: Date
  notOnOrAfter: Date
  attributes: Record<string, string | string[]>
}

/** A request of the product, as the browser submits it. */
export interface SamlRequest {
  id: string
  issuer: string
  callbackUrl: string
}

/** A running SAML 2.0 identity provider. */
export interface SamlServer {
  metadataUrl: string
  entityId: string
  key: Certified
  /** The number of metadata requests. */
  reads: number
  /** @param address the URL to which the product redirected */
  read(address: string): SamlRequest
  /** A valid response about Ada to a request. */
  honest(request: SamlRequest): SamlStatement
  close(): Promise<void>
}

const RSA_SHA256 = 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256'
const SHA256 = 'http://www.w3.org/2001/04/xmlenc#sha256'
const RSA_SHA1 = 'http://www.w3.org/2000/09/xmldsig#rsa-sha1'
const SHA1 = 'http://www.w3.org/2000/09/xmldsig#sha1'
const CANONICAL = 'http://www.w3.org/2001/10/xml-exc-c14n#'
const ENVELOPED = 'http://www.w3.org/2000/09/xmldsig#enveloped-signature'
const MINUTE = 60_000

/** @param host in its URLs; to a browser, `localhost` is a different site from 127.0.0.1 */
export async function startSamlServer(host = '127.0.0.1'): Promise<SamlServer> {
  const key = await selfSigned('Identity provider of a test')
  const http = createServer(({ url = '' }, response) => {
    if (url.startsWith('/sso?')) return void response.setHeader('content-type', 'text/html').end(signInPage(`${root}${url}`))
    server.reads += 1
    response.setHeader('content-type', 'application/samlmetadata+xml').end(metadata())
  })
  http.listen(0, '127.0.0.1')
  await once(http, 'listening')
  const root = `http://${host}:${(http.address() as AddressInfo).port}`
  const metadata = () => `<?xml version="1.0"?>
<md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" entityID="${server.entityId}">
  <md:IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">
    <md:KeyDescriptor use="signing"><ds:KeyInfo xmlns:ds="http://www.w3.org/2000/09/xmldsig#"><ds:X509Data>
      <ds:X509Certificate>${key.certificate.raw.toString('base64').replace(/(.{64})/g, '$1\n')}</ds:X509Certificate>
    </ds:X509Data></ds:KeyInfo></md:KeyDescriptor>
    <md:SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" Location="${root}/post"/>
    <md:SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="${root}/sso"/>
  </md:IDPSSODescriptor>
</md:EntityDescriptor>`
  /** Signs Ada in, and posts the valid response at once. */
  const signInPage = (address: string) => {
    const statement = server.honest(server.read(address))
    const response = Buffer.from(responseAround(signed(assertionOf(statement), key), statement)).toString('base64')
    const relayState = new URL(address).searchParams.get('RelayState') ?? ''
    return `<!doctype html><body onload="document.forms[0].submit()"><form method="post" action="${statement.recipient}">
<input name="SAMLResponse" value="${response}"><input name="RelayState" value="${relayState}"></form></body>`
  }
  const server: SamlServer = {
    metadataUrl: `${root}/metadata`,
    entityId: `${root}/entity`,
    key,
    reads: 0,
    read(address) {
      const url = new URL(address)
      if (url.origin + url.pathname !== `${root}/sso`) throw new Error(`Not an address of this provider: ${address}`)
      const xml = inflateRawSync(Buffer.from(url.searchParams.get('SAMLRequest') ?? '', 'base64')).toString()
      const find = (pattern: RegExp) => pattern.exec(xml)?.[1] ?? ''
      return {
        id: find(/ ID="([^"]+)"/),
        issuer: find(/<saml:Issuer[^>]*>([^<]+)</),
        callbackUrl: find(/AssertionConsumerServiceURL="([^"]+)"/),
      }
    },
    honest: ({ id, issuer, callbackUrl }) => ({
      id: `_${randomUUID()}`,
      issuer: server.entityId,
      nameId: 'ada@example.com',
      nameIdFormat: 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress',
      audience: issuer,
      recipient: callbackUrl,
      inResponseTo: id,
      notBefore: new Date(Date.now() - MINUTE),
      notOnOrAfter: new Date(Date.now() + 5 * MINUTE),
      attributes: { FirstName: 'Ada', LastName: 'Lovelace' },
    }),
    async close() {
      http.closeAllConnections()
      await new Promise((resolve) => http.close(resolve))
    },
  }
  return server
}

/** An assertion as XML, not signed. */
export function assertionOf(statement: SamlStatement): string {
  const { id, issuer, nameId, nameIdFormat, audience, recipient, inResponseTo, notBefore, notOnOrAfter, attributes } = statement
  const answers = inResponseTo === null ? '' : ` InResponseTo="${inResponseTo}"`
  const values = Object.entries(attributes).map(
    ([name, given]) =>
      `<saml:Attribute Name="${name}">${[given]
        .flat()
        .map((value) => `<saml:AttributeValue>${value}</saml:AttributeValue>`)
        .join('')}</saml:Attribute>`,
  )
  return `<saml:Assertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="${id}" Version="2.0" IssueInstant="${new Date().toISOString()}"><saml:Issuer>${issuer}</saml:Issuer><saml:Subject><saml:NameID Format="${nameIdFormat}">${nameId}</saml:NameID><saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer"><saml:SubjectConfirmationData Recipient="${recipient}" NotOnOrAfter="${notOnOrAfter.toISOString()}"${answers}/></saml:SubjectConfirmation></saml:Subject><saml:Conditions NotBefore="${notBefore.toISOString()}" NotOnOrAfter="${notOnOrAfter.toISOString()}"><saml:AudienceRestriction><saml:Audience>${audience}</saml:Audience></saml:AudienceRestriction></saml:Conditions><saml:AuthnStatement AuthnInstant="${new Date().toISOString()}"><saml:AuthnContext><saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:Password</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement><saml:AttributeStatement>${values.join('')}</saml:AttributeStatement></saml:Assertion>`
}

/** Signs an assertion (XML Signature, enveloped). */
export function signed(assertion: string, key: Certified, { isSha1 = false } = {}): string {
  const signer = new SignedXml({
    privateKey: keyText(key),
    signatureAlgorithm: isSha1 ? RSA_SHA1 : RSA_SHA256,
    canonicalizationAlgorithm: CANONICAL,
  })
  const subject = "/*[local-name(.)='Assertion']"
  signer.addReference({ xpath: subject, transforms: [ENVELOPED, CANONICAL], digestAlgorithm: isSha1 ? SHA1 : SHA256 })
  signer.computeSignature(assertion, { location: { reference: `${subject}/*[local-name(.)='Issuer']`, action: 'after' } })
  return signer.getSignedXml()
}

/** A complete response with this content. */
export function responseAround(content: string, { issuer, recipient, inResponseTo }: SamlStatement): string {
  const answers = inResponseTo === null ? '' : ` InResponseTo="${inResponseTo}"`
  return `<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" ID="_${randomUUID()}" Version="2.0" IssueInstant="${new Date().toISOString()}" Destination="${recipient}"${answers}><saml:Issuer xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion">${issuer}</saml:Issuer><samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Success"/></samlp:Status>${content}</samlp:Response>`
}
