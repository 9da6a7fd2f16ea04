import { useCallback, useState } from 'react'
import type { RowCount, RowSource } from './row-source.ts'

interface MatchCountState {
  /** What is known of the number of rows of a search; null for nothing. */
  countFor(search: string): RowCount | null
  /** A source that tells, under the name of a search, how many rows it has. Stays the same function. */
  withCounting(source: RowSource, search: string): RowSource
}

/** Follows how many rows the latest search has found. */
export function useMatchCount(): MatchCountState {
  const [found, setFound] = useState<{ search: string; counted: RowCount } | null>(null)
  const withCounting = useCallback(
    (source: RowSource, search: string): RowSource => ({
      ...source,
      // In another order the rows are loaded again, and their number stays the same.
      onRowCount: (counted) => setFound((now) => (now?.search === search && now.counted.isExact ? now : { search, counted })),
    }),
    [],
  )
  return { countFor: (search) => (found?.search === search ? found.counted : null), withCounting }
}
