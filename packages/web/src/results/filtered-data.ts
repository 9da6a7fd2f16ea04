import type { ResultInfo, ResultWindow } from '@sightline/contract/results.ts'
import type { Filter } from '@sightline/domain/filters/filters.ts'
import type { LoadData } from '../visualizations/use-result-data.ts'
import type { Needs, ResultData } from '../visualizations/visualization.ts'
import { loadData } from './load-data.ts'
import { memoryData } from './memory-data.ts'
import { resultSource } from './result-source.ts'
import { rowFilters } from './row-filters.ts'
import type { WholeResult } from './whole-result.ts'

/** The result as a whole, where its first rows are all there are; null for a longer one. */
export function wholeOf({ result, offset, rows }: ResultWindow): WholeResult | null {
  const { id, columns, row_count, retrieved_at } = result
  return offset === 0 && rows.length === row_count ? { id, columns, rows, retrieved_at } : null
}

/** Rows that the page groups, sorts and searches by itself. Of more it draws columns; for all else the server is asked, which is exact with any number. */
const MOST_HANDLED = 100

/**
 * What drawings get of a stored result: the rows that pass all filters. A short one is at hand already; of a longer one the server
 * gives what is drawn.
 * @param first the result's first window
 */
export function filteredData(first: ResultWindow, filters: readonly Filter[]): LoadData {
  const whole = wholeOf(first)
  const inMemory = whole && memoryData(whole, filters)
  if (inMemory && first.rows.length <= MOST_HANDLED) return inMemory
  const asked = rowFilters(first.result.columns, filters)
  if (asked === null) return noRows(first.result)
  const atHand = (needs: Needs): ResultData | null => {
    if (needs.kind === 'windows') return { kind: 'windows', source: resultSource(first.result, '', first, asked) }
    return needs.kind === 'columns' ? (inMemory?.atHand?.(needs) ?? null) : null
  }
  return Object.assign(
    async (needs: Needs, signal: AbortSignal) => atHand(needs) ?? loadData(first.result, needs, '', first, signal, asked),
    { atHand },
  )
}

/** What drawings get of a result of which no row passes. */
export const noRows = ({ id, columns, retrieved_at }: ResultInfo): LoadData =>
  memoryData({ id, columns, rows: [], retrieved_at }, [])
