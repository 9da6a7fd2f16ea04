/** Types of the Thrift compact protocol, https://github.com/apache/thrift/blob/master/doc/specs/thrift-compact-protocol.md */
const type = { true: 1, false: 2, i32: 5, i64: 6, binary: 8, list: 9, struct: 12 } as const

type ElementType = 'i32' | 'binary' | 'struct'

/**
 * Writes structures in Thrift's compact protocol, which Parquet uses for its page headers and its footer; only the part that
 * Parquet needs. Fields of a structure must be written in ascending order of their ids.
 */
export class CompactWriter {
  #bytes = Buffer.allocUnsafe(256)
  #length = 0
  #lastId = 0

  /** The bytes written so far. */
  take(): Uint8Array {
    return this.#bytes.subarray(0, this.#length)
  }

  boolean(id: number, value: boolean): void {
    this.#field(id, value ? type.true : type.false)
  }

  i32(id: number, value: number): void {
    this.#field(id, type.i32)
    this.#zigzag(value)
  }

  /** @param value an integer up to 2^53 */
  i64(id: number, value: number): void {
    this.#field(id, type.i64)
    this.#zigzag(value)
  }

  text(id: number, value: string): void {
    this.#field(id, type.binary)
    this.#text(value)
  }

  bytes(id: number, value: Uint8Array): void {
    this.#field(id, type.binary)
    this.#binary(value)
  }

  struct(id: number, write: () => void): void {
    this.#field(id, type.struct)
    this.#struct(write)
  }

  structs<Item>(id: number, items: readonly Item[], write: (item: Item, index: number) => void): void {
    this.#list(id, 'struct', items.length)
    items.forEach((item, index) => {
      this.#struct(() => write(item, index))
    })
  }

  i32s(id: number, items: readonly number[]): void {
    this.#list(id, 'i32', items.length)
    for (const item of items) this.#zigzag(item)
  }

  texts(id: number, items: readonly string[]): void {
    this.#list(id, 'binary', items.length)
    for (const item of items) this.#text(item)
  }

  /** Ends the outermost structure. */
  stop(): void {
    this.#byte(0)
  }

  #struct(write: () => void): void {
    const outer = this.#lastId
    this.#lastId = 0
    write()
    this.stop()
    this.#lastId = outer
  }

  #field(id: number, fieldType: number): void {
    const delta = id - this.#lastId
    if (delta < 1 || delta > 15) throw new RangeError(`Field ${id} cannot follow field ${this.#lastId}.`)
    this.#byte((delta << 4) | fieldType)
    this.#lastId = id
  }

  #list(id: number, element: ElementType, size: number): void {
    this.#field(id, type.list)
    if (size < 15) this.#byte((size << 4) | type[element])
    else {
      this.#byte(0xf0 | type[element])
      this.#varint(size)
    }
  }

  #text(value: string): void {
    this.#binary(Buffer.from(value, 'utf8'))
  }

  #binary(bytes: Uint8Array): void {
    this.#varint(bytes.length)
    this.#reserve(bytes.length)
    this.#bytes.set(bytes, this.#length)
    this.#length += bytes.length
  }

  #zigzag(value: number): void {
    this.#varint(value < 0 ? -2 * value - 1 : 2 * value)
  }

  #varint(value: number): void {
    let rest = value
    while (rest >= 0x80) {
      this.#byte((rest % 0x80) | 0x80)
      rest = Math.floor(rest / 0x80)
    }
    this.#byte(rest)
  }

  #byte(value: number): void {
    this.#reserve(1)
    this.#bytes[this.#length++] = value
  }

  #reserve(bytes: number): void {
    if (this.#length + bytes <= this.#bytes.length) return
    const grown = Buffer.allocUnsafe(Math.max(this.#length + bytes, 2 * this.#bytes.length))
    grown.set(this.#bytes.subarray(0, this.#length))
    this.#bytes = grown
  }
}
