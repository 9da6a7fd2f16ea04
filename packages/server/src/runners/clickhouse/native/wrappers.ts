import type { VectorBuilder } from '../../../platform/results/vectors.ts'
import { ConnectionLost } from '../../runner.ts'
import type { ColumnType, FixedValues, Values } from './values.ts'

/** A byte per row says whether it is NULL; the values of all rows follow. */
export const nullable = (inner: ColumnType): ColumnType => ({
  ...(inner.readPrefix ? { readPrefix: inner.readPrefix } : {}),
  async read(reader, count) {
    const nulls = await reader.take(count)
    const values = await inner.read(reader, count)
    return { ...values, nulls, json: (row) => (nulls[row] ? 'null' : values.json(row)) }
  },
})

/** The type of NULL without a type; each row has a byte that means nothing. */
export const nothing: ColumnType = {
  async read(reader, count) {
    await reader.take(count)
    return { append: (builder: VectorBuilder) => builder.appendNull(), json: () => 'null' }
  },
}

/** The only version of keys: each block has those of its rows. */
const KEYS_VERSION = 1
/** Bytes of an index and how one is read, by the first byte of the flags. Nobody sends more than 2^32 keys. */
const INDEXES: readonly { width: number; at(bytes: Buffer, offset: number): number }[] = [
  { width: 1, at: (bytes, offset) => bytes.readUInt8(offset) },
  { width: 2, at: (bytes, offset) => bytes.readUInt16LE(offset) },
  { width: 4, at: (bytes, offset) => bytes.readUInt32LE(offset) },
  { width: 8, at: (bytes, offset) => bytes.readUInt32LE(offset) },
]
/** A flag in the second byte: keys of earlier blocks are used, which the server does not do here. */
const HAS_GLOBAL_KEYS = 1

/** Values by their index in a list of keys, of which the first one stands for NULL if there can be any. */
export const lowCardinality = (keyType: ColumnType, isNullable: boolean): ColumnType => ({
  async readPrefix(reader) {
    if ((await reader.uint64()) !== KEYS_VERSION) throw new ConnectionLost()
    await keyType.readPrefix?.(reader)
  },
  async read(reader, count) {
    // Nothing is written for no rows, as in empty lists.
    if (count === 0) return keyType.read(reader, 0)
    const [form = 0, flags = 0] = await reader.take(8)
    const index = INDEXES[form]
    if (!index || flags & HAS_GLOBAL_KEYS) throw new ConnectionLost()
    const keys = await keyType.read(reader, await reader.uint64())
    if ((await reader.uint64()) !== count) throw new ConnectionLost()
    const bytes = await reader.take(count * index.width)
    const indexes = new Uint32Array(count)
    for (let row = 0; row < count; row++) indexes[row] = index.at(bytes, row * index.width)
    return indexed(keys, indexes, isNullable)
  },
})

function indexed(keys: Values, indexes: Uint32Array, isNullable: boolean): Values {
  const index = (row: number) => indexes[row] ?? 0
  const { noDays } = keys
  const rows = {
    ...(isNullable ? { nulls: Uint8Array.from(indexes, (at) => Number(at === 0)) } : {}),
    ...(noDays ? { noDays: Uint8Array.from(indexes, (at) => noDays[at] ?? 0) } : {}),
    json: (row: number) => (isNullable && index(row) === 0 ? 'null' : keys.json(index(row))),
  }
  if ('append' in keys) return { ...rows, append: (builder, row) => keys.append(builder, index(row)) }
  return { ...rows, width: keys.width, layout: () => gathered(keys, indexes) }
}

/** The keys at these places, as a vector has them. */
function gathered({ width, layout }: FixedValues, indexes: Uint32Array): Uint8Array {
  const keys = layout()
  const values = new Uint8Array(indexes.length * width)
  for (let row = 0; row < indexes.length; row++) {
    const from = (indexes[row] ?? 0) * width
    for (let byte = 0; byte < width; byte++) values[row * width + byte] = keys[from + byte] ?? 0
  }
  return values
}
