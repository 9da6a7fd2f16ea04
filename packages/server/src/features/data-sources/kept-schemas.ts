import { CachedResponse } from '../../platform/results/response-cache.ts'

/** Bytes of the answers of one server: three of ten thousand tables, or thousands of usual size. */
const MAX_BYTES = 32 * 1024 * 1024

/**
 * Answers with schemas that were asked for lately, with what they are compressed to: a large one is neither read from the database
 * nor compressed again for every page. Who may have a schema is decided before it is asked for here.
 */
export class KeptSchemas {
  readonly #answers = new Map<number, { fetchedAt: number; answer: CachedResponse }>()
  #bytes = 0

  /**
   * The answer of a data source.
   * @param fetchedAt when the schema was read from the source; another time is another schema
   */
  get(sourceId: number, fetchedAt: Date): CachedResponse | null {
    const known = this.#answers.get(sourceId)
    if (known?.fetchedAt !== fetchedAt.getTime()) return null
    this.#answers.delete(sourceId)
    this.#answers.set(sourceId, known)
    return known.answer
  }

  /** Keeps an answer, in place of the one before; those that were not asked for the longest go. */
  keep(sourceId: number, fetchedAt: Date, bytes: Buffer): CachedResponse {
    const answer = new CachedResponse(bytes, () => {})
    this.#drop(sourceId)
    if (bytes.length > MAX_BYTES) return answer
    this.#answers.set(sourceId, { fetchedAt: fetchedAt.getTime(), answer })
    this.#bytes += bytes.length
    for (const oldest of this.#answers.keys()) {
      if (this.#bytes <= MAX_BYTES) break
      this.#drop(oldest)
    }
    return answer
  }

  #drop(sourceId: number): void {
    this.#bytes -= this.#answers.get(sourceId)?.answer.bytes.length ?? 0
    this.#answers.delete(sourceId)
  }
}
