import { RecentlyUsed } from '@sightline/domain/recently-used.ts'
import { CachedResponse } from '../../platform/results/response-cache.ts'

/** Bytes of all cached schemas of one server: three of ten thousand tables, or thousands of the usual size. */
const MAX_BYTES = 32 * 1024 * 1024

/**
 * Caches recently requested schemas as response bodies together with their compressed form, so that a large one is not read
 * from the database and compressed again for each page. The caller checks access first.
 */
export class SchemaCache {
  readonly #answers = new RecentlyUsed<number, { fetchedAt: number; answer: CachedResponse }>(MAX_BYTES)

  /**
   * The cached schema of a data source; null if there is none.
   * @param fetchedAt when the schema was read from the source; another time means another schema
   */
  get(sourceId: number, fetchedAt: Date): CachedResponse | null {
    const known = this.#answers.get(sourceId)
    return known?.fetchedAt === fetchedAt.getTime() ? known.answer : null
  }

  /** Caches a schema in place of the earlier one, and drops the least recently used ones. */
  set(sourceId: number, fetchedAt: Date, bytes: Buffer): CachedResponse {
    const answer = new CachedResponse(bytes, () => {})
    this.#answers.set(sourceId, { fetchedAt: fetchedAt.getTime(), answer }, bytes.length)
    return answer
  }
}
