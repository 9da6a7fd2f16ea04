import type { Storage, StorageKind, Vector } from './batch.ts'

/** Bytes per value in a vector, by kind; null for kinds with length-prefixed values. */
export const valueWidth: Record<StorageKind, number | null> = {
  boolean: 1,
  int32: 4,
  date: 4,
  int64: 8,
  double: 8,
  timestamp: 8,
  instant: 8,
  decimal: 16,
  number_text: null,
  text: null,
  json: null,
}

const INITIAL_ROWS = 1024
const MAX_DECIMAL_DIGITS = 38
const TEN = 10n

/**
 * Collects the values of one column, row after row, as the bytes of a `Vector`. The comment of each method names the kinds that
 * it supports; for other kinds it throws. `take` returns the rows so far and starts over with new memory, so a vector stays
 * valid.
 */
export class VectorBuilder {
  readonly storage: Storage
  rowCount = 0
  #width: number
  #values: Buffer
  #view: DataView
  #length = 0
  #validity: Uint8Array | null = null

  constructor(storage: Storage) {
    this.storage = storage
    this.#width = valueWidth[storage.kind] ?? 0
    this.#values = Buffer.allocUnsafeSlow(INITIAL_ROWS * (this.#width || 16))
    this.#view = viewOf(this.#values)
  }

  /** Bytes of the values so far, by which the size of a batch is limited. */
  get byteLength(): number {
    return this.#length
  }

  appendNull(): void {
    const row = this.rowCount++
    const validity = this.#validity
    if (validity && row < validity.length) {
      validity[row] = 0
      return
    }
    const grown = new Uint8Array(Math.max(INITIAL_ROWS, 2 * row)).fill(1)
    if (validity) grown.set(validity)
    grown[row] = 0
    this.#validity = grown
  }

  /** For `boolean`. */
  appendBoolean(value: boolean): void {
    const at = this.#reserve(1)
    this.#values[at] = value ? 1 : 0
  }

  /** For `int32` and `date` (days since 1970-01-01). */
  appendInt32(value: number): void {
    const at = this.#reserve(4)
    this.#view.setInt32(at, value, true)
  }

  /** For `int64`, `timestamp` and `instant` (microseconds since 1970-01-01). */
  appendInt64(value: bigint): void {
    const at = this.#reserve(8)
    this.#view.setBigInt64(at, value, true)
  }

  /** Like `appendInt64`, from the two 32-bit halves that a driver reads without creating a bigint. */
  appendInt64Halves(low: number, high: number): void {
    const at = this.#reserve(8)
    this.#view.setInt32(at, low, true)
    this.#view.setInt32(at + 4, high, true)
  }

  /** Like `appendInt64`, from an integer up to ±2^53. */
  appendInteger(value: number): void {
    this.appendInt64Halves(value | 0, Math.floor(value / 4_294_967_296))
  }

  /** For `double`. */
  appendDouble(value: number): void {
    const at = this.#reserve(8)
    this.#view.setFloat64(at, value, true)
  }

  /** For `decimal`: the unscaled value, so 1.50 with scale 2 is 150. */
  appendDecimal(unscaled: bigint): void {
    const at = this.#reserve(16)
    this.#view.setBigInt64(at, unscaled >> 64n, false)
    this.#view.setBigUint64(at + 8, BigInt.asUintN(64, unscaled), false)
  }

  /**
   * Appends a number written in digits, such as `-12.50` or `1.2e3`; for every numeric kind. Digits beyond the scale of a
   * `decimal` are rounded half away from zero. Throws if the column cannot hold the number, which includes `NaN` and the like
   * except for `double` and `number_text`.
   */
  appendDigits(digits: string): void {
    switch (this.storage.kind) {
      case 'number_text':
        this.appendText(digits)
        break
      case 'double':
        this.appendDouble(numberOf(digits))
        break
      case 'int32':
        this.appendInt32(int32Of(digits))
        break
      case 'int64':
        this.appendInt64(int64Of(digits))
        break
      case 'decimal':
        this.appendDecimal(unscaledOf(digits, this.storage.precision, this.storage.scale))
        break
      default:
        throw new TypeError(`A column of ${this.storage.kind} takes no digits.`)
    }
  }

  /** For `text`, `json` and `number_text`. */
  appendText(value: string): void {
    const { length } = value
    const at = this.#reserveText(3 * length)
    const values = this.#values
    let end = at
    // Short texts are mostly ASCII, and copying them in JavaScript is cheaper than calling the encoder.
    if (length <= 24) {
      for (let i = 0; i < length; i++) {
        const code = value.charCodeAt(i)
        if (code > 0x7f) {
          this.#encode(value, at)
          return
        }
        values[end++] = code
      }
      this.#closeText(at, length)
    } else {
      this.#encode(value, at)
    }
  }

  /** Like `appendText`, from bytes that are valid UTF-8. */
  appendBytes(source: Uint8Array, start: number, end: number): void {
    const length = end - start
    const at = this.#reserveText(length)
    const values = this.#values
    if (length <= 24) for (let i = 0; i < length; i++) values[at + i] = source[start + i] ?? 0
    else values.set(source.subarray(start, end), at)
    this.#closeText(at, length)
  }

