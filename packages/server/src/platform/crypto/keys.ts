import { hash, randomBytes, timingSafeEqual } from 'node:crypto'

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
const KEY_LENGTH = 40

/** A new random key of 40 characters `[A-Za-z0-9]` (238 bits), in the format of Redash's API keys. */
export function newKey(): string {
  let key = ''
  // Every response to a client without a cookie needs a key; a random call per character would take longer than the rest of the
  // response.
  while (key.length < KEY_LENGTH) {
    for (const byte of randomBytes(2 * KEY_LENGTH)) {
      // Bytes beyond the last whole alphabet would make its first characters more likely.
      if (byte < 256 - (256 % LETTERS.length) && key.length < KEY_LENGTH) key += LETTERS[byte % LETTERS.length]
    }
  }
  return key
}

/** SHA-256 as lower-case hex: enough for random keys, never for passwords. */
export const sha256 = (text: string | Uint8Array): string => hash('sha256', text)

/** Compares two strings in constant time. */
export const isSameText = (one: string, other: string): boolean =>
  timingSafeEqual(Buffer.from(sha256(one)), Buffer.from(sha256(other)))
