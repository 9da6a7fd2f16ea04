import type { ColumnBuffer } from '../sql/column-buffer.ts'

/**
 * Decodes a value in the text format of a protocol: MySQL's
 * (https://dev.mysql.com/doc/dev/mysql-server/latest/page_protocol_com_query_response_text_resultset_row.html), or PostgreSQL's
 * if text is requested.
 * @param bytes hold the value from `start` to `end`
 * @returns false, and writes nothing, if the column's storage cannot hold the value
 */
export type ValueDecoder = (bytes: Buffer, start: number, end: number, out: ColumnBuffer) => boolean

const TWO_32 = 2 ** 32
/** A double is exact up to this many digits. */
const EXACT_DIGITS = 15
const MINUS = 0x2d
const POINT = 0x2e
const ZERO = 0x30
const MILLISECONDS_OF_DAY = 86_400_000

/** The number formed by the digits from `start` to `end`, ignoring a decimal point. */
function digitsBetween(bytes: Buffer, start: number, end: number): number {
  let number = 0
  for (let i = start; i < end; i++) {
    const code = bytes[i] ?? 0
    if (code !== POINT) number = number * 10 + (code - ZERO)
  }
  return number
}

/** As `digitsBetween`, of digits that may follow a minus sign. */
function integerBetween(bytes: Buffer, start: number, end: number): number {
  const isNegative = bytes[start] === MINUS
  const magnitude = digitsBetween(bytes, isNegative ? start + 1 : start, end)
  return isNegative ? -magnitude : magnitude
}

export const int32: ValueDecoder = (bytes, start, end, out) => {
  out.reserve(4)
  out.view.setInt32(out.length, integerBetween(bytes, start, end), true)
  out.length += 4
  return true
}

export const int64: ValueDecoder = (bytes, start, end, out) => {
  out.reserve(8)
  if (end - start > EXACT_DIGITS) out.view.setBigInt64(out.length, BigInt(bytes.toString('latin1', start, end)), true)
  else writeInteger(out, integerBetween(bytes, start, end))
  out.length += 8
  return true
}

/** Writes an integer up to ±2^53 as 64 bits. */
function writeInteger(out: ColumnBuffer, integer: number): void {
  const high = Math.floor(integer / TWO_32)
  out.view.setInt32(out.length, integer - high * TWO_32, true)
  out.view.setInt32(out.length + 4, high, true)
}

export const double: ValueDecoder = (bytes, start, end, out) => {
  out.reserve(8)
  out.view.setFloat64(out.length, Number(bytes.toString('latin1', start, end)), true)
  out.length += 8
  return true
}

/** The server writes all decimals of the column's scale, so the digits without the point are the unscaled number. */
export const decimal: ValueDecoder = (bytes, start, end, out) => {
  out.reserve(16)
  const { view, length: at } = out
  if (end - start > EXACT_DIGITS) {
    const unscaled = BigInt(bytes.toString('latin1', start, end).replace('.', ''))
    view.setBigInt64(at, unscaled >> 64n)
    view.setBigUint64(at + 8, BigInt.asUintN(64, unscaled))
  } else {
    const integer = integerBetween(bytes, start, end)
    const high = Math.floor(integer / TWO_32)
    const sign = integer < 0 ? -1 : 0
    view.setInt32(at, sign)
    view.setInt32(at + 4, sign)
    view.setInt32(at + 8, high)
    view.setInt32(at + 12, integer - high * TWO_32)
  }
  out.length += 16
  return true
}

/** `bit`: bytes, the highest first. */
export const bits: ValueDecoder = (bytes, start, end, out) => {
  out.reserve(8)
  let integer = 0n
  for (let at = start; at < end; at++) integer = integer * 256n + BigInt(bytes[at] ?? 0)
  out.view.setBigInt64(out.length, integer, true)
  out.length += 8
  return true
}

/** `bit(64)`, which may exceed a signed 64-bit integer. */
export const wideBits: ValueDecoder = (bytes, start, end, out) => {
  out.reserve(16)
  out.view.setBigInt64(out.length, 0n)
  out.view.setBigUint64(out.length + 8, 0n)
  out.bytes.set(bytes.subarray(start, end), out.length + 16 - (end - start))
  out.length += 16
  return true
}

/** `YYYY-MM-DD`. Zero dates, whole or in part (`2024-00-00`), are not valid. */
export const date: ValueDecoder = (bytes, start, _end, out) => {
  const milliseconds = midnight(bytes, start)
  if (milliseconds === null) return false
  out.reserve(4)
  out.view.setInt32(out.length, milliseconds / MILLISECONDS_OF_DAY, true)
  out.length += 4
  return true
}

/** `YYYY-MM-DD HH:MM:SS` with up to six decimals, as microseconds. */
export const datetime: ValueDecoder = (bytes, start, end, out) => {
  const day = midnight(bytes, start)
  if (day === null) return false
  const part = (from: number) => digitsBetween(bytes, start + from, start + from + 2)
  const seconds = day / 1000 + part(11) * 3600 + part(14) * 60 + part(17)
  const decimals = Math.max(0, end - start - 20)
  const micros = decimals === 0 ? 0 : digitsBetween(bytes, start + 20, end) * 10 ** (6 - decimals)
  out.reserve(8)
  // From about the year 2255, microseconds exceed what a double holds exactly.
  if (Math.abs(seconds) < 9e9) writeInteger(out, seconds * 1e6 + micros)
  else out.view.setBigInt64(out.length, BigInt(seconds) * 1_000_000n + BigInt(micros), true)
  out.length += 8
  return true
}

/** Midnight of a day in Unix milliseconds; null if there is no such day. */
function midnight(bytes: Buffer, start: number): number | null {
  const year = digitsBetween(bytes, start, start + 4)
  const month = digitsBetween(bytes, start + 5, start + 7)
  const day = digitsBetween(bytes, start + 8, start + 10)
  if (month === 0 || day === 0) return null
  // Date.UTC maps years below 100 to 1900 and later; the calendar repeats after 400 years.
  return Date.UTC(year + 400, month - 1, day) - MILLISECONDS_OF_400_YEARS
}

const MILLISECONDS_OF_400_YEARS = 146_097 * MILLISECONDS_OF_DAY

export const text: ValueDecoder = (bytes, start, end, out) => {
  out.copyText(bytes, start, end)
  return true
}

/** Two lower-case hexadecimal digits per byte. */
export const hex: ValueDecoder = (bytes, start, end, out) => {
  out.text(Buffer.from(bytes.toString('hex', start, end), 'latin1'))
  return true
}
