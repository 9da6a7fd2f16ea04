import { QueryError } from '../runner.ts'

// Messages in the wire format of Protocol Buffers (https://protobuf.dev/programming-guides/encoding/), as far as Flight needs it.

type FieldValue = string | Uint8Array | number | boolean | undefined

const VARINT = 0
const EIGHT_BYTES = 1
const WITH_LENGTH = 2
const FOUR_BYTES = 5

/** Writes a message from its fields by their numbers; a list is a repeated field. Whole numbers up to 2^53 are varints. */
export function message(fields: Record<number, FieldValue | FieldValue[]>): Buffer {
  const parts: Uint8Array[] = []
  for (const [number, value] of Object.entries(fields))
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one === undefined) continue
      if (typeof one === 'number' || typeof one === 'boolean') {
        parts.push(varint(Number(number) * 8 + VARINT), varint(Number(one)))
      } else {
        const bytes = typeof one === 'string' ? Buffer.from(one) : one
        parts.push(varint(Number(number) * 8 + WITH_LENGTH), varint(bytes.length), bytes)
      }
    }
  return Buffer.concat(parts)
}

function varint(value: number): Buffer {
  const bytes: number[] = []
  let rest = value
  for (; rest > 127; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128)
  bytes.push(rest)
  return Buffer.from(bytes)
}

const malformed = () => new QueryError('The server sends something else than the messages of Flight SQL.')

/** The fields of a message; one that is missing reads as its default. */
export class Fields {
  readonly #values = new Map<number, (Buffer | number)[]>()

  /** @throws QueryError if the bytes are no message */
  constructor(bytes: Buffer) {
    let at = 0
    const take = (length: number) => {
      if (at + length > bytes.length) throw malformed()
      at += length
      return bytes.subarray(at - length, at)
    }
    const readVarint = () => {
      for (let value = 0, factor = 1; ; factor *= 128) {
        const byte = take(1).readUInt8()
        value += (byte & 127) * factor
        if (byte < 128) return value
      }
    }
    const readValue = (type: number) => {
      switch (type) {
        case VARINT:
          return readVarint()
        case EIGHT_BYTES:
          return take(8)
        case WITH_LENGTH:
          return take(readVarint())
        case FOUR_BYTES:
          return take(4)
        default:
          throw malformed()
      }
    }
    while (at < bytes.length) {
      const key = readVarint()
      const [number, value] = [Math.floor(key / 8), readValue(key % 8)]
      const known = this.#values.get(number)
      if (known) known.push(value)
      else this.#values.set(number, [value])
    }
  }

  /** The values of a repeated field of texts, bytes or messages. They share the memory of the message. */
  all(number: number): Buffer[] {
    return (this.#values.get(number) ?? []).filter((value) => typeof value !== 'number')
  }

  bytes(number: number): Buffer {
    return this.all(number).at(-1) ?? Buffer.alloc(0)
  }

  text(number: number): string {
    return this.bytes(number).toString()
  }

  /** A varint, exact up to 2^53. */
  number(number: number): number {
    const value = this.#values.get(number)?.at(-1)
    return typeof value === 'number' ? value : 0
  }
}
