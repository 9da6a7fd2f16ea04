import { useNavigate } from '@tanstack/react-router'
import type { Found } from './use-found.ts'

/** Opens the page of something that was found. */
export function useOpenFound(): (found: Pick<Found, 'kind' | 'address'>) => void {
  const navigate = useNavigate()
  return ({ kind, address }) =>
    void (kind === 'query'
      ? navigate({ to: '/queries/$queryId', params: { queryId: address } })
      : navigate({ to: '/dashboard/$slug', params: { slug: address } }))
}
