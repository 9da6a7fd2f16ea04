/** A column of a block: its name, its type and the bytes of its values. */
export type WrittenColumn = readonly [name: string, type: string, values: Buffer]

/** An integer of seven bits a byte, the lowest first. */
export function varint(value: number): Buffer {
  const bytes: number[] = []
  for (let rest = value; ; rest = Math.floor(rest / 128)) {
    if (rest < 128) return Buffer.from([...bytes, rest])
    bytes.push((rest % 128) + 128)
  }
}

/** Texts, each behind its length. */
export const texts = (...values: string[]): Buffer =>
  Buffer.concat(values.flatMap((value) => [varint(Buffer.byteLength(value)), Buffer.from(value)]))

export const uint64s = (...values: number[]): Buffer => Buffer.from(BigUint64Array.from(values, BigInt).buffer)

/** A block of the format Native, as the server writes it. */
export const block = (rows: number, ...columns: WrittenColumn[]): Buffer =>
  Buffer.concat([
    varint(columns.length),
    varint(rows),
    ...columns.flatMap(([name, type, values]) => [texts(name, type), values]),
  ])

/** `LowCardinality(String)` with up to 255 keys. */
export const keyed = (keys: string[], indexes: number[]): Buffer =>
  Buffer.concat([
    uint64s(1),
    Buffer.from([0, 6, 0, 0, 0, 0, 0, 0]),
    uint64s(keys.length),
    texts(...keys),
    uint64s(indexes.length),
    Buffer.from(indexes),
  ])
