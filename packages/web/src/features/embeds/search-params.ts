import { textParam } from '../../app/search-params.ts'

/** The query string of an embed's URL. Other names, such as those of parameters, are kept as they are. */
export interface EmbedSearch extends Record<string, unknown> {
  /** API key of the query; without one the visitor has to be signed in. */
  api_key?: string
}

export const parseEmbedSearch = (search: Record<string, unknown>): EmbedSearch => ({
  ...search,
  api_key: textParam(search.api_key) || undefined,
})

/** Which parts an embed shows around the visualization. */
export interface EmbedParts {
  header: boolean
  description: boolean
  parameters: boolean
  link: boolean
  timestamp: boolean
}

/** Reads the parts from the URL: a name counts if it is present, whatever its value. */
export const embedParts = (search: EmbedSearch): EmbedParts => ({
  header: search.hide_header === undefined,
  description: search.showDescription !== undefined,
  parameters: search.hide_parameters === undefined,
  link: search.hide_link === undefined,
  timestamp: search.hide_timestamp === undefined,
})