  /** Returns the rows so far; the caller owns their memory. */
  take(): Vector {
    const validity = this.#validity
    const vector: Vector = { values: this.#values.subarray(0, this.#length), validity: null }
    if (validity) {
      // A validity array shorter than the row count means that the remaining rows have values.
      vector.validity =
        validity.length >= this.rowCount ? validity.subarray(0, this.rowCount) : extended(validity, this.rowCount)
    }
    this.#values = Buffer.allocUnsafeSlow(this.#values.length)
    this.#view = viewOf(this.#values)
    this.#length = 0
    this.#validity = null
    this.rowCount = 0
    return vector
  }

  #reserve(width: number): number {
    if (width !== this.#width) throw new TypeError(`A column of ${this.storage.kind} takes no value of ${width} bytes.`)
    const at = this.#length
    if (at + width > this.#values.length) this.#grow(at + width)
    this.#length = at + width
    this.rowCount++
    return at
  }

  #reserveText(bytes: number): number {
    if (this.#width !== 0) throw new TypeError(`A column of ${this.storage.kind} takes no text.`)
    const at = this.#length + 4
    if (at + bytes > this.#values.length) this.#grow(at + bytes)
    this.rowCount++
    return at
  }

  #encode(value: string, at: number): void {
    this.#closeText(at, this.#values.write(value, at, 'utf8'))
  }

  #closeText(at: number, length: number): void {
    this.#view.setUint32(at - 4, length, true)
    this.#length = at + length
  }

  #grow(needed: number): void {
    const grown = Buffer.allocUnsafeSlow(Math.max(needed, 2 * this.#values.length))
    grown.set(this.#values.subarray(0, this.#length))
    this.#values = grown
    this.#view = viewOf(grown)
  }
}

/**
 * Bytes of the first `count` values of a vector (values, not rows: nulls have none).
 * @throws RangeError if the vector holds fewer
 */
export function bytesOfValues(kind: StorageKind, values: Uint8Array, count: number): number {
  const width = valueWidth[kind]
  let end = 0
  if (width !== null) end = width * count
  else {
    const view = viewOf(values)
    for (let i = 0; i < count; i++) end += 4 + view.getUint32(end, true)
  }
  if (end > values.length) throw new RangeError(`A vector of ${values.length} bytes does not hold ${count} values of ${kind}.`)
  return end
}

/** The first `rowCount` rows of a vector, sharing its memory. */
export function firstRows(kind: StorageKind, vector: Vector, rowCount: number): Vector {
  const validity = vector.validity?.subarray(0, rowCount) ?? null
  const count = validity ? countOf(validity) : rowCount
  return { values: vector.values.subarray(0, bytesOfValues(kind, vector.values, count)), validity }
}

/** Number of rows with a value. */
export function countOf(validity: Uint8Array): number {
  let count = 0
  for (let row = 0; row < validity.length; row++) count += validity[row] ?? 0
  return count
}

/** The values of the rows that have one. @param values of all rows, each with `width` bytes @param validity 1 for a row with a value */
export function withoutNulls(values: Uint8Array, width: number, validity: Uint8Array): Uint8Array {
  const kept = new Uint8Array(countOf(validity) * width)
  let at = 0
  for (let row = 0; row < validity.length; row++) {
    if (!validity[row]) continue
    const from = row * width
    for (let i = 0; i < width; i++) kept[at + i] = values[from + i] ?? 0
    at += width
  }
  return kept
}

/** A DataView of exactly these bytes. */
export function viewOf(bytes: Uint8Array): DataView<ArrayBufferLike> {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

function extended(validity: Uint8Array, rowCount: number): Uint8Array {
  const whole = new Uint8Array(rowCount).fill(1)
  whole.set(validity)
  return whole
}

const spelledNumbers: Record<string, number> = {
  nan: Number.NaN,
  infinity: Number.POSITIVE_INFINITY,
  inf: Number.POSITIVE_INFINITY,
  '-infinity': Number.NEGATIVE_INFINITY,
  '-inf': Number.NEGATIVE_INFINITY,
}

function numberOf(digits: string): number {
  const value = spelledNumbers[digits.toLowerCase()] ?? Number(digits)
  if (Number.isNaN(value) && digits.toLowerCase() !== 'nan') throw new RangeError(`${digits} is no number.`)
  return value
}

function int64Of(digits: string): bigint {
  const value = /^[+-]?\d+$/.test(digits) ? BigInt(digits.replace('+', '')) : null
  if (value === null || value !== BigInt.asIntN(64, value)) throw new RangeError(`${digits} is no 64-bit integer.`)
  return value
}

function int32Of(digits: string): number {
  const value = Number(int64Of(digits))
  if (value !== (value | 0)) throw new RangeError(`${digits} is no 32-bit integer.`)
  return value
}

function unscaledOf(digits: string, precision: number, scale: number): bigint {
  const parts = /^([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d+))?$/.exec(digits)
  const exponent = Number(parts?.[4] ?? 0)
  if (!parts || !(parts[2] || parts[3]) || Math.abs(exponent) > 10 * MAX_DECIMAL_DIGITS)
    throw new RangeError(`${digits} is no decimal number.`)
  const fraction = parts[3] ?? ''
  const whole = BigInt(`${parts[2] ?? ''}${fraction}`)
  const shift = scale - fraction.length + exponent
  const magnitude = shift >= 0 ? whole * TEN ** BigInt(shift) : roundedQuotient(whole, TEN ** BigInt(-shift))
  if (magnitude >= TEN ** BigInt(precision)) throw new RangeError(`${digits} is too wide for decimal(${precision},${scale}).`)
  return parts[1] === '-' ? -magnitude : magnitude
}

function roundedQuotient(dividend: bigint, divisor: bigint): bigint {
  return (dividend + divisor / 2n) / divisor
}
