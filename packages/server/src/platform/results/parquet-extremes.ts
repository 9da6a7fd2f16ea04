import type { StorageKind } from './batch.ts'
import { viewOf } from './vectors.ts'

/** The smallest and the largest of some values: a number, or a bigint for kinds of 64-bit integers. */
export interface Extremes {
  min: number | bigint
  max: number | bigint
}

/**
 * The extremes of a vector, for the statistics of a Parquet file.
 * @param bytes start with the values; they must be the beginning of their ArrayBuffer
 * @returns null without values, for doubles that are not all finite, and for kinds of which no extremes are stored
 */
export function extremesOf(kind: StorageKind, bytes: Uint8Array, count: number): Extremes | null {
  if (count === 0) return null
  switch (kind) {
    case 'int32':
    case 'date':
      return numberExtremes(new Int32Array(bytes.buffer, 0, count))
    case 'double':
      return numberExtremes(new Float64Array(bytes.buffer, 0, count))
    case 'int64':
    case 'timestamp':
    case 'instant':
      return longExtremes(bytes, count)
    default:
      return null
  }
}

function numberExtremes(numbers: Int32Array | Float64Array): Extremes | null {
  let min = Number.POSITIVE_INFINITY
  let max = Number.NEGATIVE_INFINITY
  let zero = 0
  for (let at = 0; at < numbers.length; at++) {
    const number = numbers[at] ?? 0
    if (number < min) min = number
    if (number > max) max = number
    // Zero times a number that is not finite is NaN, which no sum loses.
    zero += number * 0
  }
  return Number.isNaN(zero) ? null : { min, max }
}

/** 64-bit integers, compared by their halves: reading each as a bigint takes ten times as long. */
function longExtremes(bytes: Uint8Array, count: number): Extremes {
  const high = new Int32Array(bytes.buffer, 0, 2 * count)
  const low = new Uint32Array(bytes.buffer, 0, 2 * count)
  let [least, greatest] = [0, 0]
  let [leastHigh, leastLow] = [high[1] ?? 0, low[0] ?? 0]
  let [greatestHigh, greatestLow] = [leastHigh, leastLow]
  for (let at = 1; at < count; at++) {
    const [upper, lower] = [high[2 * at + 1] ?? 0, low[2 * at] ?? 0]
    if (upper < leastHigh || (upper === leastHigh && lower < leastLow)) {
      least = at
      leastHigh = upper
      leastLow = lower
    } else if (upper > greatestHigh || (upper === greatestHigh && lower > greatestLow)) {
      greatest = at
      greatestHigh = upper
      greatestLow = lower
    }
  }
  const view = viewOf(bytes)
  return { min: view.getBigInt64(8 * least, true), max: view.getBigInt64(8 * greatest, true) }
}

/** The extremes of several parts, of which those without values count as empty; null if a part has values without extremes. */
export function joinedExtremes(parts: readonly (Extremes | null)[]): Extremes | null {
  let joined: Extremes | null = null
  for (const part of parts) {
    if (part === null) return null
    joined =
      joined === null
        ? part
        : { min: joined.min < part.min ? joined.min : part.min, max: joined.max > part.max ? joined.max : part.max }
  }
  return joined
}

/** The bytes of an extreme in the statistics of a file, as it is stored in a page. @param isLowest of the two extremes */
export function extremeBytes(kind: StorageKind, value: number | bigint, isLowest: boolean): Uint8Array {
  const bytes = Buffer.alloc(kind === 'int32' || kind === 'date' ? 4 : 8)
  if (typeof value === 'bigint') bytes.writeBigInt64LE(value)
  else if (kind === 'double')
    // Zeros have two signs, which readers take for equal or not: the statistics contain both.
    bytes.writeDoubleLE(value === 0 ? (isLowest ? -0 : 0) : value)
  else bytes.writeInt32LE(value)
  return bytes
}
