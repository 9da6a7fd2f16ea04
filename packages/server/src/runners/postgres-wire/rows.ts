import type { Batch } from '../../platform/results/batch.ts'
import { ColumnBuffer } from '../sql/column-buffer.ts'
import type { ColumnPlan } from './types.ts'

const BATCH_ROWS = 16_384
const BATCH_BYTES = 4 << 20
/** Rows of a slow source are passed on after this time, even in a small batch. */
const MAX_BATCH_AGE_MS = 250
/** Rows to decode at a time: enough to make a loop per column worthwhile, few enough to stay in the processor's cache. */
const BLOCK_FIELDS = 16_384
const BLOCK_ROWS = 2048

/** Collects rows in wire format and decodes them column by column. */
export class RowDecoder {
  readonly #columns: { decode: ColumnPlan['decode']; out: ColumnBuffer }[]
  readonly #emit: (batch: Batch) => void
  readonly #blockRows: number
  /** Offsets of the values, column after column, `#blockRows` apart. */
  readonly #fields: Int32Array
  /** Rows in the block. */
  #blocked = 0
  /** Decoded rows in the batch. */
  #decoded = 0
  #emitted: number | null = null

  constructor(plans: readonly ColumnPlan[], emit: (batch: Batch) => void) {
    this.#columns = plans.map(({ decode }) => ({ decode, out: new ColumnBuffer() }))
    this.#emit = emit
    this.#blockRows = Math.min(BLOCK_ROWS, Math.max(16, Math.floor(BLOCK_FIELDS / plans.length)))
    this.#fields = new Int32Array(this.#blockRows * plans.length)
  }

  /** Whether the block must be decoded before another row is added. */
  get isFull(): boolean {
    return this.#blocked === this.#blockRows
  }

  /**
   * Adds a row whose DataRow content is from `start` to `end`.
   * @returns false if its values do not fill the message, so that nothing is known about them
   */
  add(view: DataView, start: number, end: number): boolean {
    const fields = this.#fields
    const step = this.#blockRows
    let offset = start + 2
    for (let index = this.#blocked; index < fields.length; index += step) {
      if (offset + 4 > end) return false
      const length = view.getInt32(offset)
      offset += 4
      if (length < 0) {
        fields[index] = -1
      } else {
        fields[index] = offset
        offset += length
      }
    }
    this.#blocked++
    return offset === end
  }

  /** Decodes the added rows; the input may be overwritten afterwards. */
  decode(bytes: Buffer, view: DataView): void {
    const rows = this.#blocked
    if (rows === 0) return
    let from = 0
    let size = 0
    for (const { decode, out } of this.#columns) {
      decode(bytes, view, this.#fields, from, from + rows, this.#decoded, out)
      size += out.length
      from += this.#blockRows
    }
    this.#decoded += rows
    this.#blocked = 0
    if (this.#decoded >= BATCH_ROWS || size >= BATCH_BYTES) this.flush()
  }

  /** Emits a small batch if it is the first, or the last one was a while ago. */
  flushWhenStale(): void {
    if (this.#emitted === null || performance.now() - this.#emitted > MAX_BATCH_AGE_MS) this.flush()
  }

  flush(): void {
    if (this.#decoded === 0) return
    const rowCount = this.#decoded
    this.#decoded = 0
    this.#emitted = performance.now()
    this.#emit({ rowCount, vectors: this.#columns.map(({ out }) => out.take(rowCount)) })
  }
}
