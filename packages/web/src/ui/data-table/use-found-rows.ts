import { useCallback, useState } from 'react'
import type { Counted, RowSource } from './source.ts'

interface FoundRowsState {
  /** What is known of the number of rows of a search; null for nothing. */
  foundBy(search: string): Counted | null
  /** A source that tells, under the name of a search, how many rows it has. Stays the same function. */
  watched(source: RowSource, search: string): RowSource
}

/** Follows how many rows the latest search has found. */
export function useFoundRows(): FoundRowsState {
  const [found, setFound] = useState<{ search: string; counted: Counted } | null>(null)
  const watched = useCallback(
    (source: RowSource, search: string): RowSource => ({
      ...source,
      // In another order the rows are loaded again, and their number stays the same.
      onCounted: (counted) => setFound((now) => (now?.search === search && now.counted.isExact ? now : { search, counted })),
    }),
    [],
  )
  return { foundBy: (search) => (found?.search === search ? found.counted : null), watched }
}
