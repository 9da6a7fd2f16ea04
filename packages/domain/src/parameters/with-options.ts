import { type Definition, isUnset, multiValuesOf } from './definition.ts'
import { isSameParameterValue, withPending } from './pending.ts'
import { readValue } from './values.ts'

/** What a page has done with the applied value of a parameter. */
export interface ValueOrigin {
  /** Whether what is on the screen was made with it. */
  isOnScreen: boolean
  /** The value that is stored, for one that came in its place, as by an address. */
  declared?: unknown
}

/**
 * A `query` parameter once the options of its dropdown are known. Without a value it takes the first. A value that is no option
 * any more gives way to the declared one, or else to the first; where the screen shows what was made with it, the new one waits
 * to be applied.
 * @param options the values of its dropdown; without any, nothing better is known
 */
export function withOptions(
  definition: Definition,
  options: readonly string[],
  { isOnScreen, declared }: ValueOrigin = { isOnScreen: true },
): Definition {
  if (options.length === 0) return definition
  const { pendingValue, value } = definition
  const shown = pendingValue === undefined ? value : pendingValue
  const fitting = readValue(definition, shown, options)
  if (isSameParameterValue(fitting, readValue(definition, shown))) return definition
  // An empty text that is no option is how no value may be stored.
  const hasNone = pendingValue === undefined && (isUnset(value) || readValue(definition, value) === null)
  if (hasNone) return { ...definition, value: fitting }
  if (isOnScreen || pendingValue !== undefined) return withPending(definition, fitting)
  const kept = multiValuesOf(definition) === null ? null : fitting
  return { ...definition, value: kept ?? readValue(definition, declared, options) }
}

/**
 * What a query page has done with the value of a parameter.
 * @param ran the parameters with which it ran last; none before
 * @param saved those that are saved with the query
 */
export function valueOriginOf(definition: Definition, ran: readonly Definition[], saved: readonly Definition[]): ValueOrigin {
  const named = ({ name }: Definition) => name === definition.name
  const last = ran.find(named)
  return {
    isOnScreen:
      last !== undefined && isSameParameterValue(readValue(last, last.value), readValue(definition, definition.value)),
    declared: saved.find(named)?.value,
  }
}
