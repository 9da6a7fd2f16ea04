import { promisify } from 'node:util'
import { constants, zstdCompress } from 'node:zlib'
import type { StorageKind, Vector } from './batch.ts'
import { type Extremes, extremesOf } from './parquet-extremes.ts'
import { CompactWriter } from './thrift.ts'
import { validTexts } from './utf8.ts'
import { countOf, valueWidth } from './vectors.ts'

const compress = promisify(zstdCompress)

/** zstd level. For columns of numbers and short texts, level 3 takes half as long again and saves almost nothing. */
const ZSTD_LEVEL = 1
/** Smaller pages are stored uncompressed: compressing them takes longer than the saved bytes are worth. */
const MIN_COMPRESSED_BYTES = 1024

/** A page as stored in a file. */
export interface Page {
  rowCount: number
  nullCount: number
  /** The smallest and the largest value; null without any, and for kinds that have none (see `extremesOf`). */
  extremes: Extremes | null
  /** The page header and the levels after it. */
  head: Uint8Array
  body: Uint8Array
  /** Bytes of head and body, as stored and without compression. */
  size: number
  rawSize: number
}

/**
 * Rows of one column that become a "data page v2" (https://github.com/apache/parquet-format/blob/master/README.md#data-pages):
 * levels that mark which rows have a value, never compressed, then the values in PLAIN encoding. Every column is flat and
 * optional.
 */
export class PageRows {
  rowCount = 0
  readonly #kind: StorageKind
  #values: Uint8Array = Buffer.alloc(0)
  #length = 0
  #validity: Uint8Array | null = null

  constructor(kind: StorageKind) {
    this.#kind = kind
  }

  /** Bytes of the values so far. */
  get byteLength(): number {
    return this.#length
  }

  /** Appends rows. They are copied, so the caller may reuse the memory of the vector. */
  append({ values, validity }: Vector, rowCount: number): void {
    const length = this.#length + values.length
    if (length > this.#values.length) this.#values = grown(this.#values, this.#length, length)
    this.#values.set(values, this.#length)
    this.#length = length

    const before = this.rowCount
    this.rowCount += rowCount
    if (!validity && !this.#validity) return
    this.#validity ??= new Uint8Array(before).fill(1)
    if (this.rowCount > this.#validity.length) this.#validity = grown(this.#validity, before, this.rowCount)
    if (validity) this.#validity.set(validity.subarray(0, rowCount), before)
    else this.#validity.fill(1, before, this.rowCount)
  }

  /** Builds the page from the appended rows; compression runs in Node's thread pool. Nothing may be appended after this. */
  async close(): Promise<Page> {
    const validity = this.#validity?.subarray(0, this.rowCount) ?? null
    const valueCount = validity ? countOf(validity) : this.rowCount
    const levels = definitionLevels(validity, valueCount, this.rowCount)
    const values = this.#plainValues(valueCount)
    const packed =
      values.length < MIN_COMPRESSED_BYTES
        ? values
        : await compress(values, {
            params: { [constants.ZSTD_c_compressionLevel]: ZSTD_LEVEL },
            // One output buffer, so that one job in the thread pool is enough.
            chunkSize: values.length + 1024,
          })
    const isCompressed = packed.length < values.length
    const body = isCompressed ? packed : values

    const header = new CompactWriter()
    header.i32(1, DATA_PAGE_V2)
    header.i32(2, levels.length + values.length)
    header.i32(3, levels.length + body.length)
    header.struct(8, () => {
      header.i32(1, this.rowCount)
      header.i32(2, this.rowCount - valueCount)
      header.i32(3, this.rowCount)
      header.i32(4, PLAIN)
      header.i32(5, levels.length)
      header.i32(6, 0)
      header.boolean(7, isCompressed)
    })
    header.stop()
    const head = Buffer.concat([header.take(), levels])
    return {
      ...{
        rowCount: this.rowCount,
        nullCount: this.rowCount - valueCount,
        extremes: extremesOf(this.#kind, this.#values, valueCount),
      },
      ...{ head, body, size: head.length + body.length, rawSize: head.length + values.length },
    }
  }

  #plainValues(valueCount: number): Uint8Array {
    const values = this.#values.subarray(0, this.#length)
    if (this.#kind === 'boolean') return packedBits(values, valueCount)
    return valueWidth[this.#kind] === null ? validTexts(values) : values
  }
}

const DATA_PAGE_V2 = 3
const PLAIN = 0

/** One-bit definition levels in Parquet's run-length/bit-packing hybrid encoding: 1 for a row with a value. */
function definitionLevels(validity: Uint8Array | null, valueCount: number, rowCount: number): Uint8Array {
  if (!validity || valueCount === 0 || valueCount === rowCount)
    return Buffer.from([...varint(2 * rowCount), valueCount > 0 ? 1 : 0])
  return Buffer.concat([Buffer.from(varint(2 * Math.ceil(rowCount / 8) + 1)), packedBits(validity, rowCount)])
}

/** Packs bytes of 0 and 1 to bits, the first one in the lowest bit. */
function packedBits(bytes: Uint8Array, count: number): Uint8Array {
  const bits = Buffer.alloc(Math.ceil(count / 8))
  for (let i = 0; i < count; i++) {
    const at = i >> 3
    bits[at] = (bits[at] ?? 0) | ((bytes[i] ?? 0) << (i & 7))
  }
  return bits
}

function varint(value: number): number[] {
  const bytes: number[] = []
  let rest = value
  for (; rest >= 0x80; rest >>>= 7) bytes.push((rest & 0x7f) | 0x80)
  return [...bytes, rest]
}

function grown(bytes: Uint8Array, used: number, needed: number): Uint8Array {
  const larger = Buffer.allocUnsafeSlow(Math.max(needed, 2 * bytes.length, 1024))
  larger.set(bytes.subarray(0, used))
  return larger
}
