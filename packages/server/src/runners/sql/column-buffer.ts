import type { Vector } from '../../platform/results/batch.ts'

const SMALLEST = 1024
/** Bytes that are copied sooner than a view of them is made. */
const SHORT = 48

/**
 * Collects the values of one column of a batch, in the layout of `Vector`. Decoders write through `view` and `bytes` and
 * advance `length`. Both are replaced when the buffer grows, so read them again after each `reserve`.
 */
export class ColumnBuffer {
  bytes = new Uint8Array(new ArrayBuffer(SMALLEST))
  view = new DataView(this.bytes.buffer)
  /** Bytes in use. */
  length = 0
  #validity: Uint8Array | null = null

  /** Makes room for `more` bytes after `length`. */
  reserve(more: number): void {
    const needed = this.length + more
    if (needed <= this.bytes.length) return
    let capacity = this.bytes.length * 2
    while (capacity < needed) capacity *= 2
    const { bytes, length } = this
    this.#allocate(capacity)
    this.bytes.set(bytes.subarray(0, length))
  }

  /** Marks a row of this batch as null; adds no bytes. */
  setNull(row: number): void {
    const validity = this.#validity
    if (validity && row < validity.length) {
      validity[row] = 0
      return
    }
    const grown = new Uint8Array(Math.max(SMALLEST, 2 ** Math.ceil(Math.log2(row + 1)))).fill(1)
    if (validity) grown.set(validity)
    grown[row] = 0
    this.#validity = grown
  }

  /** Adds a string: its length and its bytes. */
  text(value: Uint8Array): void {
    this.reserve(value.length + 4)
    this.view.setUint32(this.length, value.length, true)
    this.bytes.set(value, this.length + 4)
    this.length += value.length + 4
  }

  /** Adds the string that `source` has from `start` to `end`. */
  copyText(source: Uint8Array, start: number, end: number): void {
    const length = end - start
    this.reserve(length + 4)
    this.view.setUint32(this.length, length, true)
    const { bytes } = this
    let at = this.length + 4
    if (length > SHORT) bytes.set(source.subarray(start, end), at)
    else for (let from = start; from < end; from++) bytes[at++] = source[from] ?? 0
    this.length += length + 4
  }

  /** Returns the vector of `rowCount` rows and starts the next one, with about the same capacity. */
  take(rowCount: number): Vector {
    const values = this.bytes.subarray(0, this.length)
    const validity = this.#validity && validityOf(this.#validity, rowCount)
    // The batch keeps its memory, so the next one needs a buffer of its own.
    this.#allocate(Math.max(SMALLEST, 2 ** Math.ceil(Math.log2(this.length + 1))))
    this.length = 0
    this.#validity = null
    return { values, validity }
  }

  #allocate(capacity: number): void {
    // Not zeroed: only bytes below `length` are ever read.
    const buffer = Buffer.allocUnsafeSlow(capacity)
    this.bytes = new Uint8Array(buffer.buffer, buffer.byteOffset, capacity)
    this.view = new DataView(buffer.buffer, buffer.byteOffset, capacity)
  }
}

function validityOf(bytes: Uint8Array, rowCount: number): Uint8Array {
  if (bytes.length >= rowCount) return bytes.subarray(0, rowCount)
  const whole = new Uint8Array(rowCount).fill(1)
  whole.set(bytes)
  return whole
}
