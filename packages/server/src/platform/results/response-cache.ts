import { Readable } from 'node:stream'
import { RecentlyUsed } from '@sightline/domain/recently-used.ts'
import { type Coding, compressed } from '../compression.ts'

/** Maximum share of the cache for one response, so that a single one does not evict all others. */
const MAX_SHARE = 1 / 16

/**
 * Caches small responses in memory, as they were encoded and, after the first request for it, compressed: a result is read and
 * compressed once for any number of requests. The least recently used ones are evicted. Permissions are checked by the callers.
 */
export class ResponseCache {
  readonly #maxBytes: number
  readonly #answers: RecentlyUsed<string, CachedResponse>
  readonly #making = new Map<string, Promise<CachedResponse | Readable>>()

  /** @param maxBytes limit for all responses together; 0 disables the cache */
  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
    this.#answers = new RecentlyUsed(maxBytes)
  }

  /** Whether a response with this name is cached. */
  has(name: string): boolean {
    return this.#answers.has(name)
  }

  /**
   * Returns the response with this name; concurrent callers share the one that is being built.
   * @param name identifies one sequence of bytes that never changes
   * @param make builds the response if it is not cached
   * @returns a stream if the response is too large for the cache
   * @throws errors of the stream that occur before the response turned out to be large
   */
  async get(name: string, make: () => Readable): Promise<CachedResponse | Readable> {
    const known = this.#answers.get(name)
    if (known) return known
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
    const answer = new CachedResponse(Buffer.concat(collected, bytes), (grown) => this.#answers.grow(name, answer, grown))
    this.#answers.set(name, answer, bytes)
    return answer
  }
}

/** A complete response in memory. */
export class CachedResponse {
  readonly bytes: Buffer
  readonly #compressed = new Map<Coding, Promise<Buffer>>()
  readonly #onGrown: (bytes: number) => void

  /** @param onGrown called with the number of additional bytes, each time something is added */
  constructor(bytes: Buffer, onGrown: (bytes: number) => void) {
    this.bytes = bytes
    this.#onGrown = onGrown
  }

  /** The bytes in this encoding, compressed at the first request for it. */
  compressed(coding: Coding): Promise<Buffer> {
    const known = this.#compressed.get(coding)
    if (known) return known
    const made = compressed(this.bytes, coding)
    this.#compressed.set(coding, made)
    made.then(
      ({ length }) => this.#onGrown(length),
      () => this.#compressed.delete(coding),
    )
    return made
  }
}

/** A stream of the collected bytes and the rest of the source; closing it closes the source. */
function continued(collected: Buffer[], pieces: AsyncIterator<Buffer>): Readable {
  async function* all(): AsyncGenerator<Buffer, void, undefined> {
    for (let piece = collected.shift(); piece; piece = collected.shift()) yield piece
    for (let next = await pieces.next(); !next.done; next = await pieces.next()) yield next.value
  }
  const stream = Readable.from(all(), { objectMode: false })
  stream.once('close', () => void pieces.return?.())
  return stream
}
