import { QueryClient } from '@tanstack/react-query'
import { ApiError } from '../api/error.ts'

/** The cache of server data. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      // Retry if there was no response or the server failed (5xx); a 4xx will not change.
      retry: (failures, error) => failures < 2 && !(error instanceof ApiError && error.status > 0 && error.status < 500),
      refetchOnWindowFocus: false,
      // The browser may report offline while the product runs on this machine or in its network.
      networkMode: 'always',
    },
    mutations: { networkMode: 'always' },
  },
})
