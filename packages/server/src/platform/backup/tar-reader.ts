import { readTarHeader, type TarEntry, tarPadding } from './tar.ts'

const BLOCK = 512

/** An entry with its content, which must be read to its end before the next entry. */
export interface ReadEntry extends TarEntry {
  content: AsyncIterable<Uint8Array>
}

/** The error for an archive that ends before its end. */
export class CutOffError extends Error {}

/** The entries of an archive, which is read to the end of the stream. @throws CutOffError if it is incomplete; NoHeaderError */
export async function* tarEntries(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<ReadEntry, void, undefined> {
  const bytes = new ByteReader(chunks)
  for (;;) {
    const entry = readTarHeader(await bytes.take(BLOCK))
    if (entry === null) return bytes.drain()
    yield { ...entry, content: bytes.next(entry.size) }
    await bytes.take(tarPadding(entry.size).length)
  }
}

/** Reads a stream in pieces of chosen lengths. */
class ByteReader {
  readonly #chunks: AsyncIterator<Uint8Array>
  #left: Uint8Array = new Uint8Array()

  constructor(chunks: AsyncIterable<Uint8Array>) {
    this.#chunks = chunks[Symbol.asyncIterator]()
  }

  /** Reads what is left. */
  async drain(): Promise<void> {
    for (let isDone = false; !isDone; ) isDone = (await this.#chunks.next()).done === true
  }

  async take(length: number): Promise<Uint8Array> {
    const pieces: Uint8Array[] = []
    for await (const piece of this.next(length)) pieces.push(piece)
    return Buffer.concat(pieces)
  }

  /** The next bytes, as they arrive. */
  async *next(length: number): AsyncGenerator<Uint8Array, void, undefined> {
    for (let missing = length; missing > 0; ) {
      if (this.#left.length === 0) {
        const { value, done } = await this.#chunks.next()
        if (done) throw new CutOffError('The archive ends too early.')
        this.#left = value
      }
      const piece = this.#left.subarray(0, missing)
      this.#left = this.#left.subarray(piece.length)
      missing -= piece.length
      yield piece
    }
  }
}
