import { api } from '@sightline/contract/api.ts'
import type { ResultWindow } from '@sightline/contract/results.ts'
import { filterKind } from '@sightline/domain/filters/column-name.ts'
import { type Filter, filtersOf } from '@sightline/domain/filters/filters.ts'
import { useQueries } from '@tanstack/react-query'
import { useMemo } from 'react'
import { call } from '../api/call.ts'
import { wholeOf } from './filtered-data.ts'
import { filtersIn } from './memory-data.ts'

/** Values of a filter that are offered: as many as the server gives. */
const MOST_VALUES = 1000

const none: readonly Filter[] = []

/**
 * The filters that the columns of a result ask for, as they are at first. Values stand in the order of their first rows, so that
 * whoever writes the query decides which one comes first.
 * @param first the result's first window
 * @returns null while their values are on the way
 */
export function useResultFilters(first: ResultWindow | undefined): readonly Filter[] | null {
  const asked = useMemo(() => {
    const columns = first?.result.columns ?? []
    const places = columns.flatMap(({ name }, place) => (filterKind(name) === null ? [] : [place]))
    return { names: places.flatMap((place) => columns[place] ?? []), places, whole: first ? wholeOf(first) : null }
  }, [first])
  const id = first?.result.id ?? 0
  const isRemote = asked.whole === null
  // The same array as long as the answers are the same: filters are compared by identity further down.
  const values = useQueries({
    queries: (isRemote ? asked.places : []).map((column) => ({
      queryKey: ['results', id, 'distinct', column],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        call(api.executions.distinct, { params: { id }, query: { column, order: 'first', limit: MOST_VALUES }, signal }),
      staleTime: Number.POSITIVE_INFINITY,
    })),
    combine: (answers) => (answers.every(({ isPending }) => !isPending) ? answers.map(({ data }) => data?.values ?? []) : null),
  })
  return useMemo(() => {
    if (asked.places.length === 0) return none
    if (asked.whole !== null) return filtersIn(asked.whole)
    return (
      values &&
      filtersOf(
        asked.names,
        values.map((of) => of.map(({ value }) => value)),
      )
    )
  }, [asked, values])
}
