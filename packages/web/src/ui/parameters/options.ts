import { enumOptions } from '@sightline/domain/parameters/choices.ts'
import { dateKindOf, shownDate } from '@sightline/domain/parameters/dates.ts'
import {
  type Definition,
  isOptional,
  multiValuesOf,
  type ParameterValue,
  typeOf,
} from '@sightline/domain/parameters/definition.ts'
import { dynamicValue } from '@sightline/domain/parameters/dynamic.ts'

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
export function filterChoices(choices: readonly Choice[], text: string): readonly Choice[] {
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

/** Between the two ends of a range. */
export const RANGE_SEPARATOR = '–'

/**
 * A value in few words, as it stands where there is no room for its control; '' for none.
 * @param options of a dropdown; null for other types
 * @param dateFormat `dateFormat` of the client config
 */
export function valueText(
  definition: Definition,
  value: ParameterValue,
  options: Options | null,
  dateFormat: string | undefined,
): string {
  if (value === null) return ''
  if (Array.isArray(value))
    return value.length === 1 ? displayName(nameOf(value[0] ?? '', options)) : `${value.length} selected`
  const dynamic = dynamicValue(definition, value)
  if (dynamic !== null) return dynamic.label
  const precision = dateKindOf(definition)?.precision
  if (typeof value === 'object') {
    const [start, end] = [value.start, value.end].map((date) => (precision ? shownDate(precision, date, dateFormat) : date))
    return `${start} ${RANGE_SEPARATOR} ${end}`
  }
  if (precision !== undefined) return shownDate(precision, String(value), dateFormat)
  return displayName(nameOf(String(value), options))
}

/** What the controls of all types take. */
export interface ControlProps {
  /** Id of the element that the label names. */
  id: string
  title: string
  definition: Definition
  /** As it is shown: the pending value, or else the applied one. */
  value: ParameterValue
  size: 'sm' | 'md'
  /** `dateFormat` of the client config. */
  dateFormat: string
  /** @param typed what was typed or chosen, to be read as the parameter's type says; null for nothing */
  onChange(typed: unknown): void
}
