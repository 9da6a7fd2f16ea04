import { t } from '@lingui/core/macro'
import { countText } from '@sightline/domain/format/units.ts'
import { localNumber } from '@sightline/domain/language/local.ts'
import { useCallback, useState } from 'react'
import styles from './MatchCount.module.css'
import type { RowCount, RowSource } from './row-source.ts'

interface FoundRowsProps {
  /** null until the first rows have arrived. */
  found: RowCount | null
  /** All rows of the source, matching or not. */
  total: number
}

/** The number of rows that match a search. Screen readers hear it once the count is final. */
export function MatchCount({ found, total }: FoundRowsProps) {
  return (
    <span role="status" aria-busy={found?.isExact === false} className={styles.found}>
      {found && matchCountText(found, total)}
    </span>
  )
}

/** `24,833 of 1,000,000 rows`, with a plus while there may be more. */
export function matchCountText({ rows, isExact }: RowCount, total: number): string {
  const plus = isExact ? '' : '+'
  return t`${localNumber(rows) + plus} of ${countText(total, 'row')}`
}

interface MatchCountState {
  /** The match count of a search; null if unknown. */
  countFor(search: string): RowCount | null
  /** Wraps a source so that its row count is recorded under the name of a search. The function is stable across renders. */
  withCounting(source: RowSource, search: string): RowSource
}

/** Tracks the match count of the latest search. */
export function useMatchCount(): MatchCountState {
  const [found, setFound] = useState<{ search: string; counted: RowCount } | null>(null)
  const withCounting = useCallback(
    (source: RowSource, search: string): RowSource => ({
      ...source,
      // Sorting loads the rows again without changing their number, so a final count stays.
      onRowCount: (counted) => setFound((now) => (now?.search === search && now.counted.isExact ? now : { search, counted })),
    }),
    [],
  )
  return { countFor: (search) => (found?.search === search ? found.counted : null), withCounting }
}
