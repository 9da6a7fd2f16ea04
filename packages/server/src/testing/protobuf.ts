/** The fields of a message in the wire format of Protocol Buffers. A missing one reads as its default: 0, '' or no message. */
export interface ProtobufFields {
  has(field: number): boolean
  message(field: number): ProtobufFields
  messages(field: number): ProtobufFields[]
  text(field: number): string
  hex(field: number): string
  /** A varint, up to 2^53. */
  number(field: number): number
  /** A whole number of eight bytes. */
  fixed(field: number): number
  double(field: number): number
  /** Packed values. */
  fixeds(field: number): number[]
  doubles(field: number): number[]
}

const EIGHT_BYTES = 1
const WITH_LENGTH = 2
const FOUR_BYTES = 5

/** Reads a message: https://protobuf.dev/programming-guides/encoding/. */
export function fieldsOf(message: Uint8Array): ProtobufFields {
  const bytes = Buffer.from(message.buffer, message.byteOffset, message.byteLength)
  const found = new Map<number, (Buffer | number)[]>()
  let at = 0
  const varint = () => {
    for (let value = 0, factor = 1; ; factor *= 128) {
      const byte = bytes[at++] ?? 0
      value += (byte & 127) * factor
      if (byte < 128) return value
    }
  }
  const take = (length: number) => {
    at += length
    return bytes.subarray(at - length, at)
  }
  while (at < bytes.length) {
    const key = varint()
    const [field, type] = [Math.floor(key / 8), key % 8]
    const value =
      type === EIGHT_BYTES ? take(8) : type === WITH_LENGTH ? take(varint()) : type === FOUR_BYTES ? take(4) : varint()
    found.set(field, [...(found.get(field) ?? []), value])
  }

  const all = (field: number) => (found.get(field) ?? []).map((value) => (typeof value === 'number' ? Buffer.alloc(0) : value))
  const last = (field: number) => all(field).at(-1) ?? Buffer.alloc(0)
  const packed = (field: number) => {
    const values = Buffer.concat(all(field))
    return Array.from({ length: values.length / 8 }, (_, index) => values.subarray(index * 8, index * 8 + 8))
  }
  const fixedIn = (value: Buffer) => Number(value.readBigUInt64LE())
  return {
    has: (field) => found.has(field),
    message: (field) => fieldsOf(last(field)),
    messages: (field) => all(field).map(fieldsOf),
    text: (field) => last(field).toString('utf8'),
    hex: (field) => last(field).toString('hex'),
    number(field) {
      const value = found.get(field)?.at(-1)
      return typeof value === 'number' ? value : 0
    },
    fixed: (field) => packed(field).map(fixedIn).at(-1) ?? 0,
    double: (field) =>
      packed(field)
        .map((value) => value.readDoubleLE())
        .at(-1) ?? 0,
    fixeds: (field) => packed(field).map(fixedIn),
    doubles: (field) => packed(field).map((value) => value.readDoubleLE()),
  }
}
