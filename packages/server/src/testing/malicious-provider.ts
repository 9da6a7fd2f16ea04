import { createSign, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Claims and signature of an ID token. */
export interface ForgedToken {
  claims: Record<string, unknown>
  /** `other` signs with a key that the provider does not publish, `none` not at all. */
  signs?: 'own' | 'other' | 'none'
}

/** An OpenID Connect provider that issues whatever ID token a test wants. */
export interface MaliciousProvider {
  issuer: string
  /** Forges the next token from the claims of a valid one. */
  forge: (honest: Record<string, unknown>) => ForgedToken
  /** Nonce of the current request. */
  nonce: string
  close(): Promise<void>
}

const KEY_ID = 'one'

export async function startMaliciousProvider(clientId: string): Promise<MaliciousProvider> {
  const own = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const other = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const http = createServer((request, response) => {
    const json = (body: unknown) => response.setHeader('content-type', 'application/json').end(JSON.stringify(body))
    if (request.url === '/.well-known/openid-configuration') {
      return json({
        issuer: provider.issuer,
        authorization_endpoint: `${provider.issuer}/authorize`,
        token_endpoint: `${provider.issuer}/token`,
        jwks_uri: `${provider.issuer}/jwks`,
        response_types_supported: ['code'],
        subject_types_supported: ['public'],
        id_token_signing_alg_values_supported: ['RS256'],
      })
    }
    if (request.url === '/jwks') {
      return json({ keys: [{ ...own.publicKey.export({ format: 'jwk' }), kid: KEY_ID, alg: 'RS256', use: 'sig' }] })
    }
    const seconds = Math.floor(Date.now() / 1000)
    const { claims, signs = 'own' } = provider.forge({
      iss: provider.issuer,
      aud: clientId,
      sub: 'sub-of-a-liar',
      nonce: provider.nonce,
      iat: seconds,
      exp: seconds + 300,
      email: 'ada@example.com',
      email_verified: true,
    })
    const key = signs === 'none' ? null : (signs === 'own' ? own : other).privateKey
    return json({ access_token: 'a', token_type: 'Bearer', expires_in: 300, id_token: tokenOf(claims, key) })
  })
  http.listen(0, '127.0.0.1')
  await once(http, 'listening')
  const provider: MaliciousProvider = {
    issuer: `http://127.0.0.1:${(http.address() as AddressInfo).port}`,
    forge: (claims) => ({ claims }),
    nonce: '',
    async close() {
      http.closeAllConnections()
      await new Promise((resolve) => http.close(resolve))
    },
  }
  return provider
}

function tokenOf(claims: Record<string, unknown>, key: KeyObject | null): string {
  const encoded = (part: unknown) => Buffer.from(JSON.stringify(part)).toString('base64url')
  const text = `${encoded(key ? { alg: 'RS256', kid: KEY_ID } : { alg: 'none' })}.${encoded(claims)}`
  return `${text}.${key ? createSign('sha256').update(text).sign(key, 'base64url') : ''}`
}
