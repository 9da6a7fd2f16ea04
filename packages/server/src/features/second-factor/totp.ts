import { createHmac, randomBytes } from 'node:crypto'
import { isSameText } from '../../platform/crypto/keys.ts'

const STEP_SECONDS = 30
const DIGITS = 6
/** Steps that the clock of the device may be ahead or behind. */
const TOLERANCE = 1
/** The length of the output of SHA-1, as RFC 4226 advises. */
const SECRET_BYTES = 20
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** A new random secret, in base32. */
export const newSecret = (): string => toBase32(randomBytes(SECRET_BYTES))

/** The number of 30-second steps since 1970. */
export const stepAt = (now: Date): number => Math.floor(now.getTime() / 1000 / STEP_SECONDS)

/** The code of a step (RFC 6238 with HMAC-SHA-1, the only one that all apps know). */
export function codeAt(secret: string, step: number, digits = DIGITS): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', fromBase32(secret)).update(counter).digest()
  const offset = mac.readUInt8(mac.length - 1) & 15
  const number = mac.readUInt32BE(offset) & 0x7fffffff
  return String(number % 10 ** digits).padStart(digits, '0')
}

/**
 * The step of a typed code. @param after steps up to this one do not count, so that no code is used twice
 * @returns null if the code is wrong, too old, too early, or used
 */
export function stepOf(secret: string, typed: string, now: Date, after: number): number | null {
  const code = typed.replace(/\s/g, '')
  const current = stepAt(now)
  for (let step = current - TOLERANCE; step <= current + TOLERANCE; step++)
    if (step > after && isSameText(code, codeAt(secret, step))) return step
  return null
}

/** The URI of a QR code for authenticator apps. @param issuer shown above the account */
export function totpUri({ secret, account, issuer }: { secret: string; account: string; issuer: string }): string {
  // A colon would end the name of the issuer.
  const name = issuer.replaceAll(':', ' ')
  const label = `${encodeURIComponent(name)}:${encodeURIComponent(account)}`
  return `otpauth://totp/${label}?secret=${secret}&issuer=${encodeURIComponent(name)}`
}

function toBase32(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  return (bits.match(/.{1,5}/g) ?? []).map((five) => BASE32[Number.parseInt(five.padEnd(5, '0'), 2)]).join('')
}

function fromBase32(text: string): Buffer {
  const bits = [...text].map((letter) => BASE32.indexOf(letter).toString(2).padStart(5, '0')).join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((eight) => Number.parseInt(eight, 2)))
}
