import { type Definition, isOptional, titleOf } from './definition.ts'
import { readValue } from './values.ts'

/** The parameters that need a value before the query can run, and have none. Pending values do not count yet. */
export function missingParameters(definitions: readonly Definition[]): Definition[] {
  return definitions.filter((definition) => !isOptional(definition) && readValue(definition, definition.value) === null)
}

/** Why a run is refused before it is asked for; null when nothing is missing. */
export function missingMessage(definitions: readonly Definition[]): string | null {
  const titles = missingParameters(definitions).map(titleOf)
  if (titles.length === 0) return null
  return titles.length === 1
    ? `missing value for ${titles[0]} parameter.`
    : `missing values for ${titles.join(', ')} parameters.`
}
