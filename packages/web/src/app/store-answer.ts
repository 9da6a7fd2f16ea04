import type { InferDataFromTag, QueryClient, QueryFilters, QueryKey, Updater } from '@tanstack/react-query'

/**
 * Puts the answer of a change into the cache. Requests of the same key that were sent before are cancelled, because they may
 * bring the state from before the change, and sent again, because the answer may be only a part of what they load.
 * @param answer the new data, or a function of the cached data; undefined leaves the cache as it is
 */
export function storeAnswer<Key extends QueryKey>(
  cache: QueryClient,
  queryKey: Key,
  answer: NoInfer<Updater<InferDataFromTag<unknown, Key> | undefined, InferDataFromTag<unknown, Key> | undefined>>,
): Promise<void> {
  return storeInstead(cache, { queryKey, exact: true }, () => cache.setQueryData(queryKey, answer))
}

/** As `storeAnswer`, for all cached data whose key begins with `prefix`. */
export function storeAnswerInAll(cache: QueryClient, prefix: QueryKey, change: (data: unknown) => unknown): Promise<void> {
  return storeInstead(cache, { queryKey: prefix }, () => cache.setQueriesData({ queryKey: prefix }, change))
}

async function storeInstead(cache: QueryClient, filters: QueryFilters, store: () => void): Promise<void> {
  // Storing makes data count as new, also the parts that the answer does not bring.
  const outdated = new Set(
    cache
      .getQueryCache()
      .findAll({ ...filters, predicate: ({ state }) => state.isInvalidated || state.fetchStatus !== 'idle' })
      .map(({ queryHash }) => queryHash),
  )
  await cache.cancelQueries(filters)
  store()
  void cache.invalidateQueries({ ...filters, predicate: ({ queryHash }) => outdated.has(queryHash) })
}
