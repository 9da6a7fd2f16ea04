import { useNavigate } from '@tanstack/react-router'
import type { SearchHit } from './use-item-search.ts'

/** Opens the page of something that was found. */
export function useOpenHit(): (found: Pick<SearchHit, 'kind' | 'address'>) => void {
  const navigate = useNavigate()
  return ({ kind, address }) =>
    void (kind === 'query'
      ? navigate({ to: '/queries/$queryId', params: { queryId: address } })
      : navigate({ to: '/dashboard/$slug', params: { slug: address } }))
}
