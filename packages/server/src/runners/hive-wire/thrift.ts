// Thrift's binary protocol (https://github.com/apache/thrift/blob/master/doc/specs/thrift-binary-protocol.md), as far as HiveServer2 uses it.

/** A value as it is written, with the protocol's number of its type. */
export interface Encoded {
  type: number
  bytes: Buffer
}

const TYPE = {
  stop: 0,
  bool: 2,
  byte: 3,
  double: 4,
  i16: 6,
  i32: 8,
  i64: 10,
  string: 11,
  struct: 12,
  map: 13,
  set: 14,
  list: 15,
}
const VERSION = 0x8001_0000
const MESSAGE = { call: 1, reply: 2, exception: 3 }

export const bool = (value: boolean): Encoded => ({ type: TYPE.bool, bytes: Buffer.of(value ? 1 : 0) })
export const i16 = (value: number): Encoded => ({ type: TYPE.i16, bytes: int16Bytes(value) })
export const i32 = (value: number): Encoded => ({ type: TYPE.i32, bytes: int32Bytes(value) })

export function i64(value: number): Encoded {
  const bytes = Buffer.alloc(8)
  bytes.writeBigInt64BE(BigInt(value))
  return { type: TYPE.i64, bytes }
}

/** A text, or bytes. */
export function string(value: string | Buffer): Encoded {
  const content = Buffer.from(value)
  return { type: TYPE.string, bytes: Buffer.concat([int32Bytes(content.length), content]) }
}

/** A map of texts. */
export function map(entries: Record<string, string>): Encoded {
  const pairs = Object.entries(entries)
  const content = pairs.flat().map((text) => string(text).bytes)
  return {
    type: TYPE.map,
    bytes: Buffer.concat([Buffer.of(TYPE.string, TYPE.string), int32Bytes(pairs.length), ...content]),
  }
}

/** A struct with its fields by their numbers; fields that are undefined are left out. */
export function struct(fields: Record<number, Encoded | undefined>): Encoded {
  const parts = Object.entries(fields).flatMap(([id, field]) =>
    field ? [Buffer.of(field.type), int16Bytes(Number(id)), field.bytes] : [],
  )
  return { type: TYPE.struct, bytes: Buffer.concat([...parts, Buffer.of(TYPE.stop)]) }
}

/** A call of a method that takes one struct. */
export const callMessage = (method: string, request: Encoded): Buffer =>
  Buffer.concat([int32Bytes(VERSION | MESSAGE.call), string(method).bytes, int32Bytes(0), struct({ 1: request }).bytes])

function int16Bytes(value: number): Buffer {
  const bytes = Buffer.alloc(2)
  bytes.writeInt16BE(value)
  return bytes
}

function int32Bytes(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeInt32BE(value)
  return bytes
}

/** The fields of a struct by their numbers. Texts are bytes, 64-bit integers are bigints, maps are lists of pairs. */
export type Struct = Record<number, unknown>

/** Something other than a reply of this protocol. */
export class NotThrift extends Error {}

/** A server that could not carry out a call at all, such as one that does not know the method. */
export class CallRefused extends Error {}

/**
 * Reads the reply to a call.
 * @returns the struct that the method returns
 * @throws CallRefused with the message of the server, NotThrift
 */
export function replyIn(message: Buffer): unknown {
  const reader = new Reader(message)
  const header = reader.int32()
  if (header >>> 16 !== VERSION >>> 16) throw new NotThrift()
  reader.value(TYPE.string)
  reader.int32()
  const fields = reader.value(TYPE.struct) as Struct
  if ((header & 0xff) === MESSAGE.exception) throw new CallRefused(String(fields[1] ?? 'The call was refused.'))
  return fields[0]
}

class Reader {
  readonly #bytes: Buffer
  #at = 0

  constructor(bytes: Buffer) {
    this.#bytes = bytes
  }

  int32(): number {
    return this.#bytes.readInt32BE(this.#take(4))
  }

  /** @param type the protocol's number of it */
  value(type: number): unknown {
    switch (type) {
      case TYPE.bool:
        return this.#byte() === 1
      case TYPE.byte:
        return this.#bytes.readInt8(this.#take(1))
      case TYPE.double:
        return this.#bytes.readDoubleBE(this.#take(8))
      case TYPE.i16:
        return this.#bytes.readInt16BE(this.#take(2))
      case TYPE.i32:
        return this.int32()
      case TYPE.i64:
        return this.#bytes.readBigInt64BE(this.#take(8))
      case TYPE.string:
        return this.#string()
      case TYPE.struct:
        return this.#struct()
      case TYPE.map:
        return this.#map()
      case TYPE.set:
      case TYPE.list:
        return this.#list()
      default:
        throw new NotThrift()
    }
  }

  #struct(): Struct {
    const fields: Struct = {}
    for (;;) {
      const type = this.#byte()
      if (type === TYPE.stop) return fields
      const id = this.#bytes.readInt16BE(this.#take(2))
      fields[id] = this.value(type)
    }
  }

  #string(): Buffer {
    const length = this.#size()
    const start = this.#take(length)
    return this.#bytes.subarray(start, start + length)
  }

  #list(): unknown[] {
    const type = this.#byte()
    const length = this.#size()
    const values: unknown[] = []
    for (let index = 0; index < length; index++) values.push(this.value(type))
    return values
  }

  #map(): [unknown, unknown][] {
    const [keyType, valueType] = [this.#byte(), this.#byte()]
    const length = this.#size()
    const pairs: [unknown, unknown][] = []
    for (let index = 0; index < length; index++) pairs.push([this.value(keyType), this.value(valueType)])
    return pairs
  }

  #byte(): number {
    return this.#bytes.readUInt8(this.#take(1))
  }

  /** A count of bytes or elements, each of which takes at least one byte. */
  #size(): number {
    const size = this.int32()
    if (size < 0 || size > this.#bytes.length - this.#at) throw new NotThrift()
    return size
  }

  /** Moves on by so many bytes. @returns where they begin */
  #take(length: number): number {
    const start = this.#at
    if (start + length > this.#bytes.length) throw new NotThrift()
    this.#at += length
    return start
  }
}
