import { createHmac, hkdfSync } from 'node:crypto'

/** A fingerprint of a secret key, from which the key cannot be found.
 * @returns 64 hexadecimal digits
 */
export function keyCheck(secretKey: string): string {
  const key = Buffer.from(hkdfSync('sha256', secretKey, '', 'sightline secret key check', 32))
  return createHmac('sha256', key).update('sightline').digest('hex')
}
