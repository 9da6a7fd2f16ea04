import type { Exploration } from '@sightline/domain/explore/exploration.ts'
import { type ExploreParams, explorationOf, paramsOf } from '@sightline/domain/explore/search-params.ts'

/** The query string of the page. */
export interface ExploreSearch extends ExploreParams {
  /** The table is shown without it. */
  view?: 'chart' | undefined
}

/** Parses the search parameters of the URL; invalid ones are ignored. */
export function parseExploreSearch(search: Record<string, unknown>): ExploreSearch {
  return { ...paramsOf(explorationOf(search)), view: search.view === 'chart' ? 'chart' : undefined }
}

/** The search parameters of an exploration; the chosen view stays. */
export const withExploration = ({ view }: ExploreSearch, exploration: Exploration): ExploreSearch => ({
  ...paramsOf(exploration),
  view,
})
