import { type Definition, isRecord, isUnset, multiValuesOf, storable, titleOf, typeOf } from './definition.ts'
import { readValue } from './values.ts'

/** Whether two lists have the same parameters in the same order, apart from their values. */
export const isSameSetup = (one: readonly Definition[], other: readonly Definition[]): boolean =>
  one.length === other.length && one.every((definition, index) => setupOf(definition) === setupOf(other[index]))

/** Whether a saved query declares all of these parameters unchanged, so that the server can check their values. */
export function isDeclaredBy(saved: readonly Definition[], definitions: readonly Definition[]): boolean {
  const setups = new Set(saved.map(setupOf))
  return definitions.every((definition) => setups.has(setupOf(definition)))
}

/** Whether any applied value differs from the saved one. */
export function hasNewValues(saved: readonly Definition[], definitions: readonly Definition[]): boolean {
  const stored = new Map(saved.map((definition) => [definition.name, valueText(definition)]))
  return definitions.some((definition) => stored.get(definition.name) !== valueText(definition))
}

/** The parameters in the form in which they are saved; the applied values become the initial values of the query. */
export function definitionsToSave(definitions: readonly Definition[]): Definition[] {
  return definitions.map((definition) => {
    const { value } = definition
    // An input without a value may show the first option, for example. A scheduled run must use that value.
    return storable(isUnset(value) ? { ...definition, value: readValue(definition, value) } : definition)
  })
}

const valueText = (definition: Definition) => JSON.stringify(readValue(definition, definition.value))

/** All saved fields of a definition except its value, as JSON with defaults filled in and empty fields left out. */
function setupOf(definition: Definition | undefined): string {
  if (definition === undefined) return ''
  const { value: _, ...setup } = storable(definition)
  return canonical({
    ...setup,
    title: titleOf(definition),
    type: typeOf(definition),
    multiValuesOptions: multiValuesOf(definition),
  })
}

/** Whether two values are equal as JSON, apart from the order of keys. Empty fields count as absent. */
export const isSameJson = (one: unknown, other: unknown): boolean => canonical(one) === canonical(other)

/** JSON with sorted keys, because PostgreSQL returns the keys in another order than the browser sent. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (!isRecord(value)) return JSON.stringify(value)
  const keys = Object.keys(value)
    .filter((key) => saysSomething(value[key]))
    .sort()
  return `{${keys.map((key) => `${JSON.stringify(key)}:${canonical(value[key])}`).join(',')}}`
}

const saysSomething = (value: unknown) =>
  !isUnset(value) && value !== false && !(isRecord(value) && Object.keys(value).length === 0)
