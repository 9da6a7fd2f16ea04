import { QueryClient } from '@tanstack/react-query'
import { ApiError } from '../api/error.ts'

/** The cache of everything that was read from the server. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      // An answer will not change by asking again; a missing answer or a failing server may.
      retry: (failures, error) => failures < 2 && !(error instanceof ApiError && error.status > 0 && error.status < 500),
      refetchOnWindowFocus: false,
      // "Offline" is what the browser believes; the product may well run on this very machine.
      networkMode: 'always',
    },
    mutations: { networkMode: 'always' },
  },
})
