import type { ColumnBuffer } from '../sql/column-buffer.ts'

// The binary format of a numeric (numeric_send in PostgreSQL's src/backend/utils/adt/numeric.c), in big-endian 16-bit words:
// number of digits, weight of the first digit, sign, display scale, and then the digits in base 10000.
const DIGITS = 8
const NEGATIVE = 0x4000
const NAN = 0xc000
const POSITIVE_INFINITY = 0xd000
const NEGATIVE_INFINITY = 0xf000

const TWO_32 = 2 ** 32
/** Up to here, another base-10000 digit can be added without exceeding the integers that a double holds exactly. */
const EXACT = 9e11

const names: Record<number, Uint8Array> = {
  [NAN]: Buffer.from('NaN'),
  [POSITIVE_INFINITY]: Buffer.from('Infinity'),
  [NEGATIVE_INFINITY]: Buffer.from('-Infinity'),
}

/** How a numeric with `scale` decimals is built from its base-10000 digits. */
export interface DecimalLayout {
  /** Weight of the last digit to use, at most 0. */
  last: number
  /** Factor for the value so far when that last digit is added. */
  lastFactor: number
  /** Divisor of that last digit, whose lower decimals are beyond the scale. */
  lastDivisor: number
}

export function decimalLayout(scale: number): DecimalLayout {
  const groups = Math.ceil(scale / 4)
  const beyond = groups * 4 - scale
  return { last: groups === 0 ? 0 : -groups, lastFactor: 10 ** (4 - beyond), lastDivisor: 10 ** beyond }
}

/**
 * Writes a numeric as a 16-byte big-endian integer, scaled by the layout's decimals.
 * @returns false, and writes nothing, for NaN and infinities
 */
export function writeDecimal(view: DataView, start: number, layout: DecimalLayout, out: DataView, at: number): boolean {
  const count = view.getUint16(start)
  const sign = view.getUint16(start + 4)
  if (sign !== 0 && sign !== NEGATIVE) return false
  let weight = view.getInt16(start + 2)
  let digit = start + DIGITS
  const end = digit + count * 2

  let small = 0
  for (; weight >= layout.last && small < EXACT; weight--) {
    const value = digit < end ? view.getUint16(digit) : 0
    digit += 2
    small = weight === layout.last ? small * layout.lastFactor + Math.floor(value / layout.lastDivisor) : small * 10_000 + value
  }
  // Four 32-bit limbs, the lowest first.
  let limb1 = Math.floor(small / TWO_32)
  let limb0 = small - limb1 * TWO_32
  let limb2 = 0
  let limb3 = 0
  for (; weight >= layout.last; weight--) {
    const value = digit < end ? view.getUint16(digit) : 0
    digit += 2
    const isLast = weight === layout.last
    const factor = isLast ? layout.lastFactor : 10_000
    const sum0 = limb0 * factor + (isLast ? Math.floor(value / layout.lastDivisor) : value)
    const carry0 = Math.floor(sum0 / TWO_32)
    limb0 = sum0 - carry0 * TWO_32
    const sum1 = limb1 * factor + carry0
    const carry1 = Math.floor(sum1 / TWO_32)
    limb1 = sum1 - carry1 * TWO_32
    const sum2 = limb2 * factor + carry1
    const carry2 = Math.floor(sum2 / TWO_32)
    limb2 = sum2 - carry2 * TWO_32
    limb3 = limb3 * factor + carry2
  }
  if (sign === NEGATIVE) {
    // Two's complement: the carry of the added one propagates through limbs that are zero.
    limb0 = ~limb0 + 1
    limb1 = limb0 === 0 ? ~limb1 + 1 : ~limb1
    limb2 = limb0 === 0 && limb1 === 0 ? ~limb2 + 1 : ~limb2
    limb3 = limb0 === 0 && limb1 === 0 && limb2 === 0 ? ~limb3 + 1 : ~limb3
  }
  out.setInt32(at, limb3)
  out.setInt32(at + 4, limb2)
  out.setInt32(at + 8, limb1)
  out.setInt32(at + 12, limb0)
  return true
}

/** Writes a numeric as PostgreSQL prints it: all its decimals, or `NaN`, `Infinity`, `-Infinity`. */
export function writeDigits(view: DataView, start: number, out: ColumnBuffer): void {
  const count = view.getUint16(start)
  const weight = view.getInt16(start + 2)
  const sign = view.getUint16(start + 4)
  const decimals = view.getUint16(start + 6)
  const name = names[sign]
  if (name) {
    out.text(name)
    return
  }
  const wholeDigits = Math.max(weight + 1, 1) * 4
  out.reserve(4 + 1 + wholeDigits + 1 + decimals + 4)
  const { bytes } = out
  const first = out.length + 4
  let at = first
  if (sign === NEGATIVE) bytes[at++] = 0x2d
  const word = (place: number) => {
    const index = weight - place
    return index >= 0 && index < count ? view.getUint16(start + DIGITS + index * 2) : 0
  }
  const whole = at
  for (let place = Math.max(weight, 0); place >= 0; place--) {
    const value = word(place)
    const started = at > whole
    if (started || value >= 1000) bytes[at++] = 0x30 + Math.floor(value / 1000)
    if (started || value >= 100) bytes[at++] = 0x30 + (Math.floor(value / 100) % 10)
    if (started || value >= 10) bytes[at++] = 0x30 + (Math.floor(value / 10) % 10)
    if (started || value > 0 || place === 0) bytes[at++] = 0x30 + (value % 10)
  }
  if (decimals > 0) {
    bytes[at++] = 0x2e
    const end = at + decimals
    for (let place = -1; at < end; place--) {
      const value = word(place)
      // The last word may write beyond the display scale; the space is reserved, and `at` is reset below.
      bytes[at++] = 0x30 + Math.floor(value / 1000)
      bytes[at++] = 0x30 + (Math.floor(value / 100) % 10)
      bytes[at++] = 0x30 + (Math.floor(value / 10) % 10)
      bytes[at++] = 0x30 + (value % 10)
    }
    at = end
  }
  out.view.setUint32(out.length, at - first, true)
  out.length = at
}
