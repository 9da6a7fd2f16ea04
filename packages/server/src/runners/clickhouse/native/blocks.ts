import type { Batch } from '../../../platform/results/batch.ts'
import { VectorBuilder } from '../../../platform/results/vectors.ts'
import { ConnectionLost } from '../../runner.ts'
import { type ColumnPlan, planFor } from '../../values/plans.ts'
import { leadingError, markedError } from '../errors.ts'
import { columnReader } from '../types.ts'
import type { ByteReader } from './byte-reader.ts'
import { columnType } from './column-type.ts'
import type { TimeContext } from './times.ts'
import { type ColumnType, type Values, vectorOf } from './values.ts'

/** A column with its type as the server writes it. */
export interface DescribedColumn {
  name: string
  type: string
}

export interface BlockContext {
  times: TimeContext
  /** The columns as the server describes them. @throws UnknownType if it does not */
  describe(): Promise<DescribedColumn[]>
}

/** A column of the rows. */
export interface BlockColumn extends DescribedColumn {
  plan: Pick<ColumnPlan, 'type' | 'storage'>
  /** True if there was a date that is no day. */
  hasNoDays: boolean
}

interface OpenColumn extends BlockColumn {
  /** The type as blocks have it. */
  head: string
  format: ColumnType
  builder: VectorBuilder
}

/** A column has a type whose format is not known here. */
export class UnknownType extends Error {}

/** Bytes in which the server's error is looked for. */
const ERROR_BYTES = 64 * 1024
const MARK_BYTES = 24
/** Where so many columns follow instead, a block is longer than the mark. */
const MARK_START = /[\s_C]/
const ERROR_MARK = /^\s*(?:__exception__|Code: \d)/

/**
 * Reads the blocks of the format Native (https://clickhouse.com/docs/interfaces/formats/Native): numbers of columns and rows, and for
 * each column its name, its type and its values. All blocks have the same columns.
 */
export class BlockReader {
  readonly #reader: ByteReader
  readonly #context: BlockContext
  readonly #columns: OpenColumn[] = []
  #isFirst = true
  #described: Promise<DescribedColumn[]> | null = null

  constructor(reader: ByteReader, context: BlockContext) {
    this.#reader = reader
    this.#context = context
  }

  /** Known once the first block was read. */
  get columns(): readonly BlockColumn[] {
    return this.#columns
  }

  /**
   * Reads a block.
   * @returns null at the end
   * @throws QueryError with what the server wrote instead of a block; UnknownType, which can only be in the first block
   */
  async next(): Promise<Batch | null> {
    if (!(await this.#reader.fill(1))) return null
    await this.#failIfError()
    try {
      return await this.#block()
    } catch (error) {
      // If the server fails within a block, its error is what the stream ends with. A wrong length is one that was no length.
      if (!(error instanceof ConnectionLost || error instanceof RangeError)) throw error
      await this.#reader.fill(ERROR_BYTES)
      throw markedError(this.#reader.last(ERROR_BYTES)) ?? new ConnectionLost({ cause: error })
    }
  }

  /** An error may stand where a block would begin. */
  async #failIfError(): Promise<void> {
    const reader = this.#reader
    if (!MARK_START.test(String.fromCharCode(reader.bytes[reader.at] ?? 0))) return
    await reader.fill(MARK_BYTES)
    if (!ERROR_MARK.test(reader.bytes.toString('latin1', reader.at, Math.min(reader.end, reader.at + MARK_BYTES)))) return
    const failure = leadingError(await reader.rest(ERROR_BYTES))
    if (failure) throw failure
  }

  async #block(): Promise<Batch> {
    const [columnCount, rowCount] = [await this.#reader.varint(), await this.#reader.varint()]
    if (!this.#isFirst && columnCount !== this.#columns.length) throw new ConnectionLost()
    const vectors: Batch['vectors'] = []
    for (let index = 0; index < columnCount; index++) {
      const column = await this.#head(index)
      // No rows have no bytes, not even a prefix.
      if (rowCount > 0) await column.format.readPrefix?.(this.#reader)
      const values = rowCount > 0 ? await column.format.read(this.#reader, rowCount) : null
      const missing = values && missingRows(values)
      if (values?.noDays && hasNoDays(values)) column.hasNoDays = true
      vectors.push(values ? vectorOf(values, missing, rowCount, column.builder) : column.builder.take())
    }
    this.#isFirst = false
    return { rowCount, vectors }
  }

  /** Reads the name and the type of a column, which are the same in all blocks. */
  async #head(index: number): Promise<OpenColumn> {
    const [name, type] = [await this.#reader.text(), await this.#reader.text()]
    if (this.#isFirst) this.#columns.push(await this.#opened(index, { name, type }))
    const column = this.#columns[index]
    if (!column || column.name !== name || column.head !== type) throw new ConnectionLost()
    return column
  }

  async #opened(index: number, { name, type: head }: DescribedColumn): Promise<OpenColumn> {
    const type = head === ZONELESS ? await this.#describedType(index, name) : head
    const format = columnType(type, this.#context.times)
    if (!format) throw new UnknownType(`The format of ${type} is not known.`)
    const { as = 'text', digits, type: shown } = columnReader(type).column
    const plan = planFor(as, digits)
    return {
      ...{ name, type, head, format, hasNoDays: false, builder: new VectorBuilder(plan.storage) },
      plan: { storage: plan.storage, type: shown === undefined ? plan.type : shown },
    }
  }

  async #describedType(index: number, name: string): Promise<string> {
    this.#described ??= this.#context.describe()
    const column = (await this.#described)[index]
    if (column?.name !== name) throw new UnknownType(`The server describes no column "${name}".`)
    return column.type
  }
}

/** Blocks do not have the time zone that a column of this type may name. */
const ZONELESS = 'DateTime'

/** 1 for each row without a value; null if all have one. */
function missingRows({ nulls, noDays }: Values): Uint8Array | null {
  const missing = nulls && noDays ? nulls.map((isNull, row) => isNull | (noDays[row] ?? 0)) : (nulls ?? noDays)
  return missing?.includes(1) ? missing : null
}

const hasNoDays = ({ nulls, noDays }: Values): boolean => noDays?.some((noDay, row) => noDay === 1 && !nulls?.[row]) ?? false
