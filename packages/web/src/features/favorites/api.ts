import { api } from '@sightline/contract/api.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { call } from '../../api/call.ts'
import { notify } from '../../app/notify.ts'
import { storeAnswerInAll } from '../../app/store-answer.ts'

/** An item that can be a favorite. */
export type Favorable = { kind: 'queries'; id: number } | { kind: 'dashboards'; id: number; slug: string }

interface Starred {
  id: number
  is_favorite?: boolean
}

/** Marks or unmarks a favorite. The whole page shows it at once; visible lists are not loaded again. */
export function useFavorite() {
  const cache = useQueryClient()
  // By item: the answer to an earlier click must not undo what a later one shows.
  const wanted = useRef(new Map<string, boolean>())
  const mark = ({ kind, id }: Favorable, isFavorite: boolean) =>
    // biome-ignore lint/plugin: this is what the user expects; the answer is stored when it arrives.
    cache.setQueriesData({ queryKey: [kind] }, (data) => withStar(data, id, isFavorite))
  return useMutation({
    // In sequence: the request of an earlier click must not arrive last.
    scope: { id: 'favorites' },
    mutationFn: ({ item, isFavorite }: { item: Favorable; isFavorite: boolean }) => send(item, isFavorite),
    onMutate: ({ item, isFavorite }) => {
      const lists = cache.getQueryCache().findAll({ queryKey: favoritesOf(item), type: 'active', fetchStatus: 'idle' })
      wanted.current.set(nameOf(item), isFavorite)
      mark(item, isFavorite)
      return new Set(lists.map(({ queryHash }) => queryHash))
    },
    onError: (error, { item, isFavorite }) => {
      mark(item, !isFavorite)
      notify.failure(error)
    },
    // The menus and the home page list only favorites, so they are loaded again. So are lists requested while the mark was being saved.
    // A visible list stays as it is, so that an item unmarked by mistake can be marked again.
    onSuccess: async (_, { item, isFavorite }, visibleLists) => {
      const isMarked = wanted.current.get(nameOf(item)) ?? isFavorite
      await storeAnswerInAll(cache, [item.kind], (data) => withStar(data, item.id, isMarked))
      await cache.invalidateQueries({
        queryKey: favoritesOf(item),
        predicate: ({ queryKey, queryHash }) => queryKey.at(-1) === 'newest' || !visibleLists.has(queryHash),
      })
    },
  })
}

const nameOf = ({ kind, id }: Favorable) => `${kind} ${id}`
const favoritesOf = ({ kind }: Favorable) => [kind, 'lists', 'favorites']

function send(item: Favorable, isFavorite: boolean): Promise<null> {
  if (item.kind === 'queries')
    return call(isFavorite ? api.queries.favorite : api.queries.unfavorite, { params: { id: item.id } })
  return call(isFavorite ? api.dashboards.favorite : api.dashboards.unfavorite, { params: { slug: item.slug } })
}

/**
 * Changes the mark of one item in cached data: an item or a page of items.
 * @returns undefined for other data, which is then left as old as it is
 */
export function withStar(data: unknown, id: number, isFavorite: boolean): unknown {
  if (isStarred(data)) return data.id === id ? { ...data, is_favorite: isFavorite } : undefined
  if (!isPage(data) || !data.results.some((item) => isStarred(item) && item.id === id)) return undefined
  return {
    ...data,
    results: data.results.map((item) => (isStarred(item) && item.id === id ? { ...item, is_favorite: isFavorite } : item)),
  }
}

const isStarred = (data: unknown): data is Starred =>
  typeof data === 'object' && data !== null && 'id' in data && 'is_favorite' in data

const isPage = (data: unknown): data is { results: unknown[] } =>
  typeof data === 'object' && data !== null && 'results' in data && Array.isArray(data.results)
