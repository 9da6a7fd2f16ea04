// Frames of LZ4 (https://github.com/lz4/lz4/blob/dev/doc/lz4_Frame_format.md), which Arrow uses for buffers and Node does not read.

const MAGIC = 0x184d2204
/** Bits of the descriptor's first byte. */
const [HAS_DICTIONARY, HAS_CHECKSUM, HAS_SIZE, HAS_BLOCK_CHECKSUMS] = [0x01, 0x04, 0x08, 0x10]
/** Bit of a block's length that says that it is not compressed. */
const IS_PLAIN = 0x80000000
/** Length of a checksum. They are not compared: a connection has its own. */
const CHECKSUM = 4
/** The shortest match, and the value of four bits that says that more bytes of a length follow. */
const [MIN_MATCH, MORE] = [4, 15]
const FIRST_CAPACITY = 65_536
/** Up to this many bytes, a loop is faster than a call that copies them. */
const SHORT = 24

/**
 * Decompresses a frame.
 * @param limit the most bytes that it may hold
 * @throws RangeError if it is damaged or too long
 */
export function lz4Decompressed(frame: Uint8Array, limit: number): Uint8Array<ArrayBuffer> {
  const input = Buffer.from(frame.buffer, frame.byteOffset, frame.byteLength)
  const flags = input.readUInt8(4)
  if (input.readUInt32LE(0) !== MAGIC || flags & HAS_DICTIONARY) throw new RangeError('it is not a frame of LZ4')
  const output = new Output(limit, flags & HAS_SIZE ? Number(input.readBigUInt64LE(6)) : FIRST_CAPACITY)
  // Magic number, flags, block size, and a checksum of the descriptor.
  let at = flags & HAS_SIZE ? 15 : 7
  for (;;) {
    const stated = input.readUInt32LE(at)
    at += 4
    if (stated === 0) break
    const end = at + (stated & ~IS_PLAIN)
    if (end > input.length) throw new RangeError('a frame of LZ4 is cut short')
    if (stated & IS_PLAIN) output.append(input, at, end)
    else expandBlock(input, at, end, output)
    at = end + (flags & HAS_BLOCK_CHECKSUMS ? CHECKSUM : 0)
  }
  if (flags & HAS_CHECKSUM) input.readUInt32LE(at)
  return output.written()
}

/** Expands a block: sequences of bytes as they are, each followed by a repetition of earlier bytes, but for the last. */
function expandBlock(input: Buffer, start: number, end: number, output: Output): void {
  let at = start
  const length = (bits: number) => {
    let sum = bits
    if (bits < MORE) return sum
    for (let byte = 255; byte === 255; ) sum += byte = input.readUInt8(at++)
    return sum
  }
  while (at < end) {
    const token = input.readUInt8(at++)
    const plain = length(token >> 4)
    if (at + plain > end) throw new RangeError('a block of LZ4 is damaged')
    output.append(input, at, at + plain)
    at += plain
    if (at === end) return
    const distance = input.readUInt16LE(at)
    at += 2
    output.repeat(distance, length(token & MORE) + MIN_MATCH)
  }
}

/** Bytes that grow. */
class Output {
  readonly #limit: number
  #bytes: Buffer<ArrayBuffer>
  #length = 0

  constructor(limit: number, capacity: number) {
    this.#limit = limit
    this.#bytes = Buffer.alloc(Math.min(limit, capacity))
  }

  append(source: Buffer, start: number, end: number): void {
    this.#reserve(end - start)
    if (end - start > SHORT) this.#length += source.copy(this.#bytes, this.#length, start, end)
    else for (let at = start; at < end; at++) this.#bytes[this.#length++] = source[at] ?? 0
  }

  /** Repeats bytes from some distance before the end, which may include those that it writes. */
  repeat(distance: number, count: number): void {
    const from = this.#length - distance
    if (distance === 0 || from < 0) throw new RangeError('a block of LZ4 is damaged')
    this.#reserve(count)
    const to = this.#length + count
    if (count <= SHORT) {
      for (let at = from; this.#length < to; at++) this.#bytes[this.#length++] = this.#bytes[at] ?? 0
      return
    }
    // Each copy doubles what can be copied at once.
    while (this.#length < to) {
      const copied = Math.min(this.#length - from, to - this.#length)
      this.#bytes.copyWithin(this.#length, from, from + copied)
      this.#length += copied
    }
  }

  written(): Uint8Array<ArrayBuffer> {
    return this.#bytes.subarray(0, this.#length)
  }

  #reserve(count: number): void {
    const needed = this.#length + count
    if (needed <= this.#bytes.length) return
    if (needed > this.#limit) throw new RangeError('a buffer is too long once decompressed')
    const larger = Buffer.alloc(Math.min(this.#limit, Math.max(needed, this.#bytes.length * 2)))
    this.#bytes.copy(larger, 0, 0, this.#length)
    this.#bytes = larger
  }
}
