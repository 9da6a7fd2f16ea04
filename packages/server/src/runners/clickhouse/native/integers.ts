import { type ColumnType, fixedType, textType } from './values.ts'

/** Writes an integer of 32 bits as one of 64. */
function widened(target: DataView, at: number, integer: number): void {
  target.setUint32(at, integer, true)
  if (integer < 0) target.setInt32(at + 4, -1, true)
}

/** Integers of up to 32 bits, which a vector has in 64. */
function small(width: 1 | 2 | 4, read: (source: DataView, at: number) => number): ColumnType {
  return fixedType({
    width,
    vectorWidth: 8,
    convert: (source, from, target, to) => widened(target, to, read(source, from)),
    json: (source, at) => String(read(source, at)),
  })
}

export const int64: ColumnType = fixedType({
  width: 8,
  vectorWidth: 8,
  json: (source, at) => String(source.getBigInt64(at, true)),
})

/** A vector has them as decimals of 20 digits. */
const uint64 = fixedType({
  width: 8,
  vectorWidth: 16,
  convert(source, from, target, to) {
    target.setUint32(to + 8, source.getUint32(from + 4, true))
    target.setUint32(to + 12, source.getUint32(from, true))
  },
  json: (source, at) => String(source.getBigUint64(at, true)),
})

/** The integer in these bytes, the lowest first. */
export function bigintOf(bytes: Buffer, at: number, width: number, isSigned: boolean): bigint {
  const last = at + width - 8
  let integer = isSigned ? bytes.readBigInt64LE(last) : bytes.readBigUInt64LE(last)
  for (let from = last - 8; from >= at; from -= 8) integer = (integer << 64n) | bytes.readBigUInt64LE(from)
  return integer
}

/** Integers that a vector has as digits. */
const wide = (bits: 128 | 256, isSigned: boolean): ColumnType =>
  textType(bits / 8, { text: (bytes, at) => String(bigintOf(bytes, at, bits / 8, isSigned)), json: (digits) => digits })

export const boolean: ColumnType = fixedType({
  width: 1,
  vectorWidth: 1,
  json: (source, at) => String(source.getUint8(at) === 1),
})

/** A number of seconds, days and so on, which is shown as a text. */
export const interval: ColumnType = textType(8, {
  text: (bytes, at) => String(bytes.readBigInt64LE(at)),
  json: (digits) => digits,
})

export const integers: Record<string, ColumnType> = {
  Int8: small(1, (source, at) => source.getInt8(at)),
  UInt8: small(1, (source, at) => source.getUint8(at)),
  Int16: small(2, (source, at) => source.getInt16(at, true)),
  UInt16: small(2, (source, at) => source.getUint16(at, true)),
  Int32: small(4, (source, at) => source.getInt32(at, true)),
  UInt32: small(4, (source, at) => source.getUint32(at, true)),
  Int64: int64,
  UInt64: uint64,
  Int128: wide(128, true),
  UInt128: wide(128, false),
  Int256: wide(256, true),
  UInt256: wide(256, false),
}
