import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const NONCE_BYTES = 12
const TAG_BYTES = 16

/** Seals a value that a browser stores for a short time and can neither read nor change (AES-256-GCM).
 * @param secretKey the installation's key
 * @param purpose the value only opens for the same purpose
 * @returns base64url
 */
export function seal(secretKey: string, purpose: string, value: unknown, expiresAt: Date): string {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', keyFor(secretKey, purpose), nonce)
  const text = JSON.stringify({ value, expires: expiresAt.getTime() })
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url')
}

/** @returns the value; null if it was not sealed with this key for this purpose, was changed, or has expired */
export function unseal(secretKey: string, purpose: string, sealed: string, now: Date): unknown {
  const bytes = Buffer.from(sealed, 'base64url')
  const tagEnd = NONCE_BYTES + TAG_BYTES
  if (bytes.length <= tagEnd) return null
  try {
    const decipher = createDecipheriv('aes-256-gcm', keyFor(secretKey, purpose), bytes.subarray(0, NONCE_BYTES), {
      authTagLength: TAG_BYTES,
    })
    decipher.setAuthTag(bytes.subarray(NONCE_BYTES, tagEnd))
    const text = Buffer.concat([decipher.update(bytes.subarray(tagEnd)), decipher.final()]).toString('utf8')
    const { value, expires }: { value: unknown; expires: number } = JSON.parse(text)
    return expires > now.getTime() ? value : null
  } catch {
    return null
  }
}

/** A 256-bit key for one purpose, derived from the installation's key (RFC 5869). */
const keyFor = (secretKey: string, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secretKey, '', `sightline sealed ${purpose}`, 32))
