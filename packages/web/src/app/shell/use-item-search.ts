import { t } from '@lingui/core/macro'
import { useDebouncedValue } from '@mantine/hooks'
import type { DashboardListItem } from '@sightline/contract/dashboards.ts'
import type { QueryListItem } from '@sightline/contract/queries.ts'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { messageOf } from '../../api/error.ts'
import { dashboardSearchQuery } from '../../features/dashboards/api.ts'
import { querySearchQuery } from '../../features/queries/api.ts'
import { SEARCH_DEBOUNCE_MS } from '../../ui/SearchBox.tsx'
import { usePermission } from '../session.ts'

/** The most hits of each kind. */
const MAX_HITS = 6

/** A query or dashboard found by a search. */
export interface SearchHit {
  kind: 'query' | 'dashboard'
  id: number
  /** The last part of its URL: id of a query, slug of a dashboard. */
  urlPart: string
  name: string
  is_draft: boolean
  is_archived: boolean
}

/**
 * The first queries and dashboards that match a search term, while it is typed.
 * @param typed the term; a blank one searches nothing
 * @returns the hits, and the text to show if there are none
 */
export function useItemSearch(typed: string): { hits: SearchHit[]; emptyText: string } {
  const term = typed.trim()
  const [settled] = useDebouncedValue(term, SEARCH_DEBOUNCE_MS)
  const canSeeQueries = usePermission('view_query')
  const canSeeDashboards = usePermission('list_dashboards')
  const isSearching = term !== '' && settled !== ''
  const queries = useQuery({ ...querySearchQuery(settled), enabled: isSearching && canSeeQueries })
  const dashboards = useQuery({ ...dashboardSearchQuery(settled), enabled: isSearching && canSeeDashboards })
  const isStale = term !== settled || queries.isPlaceholderData || dashboards.isPlaceholderData
  if (!isSearching) return { hits: [], emptyText: SEARCHING }
  const items = [
    ...(queries.data?.results.slice(0, MAX_HITS).map(queryHit) ?? []),
    ...(dashboards.data?.results.slice(0, MAX_HITS).map(dashboardHit) ?? []),
  ]
  // Hits of the previous term stay only if they match the new one too: Enter must not open something else.
  return {
    hits: isStale ? items.filter(({ name }) => name.toLowerCase().includes(term.toLowerCase())) : items,
    emptyText:
      isStale || queries.isLoading || dashboards.isLoading ? SEARCHING : emptyTextFor(queries.error ?? dashboards.error),
  }
}

const SEARCHING = t`Searching...`

/** The text for no hits, or for a failed search. */
const emptyTextFor = (error: Error | null) =>
  error === null ? t`Sorry, we couldn't find anything.` : (messageOf(error) ?? t`Something went wrong.`)

export const queryHit = ({ id, name, is_draft, is_archived }: QueryListItem): SearchHit => ({
  kind: 'query',
  urlPart: String(id),
  id,
  name,
  is_draft,
  is_archived,
})

export const dashboardHit = ({ id, slug, name, is_draft, is_archived }: DashboardListItem): SearchHit => ({
  kind: 'dashboard',
  urlPart: slug,
  id,
  name,
  is_draft,
  is_archived,
})

/** Returns a function that opens the page of a hit. */
export function useOpenHit(): (hit: Pick<SearchHit, 'kind' | 'urlPart'>) => void {
  const navigate = useNavigate()
  return ({ kind, urlPart }) =>
    void (kind === 'query'
      ? navigate({ to: '/queries/$queryId', params: { queryId: urlPart } })
      : navigate({ to: '/dashboard/$slug', params: { slug: urlPart } }))
}
