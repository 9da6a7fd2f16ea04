import { dateKindOf } from './dates.ts'
import { type Definition, isUnset, multiValuesOf, type ParameterValue } from './definition.ts'
import { readValue } from './values.ts'

/**
 * A parameter after the user typed or chose a value. The value is pending until it is applied, unless it equals the applied one.
 * @param options the dropdown values of a `query` parameter; null while they are loading
 */
export function withPending(definition: Definition, typed: unknown, options: readonly string[] | null = null): Definition {
  const { pendingValue: _, ...applied } = definition
  // Kept as typed: it would otherwise be lost, and the previous value would run while another one is shown.
  if (isUnreadableDate(definition, typed)) return { ...definition, pendingValue: typed }
  const value = readValue(definition, typed, options)
  return isSameParameterValue(value, readValue(definition, definition.value, options))
    ? { ...applied, name: definition.name }
    : { ...definition, pendingValue: value }
}

/** Whether a typed text is no date, for a parameter that is one. */
const isUnreadableDate = (definition: Definition, typed: unknown): boolean =>
  dateKindOf(definition)?.isRange === false &&
  typeof typed === 'string' &&
  typed.trim() !== '' &&
  readValue(definition, typed) === null

/** Whether the pending value is a text that the type of the parameter cannot be read from. It cannot be applied. */
export const isUnreadable = (definition: Definition): boolean => isUnreadableDate(definition, definition.pendingValue)

const isPending = (definition: Definition): boolean => definition.pendingValue !== undefined

/** Number of parameters with a value that is typed but not applied. A query cannot run while there are any. */
export const pendingCount = (definitions: readonly Definition[]): number => definitions.filter(isPending).length

/** The value in the input of a parameter: the pending one, otherwise the applied one; null for none. */
export function shownValue(definition: Definition, options: readonly string[] | null = null): ParameterValue {
  return readValue(definition, isPending(definition) ? definition.pendingValue : definition.value, options)
}

/** The parameters with all pending values applied, except for those that cannot be read. */
export function applyPending(definitions: readonly Definition[]): Definition[] {
  return definitions.map((definition) => {
    const { pendingValue, ...rest } = definition
    return pendingValue === undefined || isUnreadable(definition)
      ? definition
      : { ...rest, name: definition.name, value: pendingValue }
  })
}

/** Whether two values are equal. `readValue` always creates the keys in the same order, so JSON can be compared. */
const isSameParameterValue = (one: ParameterValue, other: ParameterValue) => JSON.stringify(one) === JSON.stringify(other)

/** The origin of the applied value of a parameter. */
export interface ValueOrigin {
  /** Whether the displayed result was run with it. */
  isOnScreen: boolean
  /** The saved value, if another one replaced it, for example from the URL. */
  declared?: unknown
}

/**
 * Updates a `query` parameter once its dropdown options are loaded. Without a value it takes the first option. A value that is no
 * longer an option is replaced by the declared one, or else by the first option; if the displayed result was run with it, the new
 * value stays pending.
 * @param options the values of its dropdown; if there are none, the parameter stays unchanged
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
  // An empty text that is not an option is the stored form of "no value".
  const hasNone = pendingValue === undefined && (isUnset(value) || readValue(definition, value) === null)
  if (hasNone) return { ...definition, value: fitting }
  if (isOnScreen || pendingValue !== undefined) return withPending(definition, fitting)
  const kept = multiValuesOf(definition) === null ? null : fitting
  return { ...definition, value: kept ?? readValue(definition, declared, options) }
}

/**
 * Where the applied value of a parameter on a query page came from.
 * @param ran the parameters of the last run; empty before the first one
 * @param saved the parameters of the saved query
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
