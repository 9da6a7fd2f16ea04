import { createHmac, hkdfSync } from 'node:crypto'

/**
 * What a secret key is known by: the same for the same key, and of no use for finding the key out.
 * @returns 64 hexadecimal digits
 */
export function keyCheck(secretKey: string): string {
  const key = Buffer.from(hkdfSync('sha256', secretKey, '', 'sightline secret key check', 32))
  return createHmac('sha256', key).update('sightline').digest('hex')
}
