import type { Exploration } from '@sightline/domain/explore/exploration.ts'
import { type ExploreParams, explorationOf, paramsOf } from '@sightline/domain/explore/search-params.ts'

/** The query string of the page. */
export interface ExploreSearch extends ExploreParams {
  /** The table is shown without it. */
  view?: 'chart' | undefined
  /** Another result than the latest one of the query. */
  result?: number | undefined
}

/** Parses the search parameters of the URL; invalid ones are ignored. */
export function parseExploreSearch(search: Record<string, unknown>): ExploreSearch {
  return {
    ...paramsOf(explorationOf(search)),
    view: search.view === 'chart' ? 'chart' : undefined,
    result: idIn(search.result),
  }
}

const idIn = (value: unknown): number | undefined => (/^[1-9]\d{0,14}$/.test(String(value)) ? Number(value) : undefined)

/** The search parameters of an exploration; the chosen view and result stay. */
export const withExploration = ({ view, result }: ExploreSearch, exploration: Exploration): ExploreSearch => ({
  ...paramsOf(exploration),
  view,
  result,
})
