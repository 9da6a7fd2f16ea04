import { t } from '@lingui/core/macro'
import { useDebouncedValue } from '@mantine/hooks'
import type { SearchHit, SearchKind } from '@sightline/contract/search.ts'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { messageOf } from '../../../api/error.ts'
import { searchQuery } from '../../../features/search/api.ts'
import { SEARCH_DEBOUNCE_MS } from '../../../ui/SearchBox.tsx'

/**
 * Everything that matches a search term, while it is typed.
 * @param typed the term; a blank one searches nothing
 * @returns the hits, and the text to show if there are none
 */
export function useSearch(typed: string): { hits: SearchHit[]; emptyText: string } {
  const term = typed.trim()
  const [settled] = useDebouncedValue(term, SEARCH_DEBOUNCE_MS)
  const isSearching = term !== '' && settled !== ''
  const { data, error, isLoading, isPlaceholderData } = useQuery({ ...searchQuery(settled), enabled: isSearching })
  if (!isSearching) return { hits: [], emptyText: SEARCHING }
  const isStale = term !== settled || isPlaceholderData
  const hits = data?.hits ?? []
  return {
    // Hits of the previous term stay only if they match the new one too: Enter must not open something else.
    hits: isStale ? hits.filter(({ name }) => name.toLowerCase().includes(term.toLowerCase())) : hits,
    emptyText: isStale || isLoading ? SEARCHING : emptyTextFor(error, data?.searched ?? []),
  }
}

const SEARCHING = t`Searching...`

/** The text for no hits, or for a failed search. */
function emptyTextFor(error: Error | null, searched: readonly SearchKind[]): string {
  if (error !== null) return messageOf(error) ?? t`Something went wrong.`
  const nothing = t`Sorry, we couldn't find anything.`
  return searched.length === 0 ? nothing : `${nothing} ${searchedText(searched)}`
}

const names: Record<SearchKind, string> = {
  query: t`queries`,
  dashboard: t`dashboards`,
  visualization: t`visualizations`,
  table: t`tables of your data sources`,
  alert: t`alerts`,
  user: t`users`,
}

/** Names the kinds that a search looked through. Pages and actions are always searched. */
export const searchedText = (searched: readonly SearchKind[]): string =>
  t`Searched: pages, actions, ${searched.map((kind) => names[kind]).join(', ')}.`

/** Identifies a hit among all. */
export const keyOf = (hit: SearchHit): string => `${hit.kind}/${hit.id}/${hit.kind === 'table' ? hit.name : ''}`

/** Returns a function that opens a hit: its page, or a new query that reads the table. */
export function useOpenHit(): (hit: SearchHit) => void {
  const navigate = useNavigate()
  const open = (hit: SearchHit) => {
    switch (hit.kind) {
      case 'query':
        return navigate({ to: '/queries/$queryId', params: { queryId: String(hit.id) } })
      case 'dashboard':
        return navigate({ to: '/dashboard/$slug', params: { slug: hit.slug } })
      case 'visualization':
        return navigate({ to: '/queries/$queryId', params: { queryId: String(hit.query_id) }, hash: String(hit.id) })
      case 'table':
        return navigate({ to: '/queries/new', state: { newQuery: { text: hit.query, dataSourceId: hit.id } } })
      case 'alert':
        return navigate({ to: '/alerts/$alertId', params: { alertId: String(hit.id) } })
      case 'user':
        return navigate({ to: '/users/$userId', params: { userId: String(hit.id) } })
    }
  }
  return (hit) => void open(hit)
}
