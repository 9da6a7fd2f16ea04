import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { z } from 'zod'

/** Names algorithm and key, so that both can be replaced while older texts stay readable. */
const VERSION = 'v1'
const NONCE_BYTES = 12
const TAG_BYTES = 16

const Options = z.record(z.string(), z.unknown())

/**
 * Encrypts the options of a data source with AES-256-GCM.
 * @param secretKey the installation's key (`config.secretKey`)
 * @returns `v1:` and the base64 of nonce, tag and ciphertext
 */
export function encryptOptions(secretKey: string, options: Record<string, unknown>): string {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', keyFrom(secretKey), nonce)
  cipher.setAAD(Buffer.from(VERSION))
  const encrypted = Buffer.concat([cipher.update(JSON.stringify(options), 'utf8'), cipher.final()])
  return `${VERSION}:${Buffer.concat([nonce, cipher.getAuthTag(), encrypted]).toString('base64')}`
}

/**
 * Reads what `encryptOptions` wrote.
 * @throws when the text was changed, or was written with another key
 */
export function decryptOptions(secretKey: string, text: string): Record<string, unknown> {
  const [version, encoded] = text.split(':')
  if (version !== VERSION || encoded === undefined) throw new Error('Stored options have an unknown form.')
  const bytes = Buffer.from(encoded, 'base64')
  const tagEnd = NONCE_BYTES + TAG_BYTES
  try {
    const decipher = createDecipheriv('aes-256-gcm', keyFrom(secretKey), bytes.subarray(0, NONCE_BYTES), {
      authTagLength: TAG_BYTES,
    })
    decipher.setAAD(Buffer.from(VERSION))
    decipher.setAuthTag(bytes.subarray(NONCE_BYTES, tagEnd))
    const plain = Buffer.concat([decipher.update(bytes.subarray(tagEnd)), decipher.final()])
    return Options.parse(JSON.parse(plain.toString('utf8')))
  } catch (cause) {
    throw new Error('Stored options cannot be read with this SIGHTLINE_SECRET_KEY.', { cause })
  }
}

/**
 * The same options under another key.
 * @returns null when they are under the new key already: a rotation may be done twice
 * @throws when neither key reads them
 */
export function reencrypted(text: string, oldKey: string, newKey: string): string | null {
  if (isReadable(newKey, text)) return null
  return encryptOptions(newKey, decryptOptions(oldKey, text))
}

function isReadable(secretKey: string, text: string): boolean {
  try {
    decryptOptions(secretKey, text)
    return true
  } catch {
    return false
  }
}

const keys = new Map<string, Buffer>()

/** The 256-bit key for this one purpose, derived from the installation's key (RFC 5869). */
function keyFrom(secretKey: string): Buffer {
  const known = keys.get(secretKey)
  if (known) return known
  const key = Buffer.from(hkdfSync('sha256', secretKey, '', 'sightline stored options', 32))
  keys.set(secretKey, key)
  return key
}
