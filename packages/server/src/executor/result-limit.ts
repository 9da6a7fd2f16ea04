import type { Batch, Column } from '../platform/results/batch.ts'
import { bytesOfValues, countOf, firstRows } from '../platform/results/vectors.ts'
import type { Limits } from './protocol.ts'

/** Cuts a result at its limits of rows and bytes, and names the limit that was reached. */
export class ResultLimit {
  rows = 0
  /** Bytes of the values within the limits so far. */
  bytes = 0
  /** Sentence naming the limit that was reached; null while none is. */
  reached: string | null = null
  readonly #columns: readonly Column[]
  readonly #limits: Pick<Limits, 'rows' | 'bytes'>

  constructor(columns: readonly Column[], limits: Pick<Limits, 'rows' | 'bytes'>) {
    this.#columns = columns
    this.#limits = limits
  }

  /** Returns the part of the next batch that is within the limits. */
  take(batch: Batch): Batch {
    const byRows = Math.min(batch.rowCount, this.#limits.rows - this.rows)
    const rowCount = this.#fittingRows(batch, byRows)
    const kept = rowCount === batch.rowCount ? batch : this.#first(batch, rowCount)
    this.rows += rowCount
    this.bytes += kept.vectors.reduce((size, { values }) => size + values.length, 0)
    if (rowCount < byRows)
      this.reached = `${this.#cut()} that is the limit of ${megabytes(this.#limits.bytes)} MB of values in one result.`
    else if (rowCount < batch.rowCount) this.reached = `${this.#cut()} that is the limit of rows in one result.`
    return kept
  }

  #cut(): string {
    return `The result was cut after ${this.rows.toLocaleString('en-US')} rows:`
  }

  /** The largest number of leading rows that stay within the byte limit, found by bisection. */
  #fittingRows(batch: Batch, rowCount: number): number {
    const room = this.#limits.bytes - this.bytes
    if (this.#bytesOf(batch, rowCount) <= room) return rowCount
    let fits = 0
    for (let tooMany = rowCount; tooMany - fits > 1; ) {
      const middle = Math.floor((fits + tooMany) / 2)
      if (this.#bytesOf(batch, middle) <= room) fits = middle
      else tooMany = middle
    }
    return fits
  }

  #bytesOf(batch: Batch, rowCount: number): number {
    if (rowCount === batch.rowCount) return batch.vectors.reduce((size, { values }) => size + values.length, 0)
    return this.#columns.reduce((size, { storage: { kind } }, index) => {
      const vector = batch.vectors[index]
      if (!vector) return size
      const count = vector.validity ? countOf(vector.validity.subarray(0, rowCount)) : rowCount
      return size + bytesOfValues(kind, vector.values, count)
    }, 0)
  }

  #first(batch: Batch, rowCount: number): Batch {
    const vectors = this.#columns.flatMap(({ storage: { kind } }, index) => {
      const vector = batch.vectors[index]
      return vector ? [firstRows(kind, vector, rowCount)] : []
    })
    return { rowCount, vectors }
  }
}

function megabytes(bytes: number): string {
  return Math.round(bytes / 1024 / 1024).toLocaleString('en-US')
}
