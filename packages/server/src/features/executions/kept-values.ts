import type { Values } from '@sightline/domain/parameters/definition.ts'

/** Longest JSON of the values that are kept with a run, in characters; the same as of a list in a URL. */
const MAX_KEPT_CHARACTERS = 4000

/**
 * A null character or half of a surrogate pair as JSON writes them, which PostgreSQL refuses in `jsonb`. Backslashes in pairs are
 * those that somebody has typed.
 */
const NOT_IN_JSONB = /(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f])/i

/** The parameter values that are kept with a run, for the history of its query; null if there are none or they are too long. */
export function keptValues(values: Values): Values | null {
  const json = JSON.stringify(values)
  return json === '{}' || json.length > MAX_KEPT_CHARACTERS || NOT_IN_JSONB.test(json) ? null : values
}
