import { useDebouncedValue } from '@mantine/hooks'
import type { DashboardListItem } from '@sightline/contract/dashboards.ts'
import type { QueryListItem } from '@sightline/contract/queries.ts'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { messageOf } from '../../api/error.ts'
import { dashboardSearchQuery } from '../../features/dashboards/api.ts'
import { querySearchQuery } from '../../features/queries/list/api.ts'
import { SEARCH_DEBOUNCE_MS } from '../../ui/SearchBox.tsx'
import { usePermission } from '../session.ts'

/** How many of each kind are shown. */
const MOST_FOUND = 6

/** A query or a dashboard that was found. */
export interface SearchHit {
  kind: 'query' | 'dashboard'
  id: number
  /** The last part of its address. */
  address: string
  name: string
  is_draft: boolean
  is_archived: boolean
}

/**
 * The first queries and dashboards in which a text is found, as it is typed.
 * @param typed nothing is searched while it is blank
 * @returns what was found, and a sentence that stands for nothing found
 */
export function useItemSearch(typed: string): { found: SearchHit[]; nothing: string } {
  const term = typed.trim()
  const [settled] = useDebouncedValue(term, SEARCH_DEBOUNCE_MS)
  const mayQueries = usePermission('view_query')
  const mayDashboards = usePermission('list_dashboards')
  const isAsked = term !== '' && settled !== ''
  const queries = useQuery({ ...querySearchQuery(settled), enabled: isAsked && mayQueries })
  const dashboards = useQuery({ ...dashboardSearchQuery(settled), enabled: isAsked && mayDashboards })
  const isOld = term !== settled || queries.isPlaceholderData || dashboards.isPlaceholderData
  if (!isAsked) return { found: [], nothing: SEARCHING }
  const items = [
    ...(queries.data?.results.slice(0, MOST_FOUND).map(queryHit) ?? []),
    ...(dashboards.data?.results.slice(0, MOST_FOUND).map(dashboardHit) ?? []),
  ]
  // What was found for another text stays only where it fits this one too: Enter must not open what nobody has looked for.
  return {
    found: isOld ? items.filter(({ name }) => name.toLowerCase().includes(term.toLowerCase())) : items,
    nothing: isOld || queries.isLoading || dashboards.isLoading ? SEARCHING : nothingFor(queries.error ?? dashboards.error),
  }
}

const SEARCHING = 'Searching...'

/** What says that nothing was found, or that nobody knows. */
const nothingFor = (error: Error | null) =>
  error === null ? "Sorry, we couldn't find anything." : (messageOf(error) ?? 'Something went wrong.')

export const queryHit = ({ id, name, is_draft, is_archived }: QueryListItem): SearchHit => ({
  kind: 'query',
  address: String(id),
  id,
  name,
  is_draft,
  is_archived,
})

export const dashboardHit = ({ id, slug, name, is_draft, is_archived }: DashboardListItem): SearchHit => ({
  kind: 'dashboard',
  address: slug,
  id,
  name,
  is_draft,
  is_archived,
})

/** Opens the page of something that was found. */
export function useOpenHit(): (found: Pick<SearchHit, 'kind' | 'address'>) => void {
  const navigate = useNavigate()
  return ({ kind, address }) =>
    void (kind === 'query'
      ? navigate({ to: '/queries/$queryId', params: { queryId: address } })
      : navigate({ to: '/dashboard/$slug', params: { slug: address } }))
}
