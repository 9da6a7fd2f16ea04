import type { Definition } from '@sightline/domain/parameters/definition.ts'
import { urlQueryOf } from '@sightline/domain/parameters/url-values.ts'

/**
 * Where a query is opened from something that shows it: at the same visualization, and with the same values of its parameters.
 * @param definitions the query's parameters, with the values that count where the link stands
 */
export const queryLink = (queryId: number, visualizationId: number, definitions: readonly Definition[]) =>
  ({
    to: '/queries/$queryId',
    params: { queryId: String(queryId) },
    search: urlQueryOf(definitions),
    hash: String(visualizationId),
  }) as const

/** The same as a path of the product, for pages that stand outside of it. */
export function queryUrl(queryId: number, visualizationId: number, definitions: readonly Definition[]): string {
  const search = new URLSearchParams(urlQueryOf(definitions)).toString()
  return `/queries/${queryId}${search === '' ? '' : `?${search}`}#${visualizationId}`
}
