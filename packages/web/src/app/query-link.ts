import { type Condition, type Exploration, MAX_CONDITIONS, nothingExplored } from '@sightline/domain/explore/exploration.ts'
import { MAX_VALUES, paramsOf } from '@sightline/domain/explore/search-params.ts'
import type { Filter } from '@sightline/domain/filters/filters.ts'
import type { Definition } from '@sightline/domain/parameters/definition.ts'
import { urlQueryOf } from '@sightline/domain/parameters/url-values.ts'

/**
 * The link to a query from a page that shows it: to the same visualization, with the same parameter values.
 * @param definitions the parameters of the query with their current values
 */
export const queryLink = (queryId: number, visualizationId: number, definitions: readonly Definition[]) =>
  ({
    to: '/queries/$queryId',
    params: { queryId: String(queryId) },
    search: urlQueryOf(definitions),
    hash: String(visualizationId),
  }) as const

/** The hash of a query's URL that opens the editor of a visualization. */
export const editHash = (visualizationId: number | string) => `${visualizationId}/edit`

/**
 * The same link as a URL below the base path, for pages outside the router.
 * @param visualizationId null for a query without visualizations
 */
export function queryUrl(
  queryId: number,
  visualizationId: number | null,
  definitions: readonly Definition[],
  mode: 'view' | 'source' = 'view',
): string {
  const search = new URLSearchParams(urlQueryOf(definitions)).toString()
  return `/queries/${queryId}${mode === 'source' ? '/source' : ''}${search === '' ? '' : `?${search}`}${visualizationId === null ? '' : `#${visualizationId}`}`
}

/** Filters as conditions of Explore; those with all values chosen are left out. */
export const conditionsOf = (filters: readonly Filter[]): Condition[] =>
  filters
    .filter(({ values, current }) => current.length !== values.length)
    .map(({ name, current }) => ({ column: name, kind: 'is', values: [...current] }))

/**
 * The link that explores the rows of a result that pass filters.
 * @param by groups, which count their rows, and further conditions
 * @returns null if a URL cannot hold the filters
 */
export function exploreLink(
  queryId: number,
  resultId: number,
  filters: readonly Filter[],
  by: Pick<Exploration, 'groups' | 'conditions'> = nothingExplored,
) {
  const conditions = [...conditionsOf(filters), ...by.conditions]
  if (conditions.length > MAX_CONDITIONS || conditions.some(({ values }) => values.length > MAX_VALUES)) return null
  const measures = by.groups.length === 0 ? [] : [{ kind: 'count' as const, column: null }]
  return {
    to: '/queries/$queryId/explore',
    params: { queryId: String(queryId) },
    search: { ...paramsOf({ ...nothingExplored, groups: by.groups, measures, conditions }), result: resultId },
  } as const
}
