import {
  Bool,
  type DataType,
  DateMillisecond,
  Dictionary,
  Field,
  FixedSizeBinary,
  Int32,
  Int64,
  List,
  Map_,
  makeData,
  makeVector,
  RecordBatchReader,
  Schema,
  Struct,
  Table,
  TimestampNanosecond,
  tableToIPC,
  Union,
  UnionMode,
  Utf8,
  type Vector,
  vectorFromArray,
} from 'apache-arrow'
import { describe, expect, it } from 'vitest'
import { columnOf, rowReader, typeName } from './columns.ts'

/** The values of a column as they are read from Arrow's stream format. */
function valuesOf(vector: Vector): unknown[] {
  const reader = RecordBatchReader.from(tableToIPC(new Table({ x: vector }), 'stream'))
  const read = rowReader(reader.open().schema.fields)
  return [...reader].flatMap((batch) => [...read(batch)].flat(2))
}

const column = (type: DataType) => columnOf(new Field('x', type))

describe('values of Arrow (OPEN-560)', () => {
  const [numbers, words] = [vectorFromArray([1n, 9007199254740993n], new Int64()), vectorFromArray(['a', 'ü'], new Utf8())]
  const members = [new Field('n', new Int64()), new Field('s', new Utf8())]
  const typeIds = Int8Array.of(1, 0, 0, 1)

  it('are those of the member that a row of a union names', () => {
    const children = [numbers.data[0], words.data[0]].filter((data) => data !== undefined)
    const dense = makeData({
      type: new Union(UnionMode.Dense, [0, 1], members),
      ...{ length: 4, nullCount: 0, typeIds, valueOffsets: Int32Array.of(0, 0, 1, 1), children },
    })
    expect(valuesOf(makeVector(dense))).toEqual(['a', 1n, 9007199254740993n, 'ü'])
    expect(column(dense.type)).toMatchObject({ as: 'json', sourceType: 'dense_union<n: int64, s: string>' })
  })

  it('are the words of a dictionary, which may have no word for a row', () => {
    const type = new Dictionary(new Utf8(), new Int32())
    expect(valuesOf(vectorFromArray(['b', null, 'a', 'b'], type))).toEqual(['b', null, 'a', 'b'])
    expect(column(type)).toMatchObject({ as: 'text', sourceType: 'string' })
  })

  it('are read in groups of thousands of rows, however long a batch is', () => {
    const long = new Table({
      x: vectorFromArray(
        Array.from({ length: 12_001 }, (_, at) => at % 3 === 0),
        new Bool(),
      ),
    })
    const read = rowReader(long.schema.fields)
    const groups = long.batches.flatMap((batch) => [...read(batch)])
    expect(groups.map(({ length }) => length)).toEqual([5000, 5000, 2001])
    expect(groups.flat(2).filter(Boolean)).toHaveLength(4001)
  })

  it('have texts as keys of maps, and keep nulls apart from empty lists', () => {
    const entry = new Field(
      'entries',
      new Struct([new Field('key', new Int32()), new Field('value', new List(new Field('item', new Utf8())))]),
    )
    const map = new Map_(entry as ConstructorParameters<typeof Map_>[0])
    const rows = [new Map([[7, ['x', null]]]), null, new Map([[8, []]])]
    expect(valuesOf(vectorFromArray(rows, map))).toEqual([{ 7: ['x', null] }, null, { 8: [] }])
    expect(typeName(map)).toBe('map<int32, list<string>>')
  })

  it('are bytes in hexadecimal, and times beyond what a Date holds', () => {
    expect(valuesOf(vectorFromArray([Uint8Array.of(0, 255)], new FixedSizeBinary(2)))).toEqual(['00ff'])
    const largest = makeData({ type: new TimestampNanosecond(), length: 1, data: BigInt64Array.of(2n ** 63n - 1n) })
    expect(valuesOf(makeVector(largest))).toEqual(['2262-04-11 23:47:16.854775807'])
  })

  it('have the type name of the server, if it gives one', () => {
    const named = new Field('x', new DateMillisecond(), true, new Map([['ARROW:FLIGHT:SQL:TYPE_NAME', 'DATE']]))
    expect(columnOf(named)).toEqual({ name: 'x', sourceType: 'DATE', as: 'date' })
    expect(new Schema([named]).fields.map(({ type }) => typeName(type))).toEqual(['date64'])
  })
})
