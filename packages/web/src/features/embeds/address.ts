import { textParam } from '../../app/search-params.ts'

/** What the query of an embed's address says. Other names, such as those of parameters, are kept as they are. */
export interface EmbedSearch extends Record<string, unknown> {
  /** Of the query; without one the visitor has to be signed in. */
  api_key?: string
}

/** Reads the query of an address. */
export const parseEmbedSearch = (search: Record<string, unknown>): EmbedSearch => ({
  ...search,
  api_key: textParam(search.api_key) || undefined,
})

/** What an embed shows around the drawing. */
export interface EmbedParts {
  header: boolean
  description: boolean
  parameters: boolean
  link: boolean
  timestamp: boolean
}

/** The parts that an address asks for: a name counts by being there, whatever its value. */
export const partsOf = (search: EmbedSearch): EmbedParts => ({
  header: search.hide_header === undefined,
  description: search.showDescription !== undefined,
  parameters: search.hide_parameters === undefined,
  link: search.hide_link === undefined,
  timestamp: search.hide_timestamp === undefined,
})
