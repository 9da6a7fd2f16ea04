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
export function queryUrl(queryId: number, visualizationId: number | null, definitions: readonly Definition[]): string {
  const search = new URLSearchParams(urlQueryOf(definitions)).toString()
  return `/queries/${queryId}${search === '' ? '' : `?${search}`}${visualizationId === null ? '' : `#${visualizationId}`}`
}
