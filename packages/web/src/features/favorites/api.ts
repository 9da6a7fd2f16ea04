import { api } from '@sightline/contract/api.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { notify } from '../../app/notify.ts'

/** What can be a favorite. */
export type Favorable = { kind: 'queries'; id: number } | { kind: 'dashboards'; id: number; slug: string }

interface Starred {
  id: number
  is_favorite?: boolean
}

/** Marks or unmarks a favorite. Everything on the page shows it at once; lists are not loaded again. */
export function useFavorite() {
  const cache = useQueryClient()
  const mark = ({ kind, id }: Favorable, isFavorite: boolean) =>
    cache.setQueriesData({ queryKey: [kind] }, (data) => withStar(data, id, isFavorite))
  return useMutation({
    // One after the other: of two quick clicks, the first must not be the last to arrive.
    scope: { id: 'favorites' },
    mutationFn: ({ item, isFavorite }: { item: Favorable; isFavorite: boolean }) => send(item, isFavorite),
    onMutate: ({ item, isFavorite }) => {
      const lists = cache.getQueryCache().findAll({ queryKey: favoritesOf(item), type: 'active', fetchStatus: 'idle' })
      mark(item, isFavorite)
      return new Set(lists.map(({ queryHash }) => queryHash))
    },
    onError: (error, { item, isFavorite }) => {
      mark(item, !isFavorite)
      notify.failure(error)
    },
    // The menus and the home page list favorites only, so an item enters or leaves them. So it does where a list was asked for
    // while the mark was on its way; a list that was in sight stays as it is, and the item can be marked there again.
    onSuccess: (_, { item }, inSight) =>
      cache.invalidateQueries({
        queryKey: favoritesOf(item),
        predicate: ({ queryKey, queryHash }) => queryKey.at(-1) === 'newest' || !inSight.has(queryHash),
      }),
  })
}

const favoritesOf = ({ kind }: Favorable) => [kind, 'lists', 'favorites']

function send(item: Favorable, isFavorite: boolean): Promise<null> {
  if (item.kind === 'queries')
    return call(isFavorite ? api.queries.favorite : api.queries.unfavorite, { params: { id: item.id } })
  return call(isFavorite ? api.dashboards.favorite : api.dashboards.unfavorite, { params: { slug: item.slug } })
}

/** A cached answer, item or page of items, in which one item has another mark. Other answers stay the very same value. */
export function withStar(data: unknown, id: number, isFavorite: boolean): unknown {
  if (isStarred(data)) return data.id === id ? { ...data, is_favorite: isFavorite } : data
  if (!isPage(data) || !data.results.some((item) => isStarred(item) && item.id === id)) return data
  return {
    ...data,
    results: data.results.map((item) => (isStarred(item) && item.id === id ? { ...item, is_favorite: isFavorite } : item)),
  }
}

const isStarred = (data: unknown): data is Starred =>
  typeof data === 'object' && data !== null && 'id' in data && 'is_favorite' in data

const isPage = (data: unknown): data is { results: unknown[] } =>
  typeof data === 'object' && data !== null && 'results' in data && Array.isArray(data.results)
