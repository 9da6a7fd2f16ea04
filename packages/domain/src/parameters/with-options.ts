import { type Definition, isUnset } from './definition.ts'
import { isSameValue, withPending } from './pending.ts'
import { readValue } from './values.ts'

/**
 * A `query` parameter once the options of its dropdown are known. Without a value it takes the first; a value that is no option
 * any more gives way to one that is, but waits to be applied: what is on the screen was made with the other.
 * @param options the values of its dropdown; without any, nothing better is known
 */
export function withOptions(definition: Definition, options: readonly string[]): Definition {
  if (options.length === 0) return definition
  const { pendingValue, value } = definition
  const shown = pendingValue === undefined ? value : pendingValue
  const fitting = readValue(definition, shown, options)
  if (isSameValue(fitting, readValue(definition, shown))) return definition
  // An empty text that is no option is how no value may be stored.
  const hasNone = pendingValue === undefined && (isUnset(value) || readValue(definition, value) === null)
  return hasNone ? { ...definition, value: fitting } : withPending(definition, fitting)
}
