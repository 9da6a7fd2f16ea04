import type { ColumnBuffer } from '../sql/column-buffer.ts'
import { arrayToJson, type ElementKind, rangeToText } from './array-range-text.ts'
import { decimalLayout, writeDecimal, writeDigits } from './numeric.ts'

/**
 * Decodes one column of some rows. `fields[from]` to `fields[to - 1]` are offsets of its values in `bytes` (and in `view`, the
 * same memory), -1 for a null; the four bytes before a value are its length. `row` is the index of the first of these rows
 * within the batch. The formats are those of the `…_send` functions of PostgreSQL's types, all big-endian.
 */
export type Decoder = (
  bytes: Buffer,
  view: DataView,
  fields: Int32Array,
  from: number,
  to: number,
  row: number,
  out: ColumnBuffer,
) => void

/** PostgreSQL counts days and microseconds from 2000-01-01. */
const DAYS_TO_2000 = 10_957
const MICROSECONDS_TO_2000 = 946_684_800_000_000
const HIGH_TO_2000 = Math.floor(MICROSECONDS_TO_2000 / 2 ** 32)
const LOW_TO_2000 = MICROSECONDS_TO_2000 % 2 ** 32
const LARGEST = 0x7fffffff
const SMALLEST = -0x80000000

// The loops of the most common types are inlined: a call per value would cost more than the decoding itself.

export const int32: Decoder = (_bytes, view, fields, from, to, row, out) => {
  out.reserve((to - from) * 4)
  const target = out.view
  let at = out.length
  for (let i = from; i < to; i++) {
    const offset = fields[i] ?? -1
    if (offset < 0) {
      out.setNull(row + i - from)
    } else {
      target.setInt32(at, view.getInt32(offset), true)
      at += 4
    }
  }
  out.length = at
}

/** `int8` and `float8`: the same bytes, reversed. */
export const eightBytes: Decoder = (_bytes, view, fields, from, to, row, out) => {
  out.reserve((to - from) * 8)
  const target = out.view
  let at = out.length
  for (let i = from; i < to; i++) {
    const offset = fields[i] ?? -1
    if (offset < 0) {
      out.setNull(row + i - from)
    } else {
      target.setInt32(at, view.getInt32(offset + 4), true)
      target.setInt32(at + 4, view.getInt32(offset), true)
      at += 8
    }
  }
  out.length = at
}

/**
 * `timestamp` and `timestamptz`, as microseconds since 1970. `infinity` becomes the largest number and `-infinity` the smallest
 * plus one, as in DuckDB; the last 29 years of PostgreSQL's range, which overflow 64 bits when counted from 1970, become
 * `infinity`, too.
 */
export const microseconds: Decoder = (_bytes, view, fields, from, to, row, out) => {
  out.reserve((to - from) * 8)
  const target = out.view
  let at = out.length
  for (let i = from; i < to; i++) {
    const offset = fields[i] ?? -1
    if (offset < 0) {
      out.setNull(row + i - from)
      continue
    }
    const high = view.getInt32(offset)
    const sum = view.getUint32(offset + 4) + LOW_TO_2000
    let low = sum | 0
    let moved = high + HIGH_TO_2000 + (sum > 0xffffffff ? 1 : 0)
    if (moved > LARGEST) {
      moved = LARGEST
      low = -1
    } else if (high === SMALLEST && sum === LOW_TO_2000) {
      moved = SMALLEST
      low = 1
    }
    target.setInt32(at, low, true)
    target.setInt32(at + 4, moved, true)
    at += 8
  }
  out.length = at
}

/** Longer strings are copied by the native routine, which is fast but expensive to call; shorter ones in four-byte steps. */
const LONG_TEXT = 96

const copied =
  (skipped: number): Decoder =>
  (bytes, view, fields, from, to, row, out) => {
    let target = out.view
    let capacity = target.byteLength
    let at = out.length
    for (let i = from; i < to; i++) {
      const offset = fields[i] ?? -1
      if (offset < 0) {
        out.setNull(row + i - from)
        continue
      }
      const length = view.getInt32(offset - 4) - skipped
      const start = offset + skipped
      // Three extra bytes, since the last four-byte step may pass the end.
      if (at + length + 8 > capacity) {
        out.length = at
        out.reserve(length + 8)
        target = out.view
        capacity = target.byteLength
      }
      target.setUint32(at, length, true)
      at += 4
      if (length > LONG_TEXT || start + length + 4 > bytes.length) {
        out.bytes.set(bytes.subarray(start, start + length), at)
      } else {
        for (let done = 0; done < length; done += 4) target.setInt32(at + done, view.getInt32(start + done))
      }
      at += length
    }
    out.length = at
  }

