import type { Definition, ParameterValue } from './definition.ts'
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
export const isSameParameterValue = (one: ParameterValue, other: ParameterValue) =>
  JSON.stringify(one) === JSON.stringify(other)
