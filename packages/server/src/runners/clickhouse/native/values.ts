import type { Vector } from '../../../platform/results/batch.ts'
import { type VectorBuilder, viewOf, withoutNulls } from '../../../platform/results/vectors.ts'
import type { ByteReader } from './byte-reader.ts'

/**
 * How the server writes the values of a type in the format Native, column after column
 * (https://clickhouse.com/docs/interfaces/formats/Native).
 */
export interface ColumnType {
  /** Reads what precedes the values of a column and of everything that is nested in it; left out if there is nothing. */
  readPrefix?(reader: ByteReader): Promise<void>
  /** Reads the values of so many rows. */
  read(reader: ByteReader, count: number): Promise<Values>
}

interface Rows {
  /** 1 for each row that is NULL; left out if none can be. */
  nulls?: Uint8Array
  /** 1 for each row with the date 0, where the server means no day by it. */
  noDays?: Uint8Array
  /** The value of a row as a part of JSON, as the server writes it in lists. */
  json(row: number): string
}

/** Values that a vector has in a fixed width. */
export interface FixedValues extends Rows {
  /** Bytes of each value in a vector. */
  width: number
  /** The values of all rows as a vector has them, with any value for each NULL. */
  layout(): Uint8Array
}

/** Values that a vector has as texts. */
export interface TextValues extends Rows {
  append(builder: VectorBuilder, row: number): void
}

export type Values = FixedValues | TextValues

/** A type whose values have a fixed width, in the stream and in a vector. */
export interface FixedType {
  /** Bytes of a value in the stream, and in a vector. */
  width: number
  vectorWidth: number
  /** Converts the value at `from` in the stream to the one at `to` in a vector, which is 0 before; left out if they are the same. */
  convert?(source: DataView, from: number, target: DataView, to: number): void
  json(source: DataView, at: number): string
}

export const fixedType = ({ width, vectorWidth, convert, json }: FixedType): ColumnType => ({
  async read(reader, count) {
    const bytes = await reader.take(count * width)
    const source = viewOf(bytes)
    return {
      width: vectorWidth,
      layout() {
        if (!convert) return bytes
        const values = new Uint8Array(count * vectorWidth)
        const target = viewOf(values)
        for (let row = 0; row < count; row++) convert(source, row * width, target, row * vectorWidth)
        return values
      },
      json: (row) => json(source, row * width),
    }
  },
})

/** A type of fixed width in the stream whose values are texts in a vector. */
export const textType = (
  width: number,
  { text, json }: { text(bytes: Buffer, at: number): string; json(written: string): string },
): ColumnType => ({
  async read(reader, count) {
    const bytes = await reader.take(count * width)
    return {
      append: (builder, row) => builder.appendText(text(bytes, row * width)),
      json: (row) => json(text(bytes, row * width)),
    }
  },
})

/** The vector of a column. @param isMissing 1 for each row that has no value; null if all have one */
export function vectorOf(values: Values, isMissing: Uint8Array | null, count: number, builder: VectorBuilder): Vector {
  if ('layout' in values) {
    const validity = isMissing?.map((missing) => 1 - missing) ?? null
    const layout = values.layout()
    return { values: validity ? withoutNulls(layout, values.width, validity) : layout, validity }
  }
  for (let row = 0; row < count; row++) {
    if (isMissing?.[row]) builder.appendNull()
    else values.append(builder, row)
  }
  return builder.take()
}
