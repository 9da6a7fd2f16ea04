import type { ByteReader } from './byte-reader.ts'
import type { ColumnType, Values } from './values.ts'

// Types whose values have values in them. They are stored as JSON.

/** A type whose values are stored as they stand within JSON. */
const written = (json: (row: number) => string): Values => ({
  append: (builder, row) => builder.appendText(json(row)),
  json,
})

/** Bytes of the number of values up to the end of a list. */
const OFFSET_WIDTH = 8

/** For each row the number of values up to its end, then the values of all rows. */
const lists = (inner: ColumnType, write: (values: Values, start: number, end: number) => string): ColumnType => ({
  ...prefixOf(inner),
  async read(reader, count) {
    const ends = await reader.take(count * OFFSET_WIDTH)
    // Nobody sends more than 2^32 values in a block.
    const end = (row: number) => (row < 0 ? 0 : ends.readUInt32LE(row * OFFSET_WIDTH))
    const values = await inner.read(reader, end(count - 1))
    return written((row) => write(values, end(row - 1), end(row)))
  },
})

const prefixOf = (...types: ColumnType[]): Pick<ColumnType, 'readPrefix'> =>
  types.some(({ readPrefix }) => readPrefix)
    ? {
        async readPrefix(reader: ByteReader) {
          for (const type of types) await type.readPrefix?.(reader)
        },
      }
    : {}

const joined = (start: number, end: number, json: (index: number) => string): string =>
  Array.from({ length: end - start }, (_, at) => json(start + at)).join(',')

export const array = (inner: ColumnType): ColumnType =>
  lists(inner, (values, start, end) => `[${joined(start, end, values.json)}]`)

/** Its elements, one after the other; a list in JSON, also if they have names. */
export const tuple = (elements: readonly ColumnType[]): ColumnType => ({
  ...prefixOf(...elements),
  async read(reader, count) {
    const values: Values[] = []
    for (const element of elements) values.push(await element.read(reader, count))
    return written((row) => `[${values.map(({ json }) => json(row)).join(',')}]`)
  },
})

/** A list of keys and values; keys that are no texts become texts in JSON. */
export function map(key: ColumnType, value: ColumnType): ColumnType {
  const pairs: ColumnType = {
    ...prefixOf(key, value),
    async read(reader, count) {
      const [keys, values] = [await key.read(reader, count), await value.read(reader, count)]
      const keyJson = (row: number) => {
        const json = keys.json(row)
        return json.startsWith('"') ? json : JSON.stringify(json)
      }
      return written((row) => `${keyJson(row)}:${values.json(row)}`)
    },
  }
  return lists(pairs, (values, start, end) => `{${joined(start, end, values.json)}}`)
}

/** Two numbers in JSON without brackets in between. */
const POINT = /\[([^[\],]+),([^[\],]+)\]/g

/** Points, and lists of them: a column shows them as the server writes them, as in `[(1,2),(3,4)]`. */
export const geometry = (inner: ColumnType): ColumnType => ({
  async read(reader, count) {
    const { json } = await inner.read(reader, count)
    const literal = (row: number) => json(row).replace(POINT, '($1,$2)').replaceAll('"', '')
    return { append: (builder, row) => builder.appendText(literal(row)), json }
  },
})
