import { NotEnoughDataError, Result } from 'tedious/lib/token/helpers.js'
import valueParser from 'tedious/lib/value-parser.js'

// The driver reads decimals and money as doubles, which have 15 digits. This replaces its function, to read them as exact text
// from the bytes of https://learn.microsoft.com/openspecs/windows_protocols/ms-tds (2.2.5.5.1.6, 2.2.5.5.1.4).

const MONEY_SCALE = 4
const TWO_32 = 2 ** 32

type ReadValue = typeof valueParser.readValue

/** Reads the bytes of a value, without its length. */
type Reader = (bytes: Buffer, scale: number) => string

const readers: Record<string, { length: number | 'first byte'; read: Reader }> = {
  NumericN: { length: 'first byte', read: numeric },
  DecimalN: { length: 'first byte', read: numeric },
  MoneyN: { length: 'first byte', read: money },
  Money: { length: 8, read: money },
  SmallMoney: { length: 4, read: money },
}

const { readValue: readAsDriver } = valueParser

const readValue: ReadValue = (buffer, offset, metadata, options) => {
  const reader = readers[metadata.type.name]
  if (!reader) return readAsDriver(buffer, offset, metadata, options)
  const start = reader.length === 'first byte' ? offset + 1 : offset
  if (buffer.length < start) throw new NotEnoughDataError(start)
  const length = reader.length === 'first byte' ? (buffer[offset] ?? 0) : reader.length
  const end = start + length
  if (buffer.length < end) throw new NotEnoughDataError(end)
  return new Result(length === 0 ? null : reader.read(buffer.subarray(start, end), metadata.scale ?? 0), end)
}
Object.assign(valueParser, { readValue })

/** A sign byte, and 32-bit words, the lowest first. */
function numeric(bytes: Buffer, scale: number): string {
  const sign = bytes[0] === 1 ? '' : '-'
  const low = bytes.readUInt32LE(1)
  if (bytes.length === 5) return sign + insertPoint(String(low), scale)
  const high = bytes.readUInt32LE(5)
  if (bytes.length === 9 && high < 2 ** 21) return sign + insertPoint(String(high * TWO_32 + low), scale)
  let unscaled = 0n
  for (let at = bytes.length - 4; at > 0; at -= 4) unscaled = (unscaled << 32n) | BigInt(bytes.readUInt32LE(at))
  return sign + insertPoint(String(unscaled), scale)
}

/** Ten-thousandths: 32 bits, or 64 with the upper half first. */
function money(bytes: Buffer): string {
  const value =
    bytes.length === 4 ? BigInt(bytes.readInt32LE(0)) : (BigInt(bytes.readInt32LE(0)) << 32n) | BigInt(bytes.readUInt32LE(4))
  return value < 0n ? `-${insertPoint(String(-value), MONEY_SCALE)}` : insertPoint(String(value), MONEY_SCALE)
}

function insertPoint(digits: string, scale: number): string {
  if (scale === 0) return digits
  const padded = digits.padStart(scale + 1, '0')
  return `${padded.slice(0, -scale)}.${padded.slice(-scale)}`
}
