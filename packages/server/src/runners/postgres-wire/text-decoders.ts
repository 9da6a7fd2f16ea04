import type { ColumnBuffer } from '../sql/column-buffer.ts'
import * as value from '../sql/text-values.ts'
import { arrayToJson, type ElementKind } from './array-range-text.ts'
import type { Decoder } from './decoders.ts'

// Text formats of PostgreSQL's types, as the `…_out` functions write them with the default DateStyle (ISO).

/** Counts values of a column that its storage cannot hold. */
export interface UnfitCount {
  count: number
}

const TRUE = 0x74
/** The last character that a number can begin with. */
const NINE = 0x39

/** Makes a column decoder from a value decoder. Values that the storage cannot hold become null and are counted. */
const perValue =
  (decode: value.ValueDecoder, unfit?: UnfitCount): Decoder =>
  (bytes, view, fields, from, to, row, out) => {
    for (let i = from; i < to; i++) {
      const offset = fields[i] ?? -1
      if (offset >= 0) {
        if (decode(bytes, offset, offset + view.getInt32(offset - 4), out)) continue
        if (unfit) unfit.count++
      }
      out.setNull(row + i - from)
    }
  }

/** A decoder that needs the whole text of a value. */
const perText = (decode: (text: Buffer, out: ColumnBuffer) => boolean): Decoder =>
  perValue((bytes, start, end, out) => decode(bytes.subarray(start, end), out))

export const boolean = perValue((bytes, start, _end, out) => {
  out.reserve(1)
  out.view.setUint8(out.length, bytes[start] === TRUE ? 1 : 0)
  out.length += 1
  return true
})

export const int32 = perValue(value.int32)
export const int64 = perValue(value.int64)
export const double = perValue(value.double)
export const digits = perValue(value.text)

/** `numeric(p, s)`; a decimal cannot hold `NaN`. */
export const decimal = (unfit: UnfitCount): Decoder =>
  perValue((bytes, start, end, out) => (bytes[start] ?? 0) <= NINE && value.decimal(bytes, start, end, out), unfit)

/** `\x`, then two digits per byte. */
export const hex = perValue((bytes, start, end, out) => {
  out.copyText(bytes, start + 2, end)
  return true
})

export const array = (elements: ElementKind): Decoder =>
  perText((text, out) => {
    out.text(Buffer.from(arrayToJson(text.toString(), elements)))
    return true
  })

const LARGEST_DATE = 0x7fffffff
const LARGEST_TIME = 2n ** 63n - 1n
const MICROSECONDS_OF_SECOND = 1_000_000n
const SECONDS_OF_DAY = 86_400
const MILLISECONDS_OF_DAY = 86_400_000
const MILLISECONDS_OF_400_YEARS = 146_097 * MILLISECONDS_OF_DAY

/** `2024-02-29`, `44-03-15 BC`, `infinity`. */
export const date = perValue((bytes, start, end, out) => {
  if (end - start === 10) return value.date(bytes, start, end, out)
  const written = bytes.toString('latin1', start, end)
  out.reserve(4)
  out.view.setInt32(out.length, infinity(written, LARGEST_DATE) ?? dayOf(written), true)
  out.length += 4
  return true
})

/** `2024-02-29 12:30:00.123456`, optionally followed by an offset such as `+05:30`, and by ` BC`. */
export const microseconds = perValue((bytes, start, end, out) => {
  const written = bytes.toString('latin1', start, end)
  const far = infinity(written, 1)
  if (far !== null) return writeTime(out, far > 0 ? LARGEST_TIME : -LARGEST_TIME)
  const [, date = '', hours = '', minutes = '', seconds = '', decimals = '', zone = '', before = ''] = TIME.exec(written) ?? []
  if (date === '') return false
  const ofDay = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds) - offsetOf(zone)
  const whole = BigInt(dayOf(date + before) * SECONDS_OF_DAY + ofDay)
  return writeTime(out, whole * MICROSECONDS_OF_SECOND + BigInt(decimals.padEnd(6, '0').slice(0, 6)))
})

const TIME = /^(\d+-\d\d-\d\d) (\d\d):(\d\d):(\d\d)(?:\.(\d+))?([+-]\d\d(?::\d\d){0,2})?( BC)?$/

function writeTime(out: ColumnBuffer, micros: bigint): true {
  out.reserve(8)
  out.view.setBigInt64(out.length, micros > LARGEST_TIME ? LARGEST_TIME : micros, true)
  out.length += 8
  return true
}

/** UTC offset in seconds, positive to the east. */
function offsetOf(zone: string): number {
  const [hours = '0', minutes = '0', seconds = '0'] = zone.slice(1).split(':')
  const size = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)
  return zone.startsWith('-') ? -size : size
}

function infinity(written: string, largest: number): number | null {
  if (written === 'infinity') return largest
  return written === '-infinity' ? -largest : null
}

/** Days since 1970. */
function dayOf(written: string): number {
  const [year = 0, month = 1, day = 1] = written.replace(' BC', '').split('-').map(Number)
  // There is no year 0: 1 BC precedes year 1.
  const counted = written.endsWith(' BC') ? 1 - year : year
  // Date.UTC maps years below 100 to 1900 and later; 400 years are a whole number of days.
  const cycles = Math.floor(counted / 400)
  const within = Date.UTC(counted - cycles * 400 + 2000, month - 1, day) - Date.UTC(2000, 0, 1)
  return (within + (cycles - 5) * MILLISECONDS_OF_400_YEARS + Date.UTC(2000, 0, 1)) / MILLISECONDS_OF_DAY
}
