import { isUtf8 } from 'node:buffer'
import { viewOf } from './vectors.ts'

/**
 * Makes length-prefixed texts valid UTF-8: a database that does not check its encoding may send any bytes, and one invalid byte
 * would make the whole result file unreadable. Invalid bytes become U+FFFD.
 * @returns the same bytes if they are valid; one check of the whole buffer is enough if every text is short
 */
export function validTexts(values: Uint8Array): Uint8Array {
  // The check includes the length prefixes: below 128 bytes these are ASCII as well.
  if (isUtf8(values)) return values
  const view = viewOf(values)
  const bad: { start: number; end: number }[] = []
  for (let at = 0; at < values.length; ) {
    const start = at + 4
    const end = start + view.getUint32(at, true)
    if (!isUtf8(values.subarray(start, end))) bad.push({ start, end })
    at = end
  }
  return bad.length ? repaired(values, bad) : values
}

function repaired(values: Uint8Array, bad: readonly { start: number; end: number }[]): Uint8Array {
  const source = Buffer.from(values.buffer, values.byteOffset, values.byteLength)
  const parts: Uint8Array[] = []
  let copied = 0
  for (const { start, end } of bad) {
    const text = Buffer.from(source.toString('utf8', start, end), 'utf8')
    const length = Buffer.alloc(4)
    length.writeUInt32LE(text.length)
    parts.push(source.subarray(copied, start - 4), length, text)
    copied = end
  }
  parts.push(source.subarray(copied))
  return Buffer.concat(parts)
}
