import { createHmac, hkdfSync } from 'node:crypto'
import { isSameText } from '../../platform/crypto/keys.ts'

/** The signing key, derived from the installation's secret key (HKDF, RFC 5869). */
const keyFrom = (secretKey: string) => Buffer.from(hkdfSync('sha256', secretKey, '', 'sightline end of a subscription', 32))

/**
 * The token in a report's unsubscribe link, which ends the subscription without signing in. It grants nothing else and is valid
 * as long as the subscription exists.
 */
export function unsubscribeToken(secretKey: string, id: number): string {
  const signature = createHmac('sha256', keyFrom(secretKey)).update(String(id)).digest('base64url')
  return `${id}.${signature}`
}

/** @returns the id of the subscription; null for a token with an invalid signature */
export function subscriptionIdIn(secretKey: string, token: string): number | null {
  const [, digits = ''] = /^([1-9]\d{0,9})\./.exec(token) ?? []
  const id = Number(digits)
  return id > 0 && id < 2 ** 31 && isSameText(token, unsubscribeToken(secretKey, id)) ? id : null
}
