import type { FieldPacket } from 'mysql2'
import { type Batch, type Column, uniqueNames } from '../../platform/results/batch.ts'
import { QueryError } from '../runner.ts'
import { ColumnBuffer } from '../sql/column-buffer.ts'
import type { RowPacket } from './row-packets.ts'
import { type ColumnPlan, planOf } from './types.ts'

const BATCH_ROWS = 16_384
const BATCH_BYTES = 4 << 20
/** Rows of a slow source are passed on after this time, even in a small batch. */
const MAX_BATCH_AGE_MS = 250
/** Rows of the first batch, which is small so that something can be shown early. */
const FIRST_ROWS = 500
/** Rows between two checks of size and time. */
const ROWS_PER_CHECK = 256
/** In place of the length of a value: NULL. */
const NULL = 251
/** Bytes of a length that does not fit into one byte, by what stands in its place. */
const LENGTH_BYTES: Record<number, number> = { 252: 2, 253: 3, 254: 8 }
/** Bytes that a length is read from; no packet is longer than they can tell. */
const MAX_LENGTH_BYTES = 6

/** Decodes the rows of one result set into batches. */
export class RowReader {
  readonly columns: Column[]
  readonly #plans: ColumnPlan[]
  readonly #buffers: ColumnBuffer[]
  readonly #unfit: number[]
  readonly #emit: (batch: Batch) => void
  #rows = 0
  #emitted: number | null = null

  constructor(fields: readonly FieldPacket[], emit: (batch: Batch) => void) {
    this.#plans = fields.map(planOf)
    const names = uniqueNames(fields.map(({ name }) => name))
    this.columns = this.#plans.map(({ type, storage, sourceType }, index) => ({
      name: names[index] ?? '',
      type,
      storage,
      sourceType,
    }))
    this.#buffers = fields.map(() => new ColumnBuffer())
    this.#unfit = fields.map(() => 0)
    this.#emit = emit
  }

  /**
   * Adds one row: the text of each value with its length in front
   * (https://dev.mysql.com/doc/dev/mysql-server/latest/page_protocol_com_query_response_text_resultset_row.html).
   * @throws QueryError if the row ends early
   */
  add({ buffer, offset, end }: RowPacket): void {
    const plans = this.#plans
    let at = offset
    for (let index = 0; index < plans.length; index++) {
      const out = this.#buffers[index]
      if (!out) continue
      let length = buffer[at++] ?? 0
      if (length === NULL) {
        out.setNull(this.#rows)
        continue
      }
      const size = length > NULL ? (LENGTH_BYTES[length] ?? 0) : 0
      if (size > 0) length = buffer.readUIntLE(at, Math.min(size, MAX_LENGTH_BYTES))
      at += size
      if (at + length > end) throw new QueryError('The server has sent a row that ends early.')
      if (!plans[index]?.decode(buffer, at, at + length, out)) {
        out.setNull(this.#rows)
        this.#unfit[index] = (this.#unfit[index] ?? 0) + 1
      }
      at += length
    }
    this.#rows++
    if (this.#rows % ROWS_PER_CHECK === 0 || this.#rows === FIRST_ROWS) this.#flushIfDue()
  }

  /** Emits the rows that are still buffered. */
  flush(): void {
    if (this.#rows === 0) return
    const rowCount = this.#rows
    this.#rows = 0
    this.#emitted = performance.now()
    this.#emit({ rowCount, vectors: this.#buffers.map((buffer) => buffer.take(rowCount)) })
  }

  /** One line for each column with dates that are not valid days. */
  log(): string[] {
    return this.columns.flatMap(({ name }, index) => {
      const count = this.#unfit[index] ?? 0
      return count ? [`${name}: zero dates in ${count} rows are left empty.`] : []
    })
  }

  #flushIfDue(): void {
    let bytes = 0
    for (const buffer of this.#buffers) bytes += buffer.length
    const isStale = this.#emitted === null ? this.#rows >= FIRST_ROWS : performance.now() - this.#emitted > MAX_BATCH_AGE_MS
    if (isStale || this.#rows >= BATCH_ROWS || bytes >= BATCH_BYTES) this.flush()
  }
}
