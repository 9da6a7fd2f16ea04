import { Readable } from 'node:stream'
import { type Coding, compressed } from '../compression.ts'

/** One answer may take this part of all that is kept, so that no single one drives out the rest. */
const MAX_SHARE = 1 / 16

/**
 * Keeps small answers in memory, as they were encoded and, once somebody has asked for it, compressed: a result is read and
 * compressed once, however often it is asked for. The least recently used go first. Who may have an answer is decided before it
 * is asked for here.
 */
export class ResponseCache {
  readonly #maxBytes: number
  readonly #answers = new Map<string, CachedResponse>()
  readonly #making = new Map<string, Promise<CachedResponse | Readable>>()
  #bytes = 0

  /** @param maxBytes of all answers together; 0 keeps none */
  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
  }

  /** Whether the answer of this name is at hand. */
  has(name: string): boolean {
    return this.#answers.has(name)
  }

  /**
   * The answer of this name; callers who ask while it is made wait for it.
   * @param name names one sequence of bytes, for ever
   * @param make makes the answer when it is not here
   * @returns a stream when the answer is too large to be kept
   * @throws what the stream fails with, unless the answer was found to be large before
   */
  async get(name: string, make: () => Readable): Promise<CachedResponse | Readable> {
    const known = this.#answers.get(name)
    if (known) {
      this.#answers.delete(name)
      this.#answers.set(name, known)
      return known
    }
    if (this.#maxBytes === 0) return make()
    const making = this.#making.get(name)
    if (making) {
      const answer = await making
      return answer instanceof CachedResponse ? answer : make()
    }
    const made = this.#collect(name, make())
    this.#making.set(name, made)
    try {
      return await made
    } finally {
      this.#making.delete(name)
    }
  }

  async #collect(name: string, stream: Readable): Promise<CachedResponse | Readable> {
    const pieces: AsyncIterator<Buffer> = stream[Symbol.asyncIterator]()
    const collected: Buffer[] = []
    let bytes = 0
    for (let next = await pieces.next(); !next.done; next = await pieces.next()) {
      collected.push(next.value)
      bytes += next.value.length
      if (bytes > this.#maxBytes * MAX_SHARE) return continued(collected, pieces)
    }
    const answer = new CachedResponse(Buffer.concat(collected, bytes), (grown) => this.#grow(grown))
    this.#answers.set(name, answer)
    this.#grow(bytes)
    return answer
  }

  #grow(bytes: number): void {
    this.#bytes += bytes
    for (const [name, answer] of this.#answers) {
      if (this.#bytes <= this.#maxBytes) return
      this.#answers.delete(name)
      this.#bytes -= answer.drop()
    }
  }
}

/** An answer that is whole and in memory. */
export class CachedResponse {
  readonly bytes: Buffer
  readonly #compressed = new Map<Coding, Promise<Buffer>>()
  readonly #onGrown: (bytes: number) => void
  #size: number
  #isDropped = false

  /** @param onGrown told how many bytes more are held, each time something is added */
  constructor(bytes: Buffer, onGrown: (bytes: number) => void) {
    this.bytes = bytes
    this.#size = bytes.length
    this.#onGrown = onGrown
  }

  /** The bytes, compressed by whoever asks first. */
  compressed(coding: Coding): Promise<Buffer> {
    const known = this.#compressed.get(coding)
    if (known) return known
    const made = compressed(this.bytes, coding)
    this.#compressed.set(coding, made)
    made.then(
      ({ length }) => this.#count(length),
      () => this.#compressed.delete(coding),
    )
    return made
  }

  /** Ends the counting. @returns the bytes that were counted */
  drop(): number {
    this.#isDropped = true
    return this.#size
  }

  #count(bytes: number): void {
    // Dropped ones are still being sent, and then gone.
    if (this.#isDropped) return
    this.#size += bytes
    this.#onGrown(bytes)
  }
}

/** A stream of what was collected and what follows; closing it closes the source. */
function continued(collected: Buffer[], pieces: AsyncIterator<Buffer>): Readable {
  async function* all(): AsyncGenerator<Buffer, void, undefined> {
    for (let piece = collected.shift(); piece; piece = collected.shift()) yield piece
    for (let next = await pieces.next(); !next.done; next = await pieces.next()) yield next.value
  }
  const stream = Readable.from(all(), { objectMode: false })
  stream.once('close', () => void pieces.return?.())
  return stream
}
