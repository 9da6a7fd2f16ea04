import { decimalText } from '../../../platform/results/cells.ts'
import { bigintOf } from './integers.ts'
import { type ColumnType, fixedType, textType } from './values.ts'

/** Digits up to which a decimal has 32, 64 and 128 bits; the others have 256. */
const DIGITS = [9, 18, 38] as const

/** Digits without zeros at the end, as the server writes them. */
const digitsOf = (unscaled: bigint, scale: number): string => {
  const digits = decimalText(unscaled, scale)
  return scale === 0 ? digits : digits.replace(/\.?0+$/, '')
}

/** Copies 32 bits at a time, the lowest first, to the end of a decimal of a vector, the highest first, and fills it up by the sign. */
const converted = (words: number) => (source: DataView, from: number, target: DataView, to: number) => {
  for (let word = 0; word < words; word++) target.setUint32(to + 12 - 4 * word, source.getUint32(from + 4 * word, true))
  if (source.getInt8(from + 4 * words - 1) < 0) for (let at = to + 12 - 4 * words; at >= to; at -= 4) target.setInt32(at, -1)
}

/** @param precision up to 76 digits, of which `scale` stand behind the point */
export function decimal(precision: number, scale: number): ColumnType {
  const step = DIGITS.findIndex((digits) => precision <= digits)
  if (step < 0)
    return textType(32, { text: (bytes, at) => digitsOf(bigintOf(bytes, at, 32, true), scale), json: (digits) => digits })
  const width = 4 * 2 ** step
  return fixedType({
    width,
    vectorWidth: 16,
    convert: converted(width / 4),
    json: (source, at) => digitsOf(unscaledOf(source, at, width), scale),
  })
}

function unscaledOf(source: DataView, at: number, width: number): bigint {
  if (width === 4) return BigInt(source.getInt32(at, true))
  return bigintOf(Buffer.from(source.buffer, source.byteOffset, source.byteLength), at, width, true)
}
