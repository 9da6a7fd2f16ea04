import { isUtf8 } from 'node:buffer'
import type { VectorBuilder } from '../../../platform/results/vectors.ts'
import type { ByteReader } from './byte-reader.ts'
import type { ColumnType, TextValues } from './values.ts'

/** Shorter texts have a single byte of length, which is a character of ASCII. */
const ONE_BYTE_LENGTH = 128

/** `String`: any bytes behind their length. Bytes that are no UTF-8 become `�`. */
export const string: ColumnType = {
  async read(reader, count) {
    const bounds = new Uint32Array(2 * count)
    const longest = await readBounds(reader, count, bounds)
    const size = count === 0 ? 0 : (bounds.at(-1) ?? 0)
    const bytes = await reader.take(size)
    // The characters of one text could only be mixed with the length of the next one if that has a byte beyond ASCII.
    const isText = longest < ONE_BYTE_LENGTH && isUtf8(bytes)
    return textsOf(bytes, { start: (row) => bounds[2 * row] ?? 0, end: (row) => bounds[2 * row + 1] ?? 0, isText })
  },
}

/**
 * Finds where the texts of a column begin and end, in bytes from where the reader is and stays.
 * @returns bytes of the longest one
 */
async function readBounds(reader: ByteReader, count: number, bounds: Uint32Array): Promise<number> {
  let { bytes, at: base, end } = reader
  let at = base
  let longest = 0
  for (let row = 0; row < count; row++) {
    let length = 0
    for (let factor = 1; ; factor *= 128) {
      if (at >= end) {
        const passed = at - base
        await reader.need(passed + 1)
        ;({ bytes, at: base, end } = reader)
        at = base + passed
      }
      const byte = bytes[at++] ?? 0
      length += (byte & 127) * factor
      if (byte < 128) break
    }
    if (length > longest) longest = length
    bounds[2 * row] = at - base
    at += length
    bounds[2 * row + 1] = at - base
  }
  return longest
}

/** `FixedString`: shorter texts end in zero bytes, which lists show. */
export const fixedString = (width: number): ColumnType => ({
  async read(reader, count) {
    const bytes = await reader.take(count * width)
    const trimmedEnd = (row: number) => {
      let end = (row + 1) * width
      while (end > row * width && bytes[end - 1] === 0) end--
      return end
    }
    const texts = textsOf(bytes, { start: (row) => row * width, end: trimmedEnd, isText: false })
    return { ...texts, json: (row) => JSON.stringify(bytes.toString('utf8', row * width, (row + 1) * width)) }
  },
})

interface Bounds {
  start(row: number): number
  end(row: number): number
  /** Whether all texts are known to be UTF-8. */
  isText: boolean
}

const textsOf = (bytes: Buffer, { start, end, isText }: Bounds): TextValues => ({
  append(builder: VectorBuilder, row: number) {
    const [from, to] = [start(row), end(row)]
    if (isText || isUtf8(bytes.subarray(from, to))) builder.appendBytes(bytes, from, to)
    else builder.appendText(bytes.toString('utf8', from, to))
  },
  json: (row) => JSON.stringify(bytes.toString('utf8', start(row), end(row))),
})
