import { type Definition, isRecord, isUnset, multiValuesOf, storable, titleOf, typeOf } from './definition.ts'
import { readValue } from './values.ts'

/** Whether these are the same parameters in the same order, whatever their values are. */
export const isSameSetup = (one: readonly Definition[], other: readonly Definition[]): boolean =>
  one.length === other.length && one.every((definition, index) => setupOf(definition) === setupOf(other[index]))

/** Whether a saved query declares all of these parameters as they are here, so that it can check their values. */
export function isDeclaredBy(saved: readonly Definition[], definitions: readonly Definition[]): boolean {
  const setups = new Set(saved.map(setupOf))
  return definitions.every((definition) => setups.has(setupOf(definition)))
}

/** Whether any applied value is another one than the stored. */
export function hasNewValues(saved: readonly Definition[], definitions: readonly Definition[]): boolean {
  const stored = new Map(saved.map((definition) => [definition.name, valueText(definition)]))
  return definitions.some((definition) => stored.get(definition.name) !== valueText(definition))
}

/** Parameters as they are saved, with the applied values as those that the query begins with from now on. */
export function definitionsToSave(definitions: readonly Definition[]): Definition[] {
  return definitions.map((definition) => {
    const { value } = definition
    // What an input shows for no value, such as the first option, is what a schedule has to run with.
    return storable(isUnset(value) ? { ...definition, value: readValue(definition, value) } : definition)
  })
}

const valueText = (definition: Definition) => JSON.stringify(readValue(definition, definition.value))

/** Everything that is saved of a definition but its value, as a text; what says nothing is left out. */
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

/** Whether two values are the same in JSON, whatever the order of their keys. What says nothing counts as absent. */
export const isSameJson = (one: unknown, other: unknown): boolean => canonical(one) === canonical(other)

/** JSON with the keys in order: a database keeps them in another one than a page. */
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
