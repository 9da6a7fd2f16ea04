import { i18n } from '../language/i18n.ts'
import { lexicalRulesOf } from '../query-text/languages.ts'
import { type Definition, isPassedAsValue, typeOf } from './definition.ts'
import { passingOf } from './passing.ts'
import { isOnlyValue, placesOf } from './places.ts'

/** Why texts are not passed as values in languages other than SQL. */
export const onlyInSql = (): string => i18n._('Only SQL queries can pass a text as a value. Use a dropdown instead.')

/**
 * Why a query cannot run once a text parameter is passed as a value.
 * @param text of the query
 * @param language of the query text (`textLanguage`); null if there is no data source
 * @returns null if it can run
 */
export function passingObstacle(definition: Definition, text: string, language: string | null): string | null {
  const refusal = placeRefusal(definition, text, language)
  if (refusal !== null) return refusal
  return isOnlyValue(definition.name, text, language) ? null : i18n._('No tag of this parameter can be found in the query.')
}

/** Whether all texts of a query that are passed as values can be, at each of their places. Arguments as of `passingObstacle`. */
export const arePassable = (definitions: readonly Definition[], text: string, language: string | null): boolean =>
  definitions.filter(isPassedAsValue).every((definition) => placeRefusal(definition, text, language) === null)

/** Why a text cannot be a value at one of its places; null if it can, or has no place. */
function placeRefusal(definition: Definition, text: string, language: string | null): string | null {
  if (!lexicalRulesOf(language, text).isSql) return onlyInSql()
  const passed = { ...definition, passAsValue: true }
  const refusal = placesOf(text, language)
    .filter(({ name }) => name === definition.name)
    .map((place) => passingOf(passed, place))
    .find(({ isRefused }) => isRefused)
  return refusal?.note ?? null
}

/** The parameters of a query, of which one text is passed as a value from now on, or no longer. */
export const withTextPassed = (definitions: readonly Definition[], name: string, isPassed: boolean): Definition[] =>
  definitions.map((definition) => {
    if (definition.name !== name || typeOf(definition) !== 'text') return definition
    const { passAsValue: _, ...rest } = definition
    return isPassed ? { ...rest, passAsValue: true } : { ...rest, name }
  })
