import { type Data, DataType, type Dictionary, type TimeUnit, type Union, UnionMode, util, Vector } from 'apache-arrow'
import { type Cell, cellText, ExactNumber } from '../values/cells.ts'
import { shortestFloat32 } from '../values/float32.ts'
import { dateText, decimalText, durationText, intervalText, timestampText, timeText } from './value-texts.ts'

/** Reads the value of a row; null if there is none. The data of a column have no offset, as they come from a stream. */
export type Read = (data: Data, row: number) => Cell

/**
 * Makes the function that reads values of a type: integers as number or bigint, decimals, dates and times as texts, bytes in
 * hexadecimal, nested values as objects and lists, ready for JSON.
 */
export function readerOf(type: DataType): Read {
  const read = presentReaderOf(type)
  return (data, row) => (data.getValid(row) ? read(data, row) : null)
}

/** As `readerOf`, for values that are known to be there. */
function presentReaderOf(type: DataType): Read {
  if (DataType.isDictionary(type)) return dictionaryReader(type)
  if (DataType.isBool(type)) return ({ values }, row) => ((values[row >> 3] >> (row & 7)) & 1) === 1
  if (DataType.isInt(type)) return ({ values }, row) => values[row]
  if (DataType.isFloat(type)) return floatReader(type.precision)
  if (DataType.isUtf8(type) || DataType.isLargeUtf8(type)) return bytesReader('utf8')
  if (DataType.isBinary(type) || DataType.isLargeBinary(type)) return bytesReader('hex')
  if (DataType.isUtf8View(type) || DataType.isBinaryView(type)) return viewReader()
  if (DataType.isFixedSizeBinary(type)) {
    const { byteWidth } = type
    return ({ values }, row) => cellText(values.subarray(row * byteWidth, (row + 1) * byteWidth))
  }
  if (DataType.isDecimal(type)) {
    const { bitWidth, scale } = type
    return ({ values }, row) => decimalText(unscaledOf(values, row, bitWidth / 32), scale)
  }
  return timeReaderOf(type) ?? nestedReaderOf(type)
}

function timeReaderOf(type: DataType): Read | null {
  if (DataType.isDate(type)) return ({ values }, row) => dateText(values[row])
  if (DataType.isTimestamp(type)) {
    const { unit, timezone } = type
    return ({ values }, row) => timestampText(values[row], unit, Boolean(timezone))
  }
  if (DataType.isTime(type)) return textOf(type.unit, timeText)
  if (DataType.isDuration(type)) return textOf(type.unit, durationText)
  if (DataType.isInterval(type)) {
    const { unit } = type
    return ({ values, stride }, row) => intervalText(values.subarray(row * stride, (row + 1) * stride), unit)
  }
  return null
}

const textOf =
  (unit: TimeUnit, write: (value: bigint, unit: TimeUnit) => string): Read =>
  ({ values }, row) =>
    write(BigInt(values[row]), unit)

function nestedReaderOf(type: DataType): Read {
  if (DataType.isStruct(type)) {
    const fields = type.children.map(({ name, type: of }) => ({ name, read: jsonReaderOf(of) }))
    return ({ children }, row) =>
      Object.fromEntries(fields.map(({ name, read }, at) => [name, children[at] ? read(children[at], row) : null]))
  }
  if (DataType.isFixedSizeList(type)) {
    const { listSize, valueType } = type
    const read = jsonReaderOf(valueType)
    return ({ children: [items] }, row) =>
      Array.from({ length: listSize }, (_, at) => (items ? read(items, row * listSize + at) : null))
  }
  if (DataType.isMap(type)) {
    const [readKey, readValue] = [readerOf(type.keyType), jsonReaderOf(type.valueType)]
    return ({ children: [entries], valueOffsets }, row) => {
      const [keys, values] = entries?.children ?? []
      if (!keys || !values) return {}
      const read = (at: number) => [cellText(readKey(keys, at) ?? 'null'), readValue(values, at)]
      return Object.fromEntries(rangeOf(valueOffsets, row).map(read))
    }
  }
  if (DataType.isList(type) || DataType.isLargeList(type)) {
    const read = jsonReaderOf(type.valueType)
    return ({ children: [items], valueOffsets }, row) => (items ? rangeOf(valueOffsets, row).map((at) => read(items, at)) : [])
  }
  if (DataType.isUnion(type)) return unionReader(type)
  // All values of the type Null are null.
  return () => null
}

/** The indexes of the items of a list. */
function rangeOf(offsets: ArrayLike<number | bigint>, row: number): number[] {
  const start = Number(offsets[row])
  return Array.from({ length: Number(offsets[row + 1]) - start }, (_, at) => start + at)
}

function unionReader({ mode, children, typeIdToChildIndex }: Union): Read {
  const readers = children.map(({ type }) => jsonReaderOf(type))
  return (data, row) => {
    const member = typeIdToChildIndex[data.typeIds[row] ?? 0] ?? 0
    const [child, read] = [data.children[member], readers[member]]
    return child && read ? read(child, mode === UnionMode.Dense ? Number(data.valueOffsets[row]) : row) : null
  }
}

/** In JSON, decimals are numbers with all digits, and floats that are no numbers are texts. */
function jsonReaderOf(type: DataType): Read {
  const read = readerOf(type)
  const value = DataType.isDictionary(type) ? type.dictionary : type
  if (DataType.isDecimal(value))
    return (data, row) => {
      const digits = read(data, row)
      return digits === null ? null : new ExactNumber(String(digits))
    }
  if (!DataType.isFloat(value)) return read
  return (data, row) => {
    const number = read(data, row)
    return typeof number === 'number' && !Number.isFinite(number) ? String(number) : number
  }
}

/** The values of a dictionary, which may have arrived in several pieces. */
function dictionaryReader({ dictionary }: Dictionary): Read {
  const read = readerOf(dictionary)
  return ({ values, dictionary: pieces }, row) => {
    let at = Number(values[row])
    for (const piece of pieces?.data ?? []) {
      if (at < piece.length) return read(piece, at)
      at -= piece.length
    }
    return null
  }
}

function floatReader(precision: number): Read {
  if (precision === 0) return ({ values }, row) => util.uint16ToFloat64(values[row])
  if (precision === 1) return ({ values }, row) => shortestFloat32(values[row])
  return ({ values }, row) => values[row]
}

function bytesReader(encoding: 'utf8' | 'hex'): Read {
  let bytes = Buffer.alloc(0)
  return ({ values, valueOffsets }, row) => {
    if (bytes.buffer !== values.buffer || bytes.byteOffset !== values.byteOffset || bytes.length !== values.length)
      bytes = Buffer.from(values.buffer, values.byteOffset, values.length)
    return bytes.toString(encoding, Number(valueOffsets[row]), Number(valueOffsets[row + 1]))
  }
}

/** Values that stand in several buffers. */
function viewReader(): Read {
  let last: { data: Data; vector: Vector } | undefined
  return (data, row) => {
    if (last?.data !== data) last = { data, vector: new Vector([data]) }
    const value: string | Uint8Array = last.vector.get(row)
    return cellText(value)
  }
}

/** Two's complement in words of 32 bits, the lowest first. */
function unscaledOf(words: Uint32Array, row: number, width: number): bigint {
  let value = 0n
  for (let at = width - 1; at >= 0; at--) value = (value << 32n) | BigInt(words[row * width + at] ?? 0)
  return BigInt.asIntN(width * 32, value)
}
