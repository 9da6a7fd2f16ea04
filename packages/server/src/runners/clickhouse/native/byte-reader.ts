import { ConnectionLost } from '../../runner.ts'

/** Memory is taken in pieces of at least this size. */
const SMALLEST = 256 * 1024

/** Reads a stream of chunks as one run of bytes. Bytes that were read stay as they are: their memory is never written again. */
export class ByteReader {
  /** The bytes from `at` to `end` have arrived and are not read yet. Both and `bytes` change whenever something is awaited. */
  bytes: Buffer = Buffer.alloc(0)
  at = 0
  end = 0
  readonly #chunks: AsyncIterator<Buffer>

  constructor(body: AsyncIterable<Buffer>) {
    this.#chunks = body[Symbol.asyncIterator]()
  }

  /** Waits until so many bytes have arrived. @returns false if the stream ends before */
  async fill(count: number): Promise<boolean> {
    while (this.end - this.at < count) {
      const { value, done } = await this.#chunks.next()
      if (done) return false
      this.#add(value)
    }
    return true
  }

  /** Like `fill`. @throws ConnectionLost if the stream ends before */
  async need(count: number): Promise<void> {
    if (this.end - this.at < count && !(await this.fill(count))) throw new ConnectionLost()
  }

  /** Reads so many bytes. */
  async take(count: number): Promise<Buffer> {
    await this.need(count)
    this.at += count
    return this.bytes.subarray(this.at - count, this.at)
  }

  /** Reads an integer of seven bits a byte, the lowest first. */
  async varint(): Promise<number> {
    let value = 0
    for (let factor = 1; ; factor *= 128) {
      await this.need(1)
      const byte = this.bytes[this.at++] ?? 0
      value += (byte & 127) * factor
      if (byte < 128) return value
    }
  }

  /** Reads an integer of 64 bits, exact up to 2^53. */
  async uint64(): Promise<number> {
    const bytes = await this.take(8)
    return bytes.readUInt32LE(0) + bytes.readUInt32LE(4) * 2 ** 32
  }

  /** Reads a text behind its length. */
  async text(): Promise<string> {
    const bytes = await this.take(await this.varint())
    return bytes.toString()
  }

  /** Returns what is left as text, up to a limit of bytes, and leaves it unread. */
  async rest(limit: number): Promise<string> {
    await this.fill(limit)
    return this.bytes.toString('utf8', this.at, Math.min(this.end, this.at + limit))
  }

  /** Returns the last bytes that have arrived as text, also those that were read. */
  last(limit: number): string {
    return this.bytes.toString('utf8', Math.max(0, this.end - limit), this.end)
  }

  /** Stops reading. */
  async close(): Promise<void> {
    await this.#chunks.return?.()
  }

  #add(chunk: Buffer): void {
    if (this.end + chunk.length > this.bytes.length) {
      const unread = this.bytes.subarray(this.at, this.end)
      // Twice the size, so that a long run of bytes is not copied again with every chunk.
      this.bytes = Buffer.allocUnsafeSlow(Math.max(SMALLEST, 2 * (unread.length + chunk.length)))
      this.bytes.set(unread)
      this.at = 0
      this.end = unread.length
    }
    this.bytes.set(chunk, this.end)
    this.end += chunk.length
  }
}
