import { type Definition, isUnset, multiValuesOf, type ParameterValue } from './definition.ts'
import { readValue } from './values.ts'

/**
 * A parameter after somebody typed or chose something: held as pending until it is applied; what equals the applied value is not
 * pending any more.
 * @param options of a `query` parameter: the values of its dropdown; null while they are not loaded
 */
export function withPending(definition: Definition, typed: unknown, options: readonly string[] | null = null): Definition {
  const { pendingValue: _, ...applied } = definition
  const value = readValue(definition, typed, options)
  return isSameParameterValue(value, readValue(definition, definition.value, options))
    ? { ...applied, name: definition.name }
    : { ...definition, pendingValue: value }
}

const isPending = (definition: Definition): boolean => definition.pendingValue !== undefined

/** How many parameters have a value that is typed but not applied; with any, a query cannot be executed. */
export const pendingCount = (definitions: readonly Definition[]): number => definitions.filter(isPending).length

/** The value that a parameter's input shows: the pending one, or else the applied. null for none. */
export function shownValue(definition: Definition, options: readonly string[] | null = null): ParameterValue {
  return readValue(definition, isPending(definition) ? definition.pendingValue : definition.value, options)
}

/** The parameters with every pending value applied. */
export function applyPending(definitions: readonly Definition[]): Definition[] {
  return definitions.map((definition) => {
    const { pendingValue, ...rest } = definition
    return pendingValue === undefined ? definition : { ...rest, name: definition.name, value: pendingValue }
  })
}

/** Whether two read values are the same. They have their keys in one order, so their JSON tells them apart. */
const isSameParameterValue = (one: ParameterValue, other: ParameterValue) => JSON.stringify(one) === JSON.stringify(other)

/** Where the applied value of a parameter came from. */
export interface ValueOrigin {
  /** Whether the result on screen was produced with it. */
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
