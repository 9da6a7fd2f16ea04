import type { Cell } from '@sightline/contract/results.ts'
import { useEffect, useState } from 'react'
import type { ColumnMeasure, RowSource } from './row-source.ts'

interface ColumnTotals {
  /** One per measure; null while they load, and if that failed. */
  cells: readonly Cell[] | null
  hasFailed: boolean
  retry(): void
}

/**
 * Loads measures of columns, again whenever the rows change.
 * @param rows `all` also counts those that do not match a search or conditions
 */
export function useColumnTotals(
  source: RowSource | null,
  measures: readonly ColumnMeasure[],
  rows: 'these' | 'all',
): ColumnTotals {
  const [loaded, setLoaded] = useState<{ key: string; cells: readonly Cell[] | null } | null>(null)
  const [attempt, setAttempt] = useState(0)
  const isAsked = source?.totals !== undefined && measures.length > 0
  const key = isAsked ? JSON.stringify([source.key, measures, rows, attempt]) : null
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the rows, the measures and the attempt
  useEffect(() => {
    if (key === null) return
    const controller = new AbortController()
    const keep = (cells: readonly Cell[] | null) => {
      if (!controller.signal.aborted) setLoaded({ key, cells })
    }
    source?.totals?.(measures, rows, controller.signal).then(keep, () => keep(null))
    return () => controller.abort()
  }, [key])
  const isLoaded = key !== null && loaded?.key === key
  return {
    cells: isLoaded ? loaded.cells : null,
    hasFailed: isLoaded && loaded.cells === null,
    retry: () => setAttempt((before) => before + 1),
  }
}