/** UTF-8, copied unchanged. */
export const text = copied(0)
/** A version byte, then text. */
export const jsonb = copied(1)

// All other types share a loop, with a call per value.

const perValue =
  (write: (bytes: Buffer, view: DataView, offset: number, out: ColumnBuffer, row: number) => void): Decoder =>
  (bytes, view, fields, from, to, row, out) => {
    for (let i = from; i < to; i++) {
      const offset = fields[i] ?? -1
      if (offset < 0) out.setNull(row + i - from)
      else write(bytes, view, offset, out, row + i - from)
    }
  }

const valueAt = (bytes: Buffer, view: DataView, offset: number) => bytes.subarray(offset, offset + view.getInt32(offset - 4))

export const boolean = perValue((_bytes, view, offset, out) => {
  out.reserve(1)
  out.view.setUint8(out.length, view.getUint8(offset))
  out.length += 1
})

export const int16 = perValue((_bytes, view, offset, out) => {
  out.reserve(4)
  out.view.setInt32(out.length, view.getInt16(offset), true)
  out.length += 4
})

/** `oid`: unsigned 32 bits, stored in 64. */
export const uint32 = perValue((_bytes, view, offset, out) => {
  out.reserve(8)
  out.view.setUint32(out.length, view.getUint32(offset), true)
  out.view.setUint32(out.length + 4, 0)
  out.length += 8
})

/** Days since 1970; infinities as in `microseconds`. */
export const date = perValue((_bytes, view, offset, out) => {
  const days = view.getInt32(offset)
  out.reserve(4)
  out.view.setInt32(out.length, days === SMALLEST ? SMALLEST + 1 : Math.min(days + DAYS_TO_2000, LARGEST), true)
  out.length += 4
})

/** `float4` in its text format, which is the shortest exact one: 0.1 stays 0.1 as a double. */
export const floatText = perValue((bytes, view, offset, out) => {
  out.reserve(8)
  out.view.setFloat64(out.length, Number(bytes.toString('latin1', offset, offset + view.getInt32(offset - 4))), true)
  out.length += 8
})

/** `numeric(p, s)`. NaN and infinities cannot be stored as a decimal: they become null and are counted in `unfit`. */
export function decimal(scale: number, unfit: { count: number }): Decoder {
  const layout = decimalLayout(scale)
  return perValue((_bytes, view, offset, out, row) => {
    out.reserve(16)
    if (writeDecimal(view, offset, layout, out.view, out.length)) {
      out.length += 16
    } else {
      out.setNull(row)
      unfit.count++
    }
  })
}

export const digits = perValue((_bytes, view, offset, out) => writeDigits(view, offset, out))

const HEX = Uint8Array.from(Buffer.from('0123456789abcdef'))

function writeHex(bytes: Buffer, start: number, length: number, out: Uint8Array, at: number): void {
  for (let i = 0; i < length; i++) {
    const byte = bytes[start + i] ?? 0
    out[at + i * 2] = HEX[byte >> 4] ?? 0
    out[at + i * 2 + 1] = HEX[byte & 15] ?? 0
  }
}

/** `bytea`: two lower-case hexadecimal digits per byte. */
export const hex = perValue((bytes, view, offset, out) => {
  const length = view.getInt32(offset - 4)
  out.reserve(4 + length * 2)
  out.view.setUint32(out.length, length * 2, true)
  writeHex(bytes, offset, length, out.bytes, out.length + 4)
  out.length += 4 + length * 2
})

/** Bytes per group of a UUID. */
const UUID_GROUPS = [4, 2, 2, 2, 6]

export const uuid = perValue((bytes, _view, offset, out) => {
  out.reserve(40)
  out.view.setUint32(out.length, 36, true)
  let at = out.length + 4
  let start = offset
  for (const length of UUID_GROUPS) {
    if (start > offset) out.bytes[at++] = 0x2d
    writeHex(bytes, start, length, out.bytes, at)
    at += length * 2
    start += length
  }
  out.length = at
})

/** An array in text format, converted to JSON. */
export const array = (elements: ElementKind): Decoder =>
  perValue((bytes, view, offset, out) => out.text(Buffer.from(arrayToJson(valueAt(bytes, view, offset).toString(), elements))))

/** A range in text format, converted to that of the Redash API. */
export const range = perValue((bytes, view, offset, out) =>
  out.text(Buffer.from(rangeToText(valueAt(bytes, view, offset).toString()))),
)
