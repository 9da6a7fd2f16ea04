import { enumOptions } from '@sightline/domain/parameters/choices.ts'
import {
  type Definition,
  isOptional,
  multiValuesOf,
  type ParameterValue,
  typeOf,
} from '@sightline/domain/parameters/definition.ts'

/** One option of a dropdown. */
export interface Choice {
  value: string
  /** What is shown for it. */
  name: string
}

/** What a dropdown has to offer. */
export type Options =
  | { status: 'loading' }
  | {
      status: 'ready'
      choices: readonly Choice[]
      /** What there is to know of the choices, in a sentence, such as that there are more. */
      note?: string
    }
  /** Nothing to choose from; the text says why, in a sentence. */
  | { status: 'missing'; text: string; retry: (() => void) | null }

/** The options of dropdowns that are filled by queries, by parameter name. */
export type OptionsByName = ReadonlyMap<string, Options>

const loading: Options = { status: 'loading' }
const noLines: Options = { status: 'missing', text: 'This dropdown has no options yet.', retry: null }

/** The options of a parameter; null for types that are no dropdown. */
export function optionsOf(definition: Definition, ofQueries: OptionsByName): Options | null {
  const type = typeOf(definition)
  if (type === 'query') return ofQueries.get(definition.name) ?? loading
  if (type !== 'enum') return null
  const choices = [...new Set(enumOptions(definition))].map((value) => ({ value, name: value }))
  return choices.length === 0 ? noLines : { status: 'ready', choices }
}

/**
 * What a value chooses. Where one choice may stay empty, an option that is an empty text says the same as no value, and stands
 * for it.
 */
export function chosenBy(definition: Definition, value: ParameterValue, options: Options): readonly string[] {
  if (Array.isArray(value)) return value
  if (value !== null) return [String(value)]
  const mayBeEmpty = isOptional(definition) && multiValuesOf(definition) === null && options.status === 'ready'
  return mayBeEmpty && options.choices.some((choice) => choice.value === '') ? [''] : []
}

/** The options whose name contains a text, whatever its case. */
export function searched(choices: readonly Choice[], text: string): readonly Choice[] {
  const wanted = text.trim().toLowerCase()
  return wanted === '' ? choices : choices.filter(({ name }) => name.toLowerCase().includes(wanted))
}

/** What is shown for a value; the value itself while its option is not known. */
export function nameOf(value: string, options: Options | null): string {
  const choice = options?.status === 'ready' ? options.choices.find((each) => each.value === value) : undefined
  return choice?.name ?? value
}

/** A name as it is seen: nothing at all would look like a fault. */
export const displayName = (name: string): string => (name === '' ? '(empty)' : name)

/** Characters of a chosen value that its tag shows. */
const TAG_LENGTH = 10

/** The text of a tag: the first characters of a name. */
export function tagText(name: string): string {
  const characters = [...name]
  return characters.length <= TAG_LENGTH ? name : `${characters.slice(0, TAG_LENGTH).join('')}…`
}
