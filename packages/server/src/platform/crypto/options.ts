import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { memoized } from '@sightline/domain/memoized.ts'
import { z } from 'zod'

/** Version of the format: algorithm, key and additional data. Each can change while older ciphertexts stay readable. */
const VERSION = 'v2'
/** The format of earlier versions, not bound to a row: a ciphertext copied to another row could be read there. */
const UNBOUND = 'v1'
const NONCE_BYTES = 12
const TAG_BYTES = 16

const Options = z.record(z.string(), z.unknown())
type Options = z.output<typeof Options>

/** The row that stores encrypted options. It is authenticated along with them, so that they cannot be read in any other row. */
export interface OptionsRow {
  table: 'data_sources' | 'destinations' | 'authenticator_apps'
  id: number
}

/**
 * Encrypts the options of a data source or a destination with AES-256-GCM.
 * @param secretKey the installation's key (`config.secretKey`)
 * @returns `v2:` and the base64 of nonce, tag and ciphertext
 */
export function encryptOptions(secretKey: string, row: OptionsRow, options: Options): string {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', keyFrom(secretKey), nonce)
  cipher.setAAD(bindingOf(row))
  const encrypted = Buffer.concat([cipher.update(JSON.stringify(options), 'utf8'), cipher.final()])
  return `${VERSION}:${Buffer.concat([nonce, cipher.getAuthTag(), encrypted]).toString('base64')}`
}

const bindingOf = ({ table, id }: OptionsRow) => Buffer.from(`${VERSION}:${table}:${id}`)

/**
 * Reads what `encryptOptions` wrote for this row.
 * @throws if the ciphertext was changed, belongs to another row, or was encrypted with another key
 */
export function decryptOptions(secretKey: string, row: OptionsRow, text: string): Options {
  return opened(secretKey, text, VERSION, bindingOf(row))
}

/**
 * Reads options that an earlier version stored without binding them to their row. Only for the upgrade, which is done once.
 * @returns null if the ciphertext has another format
 * @throws when the text was changed, or was written with another key
 */
export function unboundOptions(secretKey: string, text: string): Options | null {
  return text.startsWith(`${UNBOUND}:`) ? opened(secretKey, text, UNBOUND, Buffer.from(UNBOUND)) : null
}

function opened(secretKey: string, text: string, expected: string, binding: Buffer): Options {
  const [version, encoded] = text.split(':')
  if (version !== expected || encoded === undefined) throw new Error('Stored options have an unknown form.')
  const bytes = Buffer.from(encoded, 'base64')
  const tagEnd = NONCE_BYTES + TAG_BYTES
  try {
    const decipher = createDecipheriv('aes-256-gcm', keyFrom(secretKey), bytes.subarray(0, NONCE_BYTES), {
      authTagLength: TAG_BYTES,
    })
    decipher.setAAD(binding)
    decipher.setAuthTag(bytes.subarray(NONCE_BYTES, tagEnd))
    const plain = Buffer.concat([decipher.update(bytes.subarray(tagEnd)), decipher.final()])
    return Options.parse(JSON.parse(plain.toString('utf8')))
  } catch (cause) {
    throw new Error('Stored options cannot be read with this SIGHTLINE_SECRET_KEY.', { cause })
  }
}

/** Encrypts the same options with another key.
 * @returns null if they are already encrypted with the new key: a rotation may be repeated
 * @throws when neither key reads them
 */
export function reencrypted(row: OptionsRow, text: string, oldKey: string, newKey: string): string | null {
  if (isReadable(newKey, row, text)) return null
  return encryptOptions(newKey, row, decryptOptions(oldKey, row, text))
}

function isReadable(secretKey: string, row: OptionsRow, text: string): boolean {
  try {
    decryptOptions(secretKey, row, text)
    return true
  } catch {
    return false
  }
}

/** The 256-bit key for this one purpose, derived from the installation's key (RFC 5869). */
const keyFrom = memoized((secretKey: string) => Buffer.from(hkdfSync('sha256', secretKey, '', 'sightline stored options', 32)))
